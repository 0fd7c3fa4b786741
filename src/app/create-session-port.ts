/** The store's view of the session: a token when there is a usable one. The machine is the mutex. */
import { type ActorRefFrom, waitFor } from 'xstate';
import type { authSessionMachine } from '#machines/auth-session.machine.ts';
import type { SessionPort } from '#store/session-port.ts';

export type SessionActor = ActorRefFrom<typeof authSessionMachine>;

/** Longer than a refresh over a bad line; then the request fails and may be tried again. */
const patienceMs = 15_000;

const isOver = ({ context }: ReturnType<SessionActor['getSnapshot']>) => context.session === null;

export function createSessionPort(session: SessionActor): SessionPort {
  let ending: Promise<void> | null = null;
  return {
    async usableToken(signal) {
      await ending;
      const settled = await waitFor(session, (snapshot) => snapshot.hasTag('settled'), {
        timeout: patienceMs,
        signal,
      }).catch(() => null);
      return settled?.context.session?.token ?? null;
    },
    rejectToken(token) {
      if (ending === null) session.send({ type: 'TOKEN.REJECTED', token, at: Date.now() });
    },
    rejectRenewedToken(token) {
      if (ending === null) session.send({ type: 'SESSION.REVOKED', token });
    },
    beginEnding() {
      const { promise, resolve } = Promise.withResolvers<void>();
      const end = () => {
        if (ending === promise) ending = null;
        resolve();
      };
      ending = promise;
      void waitFor(session, isOver).then(end, end);
      return end;
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
