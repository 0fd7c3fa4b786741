/** Splash until the first session state is known; when it takes long, says what it waits for and offers a way on. */
import { lazy, Suspense } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { brand } from '#domain/brand.ts';
import { BrandMark } from '#src/components/brand-mark.tsx';
import { Button } from '#src/components/button.tsx';
import { splashCopy as copy, splashDelays } from '#src/copy/splash.ts';
import { type SessionDelay, useSession } from '#src/features/session/session-context.ts';
import styles from './splash-screen.module.css';

const LastPricesList = lazy(async () => {
  const [{ LastPricesList: List }] = await Promise.all([
    import('#src/features/last-prices/last-prices-list.tsx'),
    import('#src/styles/pages.css'),
  ]);
  return { default: List };
});

export function SplashScreen() {
  const { delay } = useSession().session;
  return (
    <main className={styles.splash} aria-busy={delay === null}>
      <div className={styles.splash__in}>
        <span className={styles.splash__m} aria-hidden="true">
          <BrandMark />
        </span>
        <h1 className="vh">{brand.name}</h1>
        <span className={styles.splash__line} aria-hidden="true">
          <i />
        </span>
        {delay === null ? (
          <p className="vh" role="status">
            {copy.checking}
          </p>
        ) : (
          <Delay delay={delay} />
        )}
        {delay !== null && (
          // Beside what the splash says, and never instead of it.
          <ErrorBoundary fallback={null}>
            <Suspense fallback={null}>
              <LastPricesList />
            </Suspense>
          </ErrorBoundary>
        )}
      </div>
    </main>
  );
}

function Delay({ delay }: { readonly delay: SessionDelay }) {
  const { session, actions } = useSession();
  const { title, detail } = splashDelays[delay];
  return (
    <div className={styles.splash__slow}>
      <p role="status">
        <b>{title}</b>
        <br />
        {detail}
      </p>
      <Button loading={session.isRetrying} onClick={actions.retry}>
        {copy.retry}
      </Button>
    </div>
  );
}
