/** The one place where machines, store and services meet. Created once, outside React; starts nothing by being imported. */
import { createActor, fromCallback, fromPromise } from 'xstate';
import type { ClientConfig } from '#contract/client-config.ts';
import { authSessionMachine, type Session } from '#machines/auth-session.machine.ts';
import { passwordResetMachine } from '#machines/password-reset.machine.ts';
import type { ActorEnvironment, ShowToast } from '#src/features/session/session-context.ts';
import type { ProfileDocuments } from '#src/services/profile-documents.ts';
import type { ContactActor } from './contact-actor.ts';
import { onPageResume } from './effects/page-resume.ts';
import { broadcastSignOut, onPeerSignOut } from './effects/sign-out-channel.ts';
import type { LazyIdentityService } from './lazy-identity-service.ts';
import { lazyOnce } from './lazy-load.ts';
import type { SessionToasts } from './session-toasts.ts';
import type { SignedInRuntime } from './signed-in-runtime.ts';
import { persistToken } from './token-storage.ts';

export interface RuntimeParts {
  readonly config: ClientConfig;
  readonly identity: LazyIdentityService;
  readonly documents: ProfileDocuments;
  readonly notifier: SessionToasts;
  readonly showToast: ShowToast;
  readonly surroundings: ActorEnvironment;
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
  let memory: SignedInRuntime | null = null;
  let contact: ContactActor | null = null;
  const machine = authSessionMachine.provide({
    actors: {
      provider: fromCallback(({ sendBack }) =>
        identity.observe((session) =>
          sendBack(session === null ? { type: 'SDK.NONE' } : { type: 'SDK.SESSION', session }),
        ),
      ),
      peers: fromCallback(({ sendBack }) =>
        onPeerSignOut(() => sendBack({ type: 'PEER.SIGNED_OUT' })),
      ),
      wake: fromCallback(({ sendBack }) => onPageResume((at) => sendBack({ type: 'WAKE', at }))),
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
        if (reason === 'user' || reason === 'refresh-failed') broadcastSignOut();
        if (reason === 'refresh-failed') notifier.sessionLost();
      },
      operationSucceeded: (_, outcome) => notifier.succeeded(outcome),
      operationFailed: (_, outcome) => notifier.failed(outcome),
    },
  });
  const session = createActor(machine, surroundings);
  const stopMirror = persistToken(session);
  session.start();
  return {
    config,
    surroundings,
    session,
    /** The signed-in half of the tab's memory, made when the first screen behind the sign-in asks. */
    memory: lazyOnce(async () => {
      const { createSignedInRuntime } = await import('./signed-in-runtime.ts');
      memory = createSignedInRuntime(session, surroundings);
      return memory;
    }),
    /** Writing to support, made when the help centre is first shown. */
    contact: lazyOnce(async () => {
      const { startContactActor } = await import('./contact-actor.ts');
      contact = startContactActor(config, showToast, surroundings);
      return contact;
    }),
    /** Proving anew who is here, and another password: made when the settings ask. */
    ownSignIn: lazyOnce(async () => {
      const { createAccountCredentials } = await import('./account-credentials.ts');
      return createAccountCredentials(identity, session);
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
async function refreshOnce(identity: LazyIdentityService, _held: Session): Promise<Session> {
  if (!('locks' in navigator)) return identity.refresh();
  return navigator.locks.request('vigia-token', () => identity.refresh());
}
