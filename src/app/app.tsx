/** The frame around every route: the splash until the session is known, the error page when a screen fails. */
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
  useTopOfNewPages();
  // “The app shows its content only after the first auth state is known” (specification, section 4).
  // A text that anyone may read is the same whoever is here, and may have been sent with the page.
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

/** A page arrived at by a link begins at its top; one come back to is where it was, which the browser sees to. */
function useTopOfNewPages(): void {
  const { pathname, hash } = useLocation();
  const arrival = useNavigationType();
  useLayoutEffect(() => {
    if (arrival !== 'POP' && pathname !== '' && hash === '') window.scrollTo(0, 0);
  }, [arrival, pathname, hash]);
}
