/** Implements the store's SessionPort over the auth session machine, which is the mutex of token refreshes. */
import { type ActorRefFrom, waitFor } from 'xstate';
import type { authSessionMachine } from '#machines/auth-session.machine.ts';
import type { SessionPort } from '#store/session-port.ts';

export type SessionActor = ActorRefFrom<typeof authSessionMachine>;

/** Longer than a refresh on a slow network; after it the request fails and can be retried. */
const tokenTimeoutMs = 15_000;

const hasEnded = ({ context }: ReturnType<SessionActor['getSnapshot']>) => context.session === null;

export function createSessionPort(session: SessionActor): SessionPort {
  let accountDeletion: Promise<void> | null = null;
  return {
    async usableToken(signal) {
      await accountDeletion;
      const settled = await waitFor(session, (snapshot) => snapshot.hasTag('settled'), {
        timeout: tokenTimeoutMs,
        signal,
      }).catch(() => null);
      return settled?.context.session?.token ?? null;
    },
    rejectToken(token) {
      if (accountDeletion === null)
        session.send({ type: 'TOKEN.REJECTED', token, atMs: Date.now() });
    },
    rejectRefreshedToken(token) {
      if (accountDeletion === null) session.send({ type: 'SESSION.REVOKED', token });
    },
    beginAccountDeletion() {
      let end = () => {};
      const deletion = new Promise<void>((resolve) => {
        end = () => {
          if (accountDeletion === deletion) accountDeletion = null;
          resolve();
        };
      });
      accountDeletion = deletion;
      void waitFor(session, hasEnded).then(end, end);
      return end;
    },
    onSessionEnded(listener) {
      let hadSession = session.getSnapshot().context.session !== null;
      const { unsubscribe } = session.subscribe(({ context }) => {
        const hasSession = context.session !== null;
        if (hadSession && !hasSession) listener();
        hadSession = hasSession;
      });
      return unsubscribe;
    },
  };
}
