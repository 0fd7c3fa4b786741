/** Who may see which route (screens.md). Where someone was going survives the sign-in. */
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

/** While a signup is completing the session is still public: its toast and its second happen here. */
export function RequireSignedOut() {
  const { session } = useSession();
  const { state } = useLocation();
  if (session.status === 'authenticated') return <Navigate to={wayBack(state)} replace />;
  return <Outlet />;
}

export function Home() {
  const { session } = useSession();
  return <Navigate to={session.status === 'authenticated' ? '/dashboard' : '/login'} replace />;
}

function wayBack(state: unknown): string {
  const from =
    typeof state === 'object' && state !== null && 'from' in state ? state.from : undefined;
  return typeof from === 'string' && /^\/dashboard(\/|\?|$)/.test(from) ? from : '/dashboard';
}
