/** Route guards, signed in or signed out only, and the redirect of `/`. The requested address survives the sign-in. */
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { useSession } from '#src/features/session/session-context.ts';

export function RequireSignedIn() {
  const { session } = useSession();
  const { pathname, search } = useLocation();
  if (session.status === 'public') {
    const state = session.hasSignedOut ? null : { from: `${pathname}${search}` };
    return <Navigate to="/login" replace state={state} />;
  }
  return <Outlet />;
}

/** During a signup the session is still public: its toast and one-second delay happen on this route. */
export function RequireSignedOut() {
  const { session } = useSession();
  const { state } = useLocation();
  if (session.status === 'authenticated') return <Navigate to={returnPath(state)} replace />;
  return <Outlet />;
}

export function HomeRedirect() {
  const { session } = useSession();
  return <Navigate to={session.status === 'authenticated' ? '/dashboard' : '/login'} replace />;
}

function returnPath(state: unknown): string {
  const from =
    typeof state === 'object' && state !== null && 'from' in state ? state.from : undefined;
  return typeof from === 'string' && /^\/dashboard(\/|\?|$)/.test(from) ? from : '/dashboard';
}
