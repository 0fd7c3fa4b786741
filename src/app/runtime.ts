/** The one place where machines, store and services meet. Created once, outside React; starts nothing by being imported. */
import { createActor, fromCallback, fromPromise } from 'xstate';
import type { ClientConfig } from '#contract/client-config.ts';
import { authSessionMachine, type Session } from '#machines/auth-session.machine.ts';
import { passwordResetMachine } from '#machines/password-reset.machine.ts';
import type { MachineSurroundings, ShowToast } from '#src/screens/session-context.ts';
import type { ProfileDocuments } from '#src/services/profile-documents.ts';
import type { ContactActor } from './contact.ts';
import { deferred } from './deferred.ts';
import { announceToPeers, listenToPeers } from './effects/peers.ts';
import { onWake } from './effects/wake.ts';
import type { Identity } from './identity.ts';
import type { Memory } from './memory.ts';
import type { Notifier } from './notifier.ts';
import { mirrorToken } from './token-mirror.ts';

export interface RuntimeParts {
  readonly config: ClientConfig;
  readonly identity: Identity;
  readonly documents: ProfileDocuments;
  readonly notifier: Notifier;
  readonly showToast: ShowToast;
  readonly surroundings: MachineSurroundings;
}

export type Runtime = ReturnType<typeof createRuntime>;

export function createRuntime({
  config,
  identity,
  documents,
  notifier,
  showToast,
  surroundings,
}: RuntimeParts) {
  let memory: Memory | null = null;
  let contact: ContactActor | null = null;
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
        if (context.session !== null) memory?.begin(context.session.uid);
      },
      sessionEnded: (_, { reason }) => {
        memory?.forget();
        contact?.send({ type: 'FORGET' });
        // Only what happened here is news to other tabs, or they would echo each other.
        if (reason === 'user' || reason === 'refresh-failed') announceToPeers();
        if (reason === 'refresh-failed') notifier.sessionLost();
      },
      operationSucceeded: (_, outcome) => notifier.succeeded(outcome),
      operationFailed: (_, outcome) => notifier.failed(outcome),
    },
  });
  const session = createActor(machine, surroundings);
  const stopMirror = mirrorToken(session);
  session.start();
  return {
    config,
    surroundings,
    session,
    /** The signed-in half of the tab's memory, made when the first screen behind the sign-in asks. */
    memory: deferred(async () => {
      const { createMemory } = await import('./memory.ts');
      memory = createMemory(session, surroundings);
      return memory;
    }),
    /** Writing to support, made when the help centre is first shown. */
    contact: deferred(async () => {
      const { startContact } = await import('./contact.ts');
      contact = startContact(config, showToast, surroundings);
      return contact;
    }),
    /** Proving anew who is here, and another password: made when the settings ask. */
    ownSignIn: deferred(async () => {
      const { createOwnSignIn } = await import('./own-sign-in.ts');
      return createOwnSignIn(identity, session);
    }),
    passwordReset: passwordResetMachine.provide({
      actors: { sendReset: fromPromise(({ input }) => identity.sendPasswordReset(input.email)) },
      actions: { resetFailed: (_, { code }) => notifier.resetFailed(code) },
    }),
    stop() {
      memory?.stop();
      contact?.stop();
      stopMirror();
      session.stop();
    },
  };
}

/** One tab refreshes at a time; the others find the new token when their turn comes. */
async function refreshOnce(identity: Identity, _held: Session): Promise<Session> {
  if (!('locks' in navigator)) return identity.refresh();
  return navigator.locks.request('vigia-token', () => identity.refresh());
}
