/** Composition root: wires machines, store and services. Created once, outside React. */
import { createActor, fromCallback, fromPromise } from 'xstate';
import type { ClientConfig } from '#contract/client-config.ts';
import {
  type AuthSessionEvent,
  authSessionMachine,
  type Session,
} from '#machines/auth-session.machine.ts';
import { passwordResetMachine } from '#machines/password-reset.machine.ts';
import type { ActorEnvironment, ShowToast } from '#src/features/session/session-context.ts';
import type { ProfileInitializer } from '#src/services/profile-initializer.ts';
import type { StartedContactActor } from './contact-actor.ts';
import { clearDeviceData } from './effects/clear-device-data.ts';
import { onPageResume } from './effects/page-resume.ts';
import { refreshInOneTab } from './effects/refresh-in-one-tab.ts';
import { createRegistrationLock } from './effects/registration-lock.ts';
import { broadcastSignOut, onPeerSignOut } from './effects/sign-out-channel.ts';
import { lazyOnce } from './page/lazy-load.ts';
import type { SessionActor } from './session/create-session-port.ts';
import type { LazyIdentityService } from './session/lazy-identity-service.ts';
import type { SessionToasts } from './session/session-toasts.ts';
import { persistToken } from './session/token-storage.ts';
import type { SignedInRuntime } from './signed-in-runtime.tsx';

export interface RuntimeOptions {
  readonly config: ClientConfig;
  readonly identity: LazyIdentityService;
  readonly profileInitializer: ProfileInitializer;
  readonly sessionToasts: SessionToasts;
  readonly showToast: ShowToast;
  readonly actorEnvironment: ActorEnvironment;
}

export type Runtime = ReturnType<typeof createRuntime>;

export function createRuntime({
  config,
  identity,
  profileInitializer,
  sessionToasts,
  showToast,
  actorEnvironment,
}: RuntimeOptions) {
  let signedIn: SignedInRuntime | null = null;
  let contact: StartedContactActor | null = null;
  const registration = createRegistrationLock();
  /** Of the user whose profile is known to be there. */
  let ensuredUid = '';
  const ensureProfile = async (of: Session, username: string, signal?: AbortSignal) => {
    if (of.uid === ensuredUid) return;
    await registration.waitForOtherTabs(signal);
    await profileInitializer.ensure(of, username).finally(registration.release);
    ensuredUid = of.uid;
  };
  const machine = authSessionMachine.provide({
    actors: {
      provider: fromCallback(({ sendBack }) =>
        identity.observe((event) => sendBack(event satisfies AuthSessionEvent)),
      ),
      otherTabs: fromCallback(({ sendBack }) =>
        onPeerSignOut(() => sendBack({ type: 'OTHER_TAB.SIGNED_OUT' } satisfies AuthSessionEvent)),
      ),
      pageResume: fromCallback(({ sendBack }) =>
        onPageResume((atMs) => sendBack({ type: 'PAGE.RESUMED', atMs } satisfies AuthSessionEvent)),
      ),
      signIn: fromPromise(({ input }) => {
        if (input.method === 'register') registration.hold();
        return identity.signIn(input);
      }),
      ensureProfile: fromPromise(({ input, signal }) =>
        ensureProfile(input.session, input.username, signal),
      ),
      otherTabRegistration: fromPromise(({ signal }) => registration.waitForOtherTabs(signal)),
      refreshToken: fromPromise(({ input, signal }) =>
        refreshInOneTab({ ...input, refresh: () => identity.refresh(), signal }),
      ),
      signOut: fromPromise(() => identity.signOut()),
    },
    actions: {
      sessionEnded: (_, { reason }) => {
        signedIn?.endSession();
        clearDeviceData();
        // Only a sign-out that started in this tab is broadcast, or tabs would loop.
        if (reason === 'user' || reason === 'refresh-failed') broadcastSignOut();
        if (reason === 'refresh-failed') sessionToasts.sessionLost();
      },
      operationSucceeded: (_, outcome) => sessionToasts.succeeded(outcome),
      operationFailed: (_, outcome) => {
        registration.release();
        sessionToasts.failed(outcome);
      },
    },
  });
  /** Store and live feed, created when the first signed-in screen loads. */
  const loadSignedInRuntime = lazyOnce(async () => {
    const { createSignedInRuntime } = await import('./signed-in-runtime.tsx');
    signedIn = createSignedInRuntime(session, actorEnvironment, async (change) => {
      const { session: current } = session.getSnapshot().context;
      if (current === null) return;
      // The page may not have been idle yet.
      await ensureProfile(current, '');
      await profileInitializer.update(current.uid, change);
    });
    return signedIn;
  });
  const session = createActor(machine, actorEnvironment);
  const stopPersisting = persistToken(session);
  onUserGone(session, () => {
    contact?.send({ type: 'RESET' });
    clearDeviceData();
  });
  session.start();
  return {
    config,
    actorEnvironment,
    session,
    loadSignedInRuntime,
    /** Creates the profile of a stored session where a sign-in could not; no screen waits for it. */
    async ensureProfile() {
      const { session: current } = session.getSnapshot().context;
      if (current !== null) await ensureProfile(current, '');
    },
    loadUsername: async () => (await loadSignedInRuntime()).fetchUsername(),
    /** Contact form actor, created when the help centre is first shown. */
    loadContactActor: lazyOnce(async () => {
      const { startContactActor } = await import('./contact-actor.ts');
      contact = startContactActor(config, showToast, actorEnvironment);
      return contact;
    }),
    /** Reauthentication, and change of password and address, loaded on first use. */
    loadAccountCredentials: lazyOnce(async () => {
      const { createAccountCredentials } = await import('./session/account-credentials.ts');
      return createAccountCredentials(identity, session);
    }),
    passwordReset: passwordResetMachine.provide({
      actors: { sendReset: fromPromise(({ input }) => identity.sendPasswordReset(input.email)) },
      actions: { resetFailed: (_, { code }) => sessionToasts.resetFailed(code) },
    }),
    stop() {
      signedIn?.stop();
      contact?.stop();
      stopPersisting();
      session.stop();
    },
  };
}

/** Calls the listener when the user of the session is another one, or nobody any more. A failed sign-in is neither. */
function onUserGone(session: SessionActor, listener: () => void): void {
  let uid: string | null = null;
  session.subscribe(({ context }) => {
    const nextUid = context.session?.uid ?? null;
    if (uid !== null && nextUid !== uid) listener();
    uid = nextUid;
  });
}
