/** Root component around every route: splash until the session is known, error boundary per screen. */
import { Suspense } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { type RouteObject, useLocation, useRoutes } from 'react-router-dom';
import { isPrerendered } from '#domain/public-pages.ts';
import { useSession } from '#src/features/session/session-context.ts';
import { ErrorScreen } from '#src/screens/error/error-screen.tsx';
import { SplashScreen } from '#src/screens/splash/splash-screen.tsx';
import { useScrollRestoration } from './routing/use-scroll-restoration.ts';

export function App({ routes }: { routes: RouteObject[] }) {
  const { session } = useSession();
  const { pathname } = useLocation();
  const screen = useRoutes(routes);
  useScrollRestoration();
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
