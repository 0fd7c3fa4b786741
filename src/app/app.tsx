/** Root component around every route: splash until the session is known, error boundary per screen. */
import { Suspense, useLayoutEffect } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { type RouteObject, useLocation, useNavigationType, useRoutes } from 'react-router-dom';
import { isPrerendered } from '#domain/public-pages.ts';
import { useSession } from '#src/features/session/session-context.ts';
import { ErrorScreen } from '#src/screens/error/error-screen.tsx';
import { SplashScreen } from '#src/screens/splash/splash-screen.tsx';

export function App({ routes }: { routes: RouteObject[] }) {
  const { session } = useSession();
  const { pathname } = useLocation();
  const screen = useRoutes(routes);
  useScrollToTop();
  // No content before the first auth state is known, except the prerendered public pages:
  // they are the same signed in or out, and their HTML may be on screen already.
  if (session.status === 'unknown' && !isPrerendered(pathname)) return <SplashScreen />;
  return (
    <ErrorBoundary
      resetKeys={[pathname]}
      fallbackRender={({ error }) => <ErrorScreen error={error} />}
    >
      <Suspense fallback={<SplashScreen />}>{screen}</Suspense>
    </ErrorBoundary>
  );
}

/** Scrolls to the top on a new navigation; on back and forward the browser restores the position. */
function useScrollToTop(): void {
  const { pathname, hash } = useLocation();
  const navigationType = useNavigationType();
  useLayoutEffect(() => {
    if (navigationType !== 'POP' && pathname !== '' && hash === '') window.scrollTo(0, 0);
  }, [navigationType, pathname, hash]);
}
