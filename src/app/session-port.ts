/** The store's view of the session: a token when there is a usable one. The machine is the mutex. */
import { type ActorRefFrom, waitFor } from 'xstate';
import type { authSessionMachine } from '#machines/auth-session.machine.ts';
import type { SessionPort } from '#store/session-port.ts';

export type SessionActor = ActorRefFrom<typeof authSessionMachine>;

/** Longer than a refresh over a bad line; then the request fails and may be tried again. */
const patienceMs = 15_000;

export function createSessionPort(session: SessionActor): SessionPort {
  return {
    async usableToken(signal) {
      const settled = await waitFor(session, (snapshot) => snapshot.hasTag('settled'), {
        timeout: patienceMs,
        signal,
      }).catch(() => null);
      return settled?.context.session?.token ?? null;
    },
    rejectToken(token) {
      session.send({ type: 'TOKEN.REJECTED', token, at: Date.now() });
    },
    rejectRenewedToken(token) {
      session.send({ type: 'SESSION.REVOKED', token });
    },
    onSessionEnded(listener) {
      let had = session.getSnapshot().context.session !== null;
      const { unsubscribe } = session.subscribe(({ context }) => {
        const has = context.session !== null;
        if (had && !has) listener();
        had = has;
      });
      return unsubscribe;
    },
  };
}
