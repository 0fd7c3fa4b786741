/** React context provider of the session: maps the auth machine's snapshot to what screens may see. */
import { useSelector } from '@xstate/react';
import { type ReactNode, useLayoutEffect, useMemo } from 'react';
import { useHydrated } from '#src/components/use-hydrated.ts';
import {
  SessionContext,
  type SessionDelay,
  type SessionView,
  type ShowToast,
} from '#src/features/session/session-context.ts';
import type { Runtime } from '../runtime.ts';
import type { SessionActor } from './create-session-port.ts';

/** Before the first auth state is known; also the session of prerendered pages. */
export const unknownSession: SessionView = {
  status: 'unknown',
  delay: null,
  isRetrying: false,
  busy: null,
  failure: null,
  hasSignedOut: false,
  user: null,
};

type Snapshot = ReturnType<SessionActor['getSnapshot']>;

export function SessionProvider({
  runtime,
  showToast,
  children,
}: {
  runtime: Pick<
    Runtime,
    | 'session'
    | 'config'
    | 'actorEnvironment'
    | 'passwordReset'
    | 'loadAccountCredentials'
    | 'loadUsername'
  >;
  showToast: ShowToast;
  children: ReactNode;
}) {
  const known = useSelector(runtime.session, toSessionView, isSameView);
  const session = useHydrated() ? known : unknownSession;
  const { status } = session;
  useLayoutEffect(() => {
    // From here on the screens decide; index.html had only guessed from the stored token.
    if (status !== 'unknown') delete document.documentElement.dataset.session;
  }, [status]);
  const actions = useMemo(
    () => ({
      signIn: (credentials: { email: string; password: string }) =>
        runtime.session.send({ type: 'SIGN_IN', ...credentials }),
      signInWithGoogle: () => runtime.session.send({ type: 'SIGN_IN_WITH_GOOGLE' }),
      register: (account: { username: string; email: string; password: string }) =>
        runtime.session.send({ type: 'REGISTER', ...account }),
      signOut: () => runtime.session.send({ type: 'SIGN_OUT' }),
      retry: () => {
        // Offline a reload would show the browser's error page.
        if (runtime.session.getSnapshot().hasTag('offline'))
          runtime.session.send({ type: 'RETRY' });
        else window.location.reload();
      },
    }),
    [runtime],
  );
  const value = useMemo(
    () => ({
      session,
      actions,
      passwordReset: runtime.passwordReset,
      loadAccountCredentials: runtime.loadAccountCredentials,
      loadUsername: runtime.loadUsername,
      showToast,
      actorEnvironment: runtime.actorEnvironment,
      site: {
        landingUrl: runtime.config.landingUrl,
        supportEmail: runtime.config.supportEmail,
        localMailbox: runtime.config.localMailbox,
      },
    }),
    [session, actions, runtime, showToast],
  );
  return <SessionContext value={value}>{children}</SessionContext>;
}

function toSessionView(snapshot: Snapshot): SessionView {
  const { session, credentials, failure, reason } = snapshot.context;
  return {
    status: snapshot.hasTag('unknown')
      ? 'unknown'
      : snapshot.hasTag('authenticated')
        ? 'authenticated'
        : 'public',
    delay: toDelay(snapshot),
    isRetrying: snapshot.hasTag('retrying'),
    busy: snapshot.hasTag('busy') ? (credentials?.method ?? 'sign-out') : null,
    failure,
    hasSignedOut: reason === 'user' || reason === 'other-tab',
    user: session === null ? null : { email: session.email, displayName: session.displayName },
  };
}

function toDelay(snapshot: Snapshot): SessionDelay | null {
  if (snapshot.hasTag('offline')) return 'network';
  return snapshot.hasTag('slow') ? 'session' : null;
}

function isSameView(a: SessionView, b: SessionView): boolean {
  return (
    a.status === b.status &&
    a.delay === b.delay &&
    a.isRetrying === b.isRetrying &&
    a.busy === b.busy &&
    a.failure === b.failure &&
    a.hasSignedOut === b.hasSignedOut &&
    a.user?.email === b.user?.email &&
    a.user?.displayName === b.user?.displayName
  );
}
