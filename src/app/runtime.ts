/** The one place where machines, store and services meet. Created once, outside React; starts nothing by being imported. */
import { createActor, fromCallback, fromPromise } from 'xstate';
import type { ClientConfig } from '#contract/client-config.ts';
import { authSessionMachine, type Session } from '#machines/auth-session.machine.ts';
import { passwordResetMachine } from '#machines/password-reset.machine.ts';
import type { IdentityService } from '#src/services/firebase.ts';
import type { ProfileDocuments } from '#src/services/profile-documents.ts';
import { monitoringApi } from '#store/api/monitoring-api.ts';
import { createAppStore } from '#store/app-store.ts';
import { sessionEnded, sessionStarted } from '#store/session-events.ts';
import { announceToPeers, listenToPeers } from './effects/peers.ts';
import { onWake } from './effects/wake.ts';
import { startLiveFeed } from './live-feed.ts';
import type { Notifier } from './notifier.ts';
import { createSessionPort } from './session-port.ts';
import { mirrorToken } from './token-mirror.ts';

export interface RuntimeParts {
  readonly config: ClientConfig;
  readonly identity: IdentityService;
  readonly documents: ProfileDocuments;
  readonly notifier: Notifier;
}

export type Runtime = ReturnType<typeof createRuntime>;

export function createRuntime({ config, identity, documents, notifier }: RuntimeParts) {
  const machine = authSessionMachine.provide({
    actors: {
      provider: fromCallback(({ sendBack }) =>
        identity.observe((session) =>
          sendBack(session === null ? { type: 'SDK.NONE' } : { type: 'SDK.SESSION', session }),
        ),
      ),
      peers: fromCallback(({ sendBack }) =>
        listenToPeers(() => sendBack({ type: 'PEER.SIGNED_OUT' })),
      ),
      wake: fromCallback(({ sendBack }) => onWake((at) => sendBack({ type: 'WAKE', at }))),
      signIn: fromPromise(({ input }) => identity.signIn(input)),
      ensureProfile: fromPromise(({ input }) => documents.ensure(input.session, input.username)),
      refreshToken: fromPromise(({ input }) => refreshOnce(identity, input.session)),
      signOut: fromPromise(() => identity.signOut()),
    },
    actions: {
      sessionStarted: ({ context }) => {
        if (context.session !== null) store.dispatch(sessionStarted({ uid: context.session.uid }));
      },
      sessionEnded: (_, { reason }) => {
        store.dispatch(sessionEnded());
        store.dispatch(monitoringApi.util.resetApiState());
        // Only what happened here is news to other tabs, or they would echo each other.
        if (reason === 'user' || reason === 'refresh-failed') announceToPeers();
        if (reason === 'refresh-failed') notifier.sessionLost();
      },
      operationSucceeded: (_, outcome) => notifier.succeeded(outcome),
      operationFailed: (_, outcome) => notifier.failed(outcome),
    },
  });
  const session = createActor(machine);
  const store = createAppStore({ session: createSessionPort(session) });
  const stopMirror = mirrorToken(session);
  const stopFeed = startLiveFeed({ session, store });
  session.start();
  return {
    config,
    session,
    store,
    passwordReset: passwordResetMachine.provide({
      actors: { sendReset: fromPromise(({ input }) => identity.sendPasswordReset(input.email)) },
      actions: { resetFailed: (_, { code }) => notifier.resetFailed(code) },
    }),
    stop() {
      stopFeed();
      stopMirror();
      session.stop();
    },
  };
}

/** One tab refreshes at a time; the others find the new token when their turn comes. */
async function refreshOnce(identity: IdentityService, _held: Session): Promise<Session> {
  if (!('locks' in navigator)) return identity.refresh();
  return navigator.locks.request('vigia-token', () => identity.refresh());
}
