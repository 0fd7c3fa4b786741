/** Test model of authSession. */
import { refreshAfterMs, type Session } from '#machines/auth-session.machine.ts';
import { machineOf } from '../support/machine-of.ts';
import type { Model } from '../support/model.ts';

const hour = 3_600_000;
export const ana: Session = {
  uid: 'ana',
  email: 'ana@correo.example',
  displayName: null,
  token: 'token-1',
  issuedAtMs: 0,
  expiresAtMs: hour,
  ageMs: 0,
};
const failure = (code: string) => ({ message: 'no', code });
/** Every state has exactly one of these tags. */
const pageTags = ['unknown', 'public', 'authenticated'] as const;

export const authSession: Model = {
  machine: machineOf('authSession'),
  inputs: [undefined],
  samples: {
    'a session is found': { type: 'PROVIDER.SIGNED_IN', session: ana },
    'a newer token is found': { type: 'PROVIDER.SIGNED_IN', session: { ...ana, token: 'token-2' } },
    'another user is found': {
      type: 'PROVIDER.SIGNED_IN',
      session: { ...ana, uid: 'bea', token: 'b' },
    },
    'no session is found': { type: 'PROVIDER.SIGNED_OUT' },
    'a stored session has expired': { type: 'PROVIDER.UNREACHABLE' },
    'a stored session is refused': { type: 'PROVIDER.REFUSED' },
    retry: { type: 'RETRY' },
    'sign in': { type: 'SIGN_IN', email: 'ana@correo.example', password: 'secreta' },
    'sign in with Google': { type: 'SIGN_IN_WITH_GOOGLE' },
    register: {
      type: 'REGISTER',
      email: 'ana@correo.example',
      password: 'secreta',
      username: 'ana',
    },
    'sign out': { type: 'SIGN_OUT' },
    'the first token is rejected': { type: 'TOKEN.REJECTED', token: 'token-1', atMs: 0 },
    'a refreshed token is rejected, too': { type: 'SESSION.REVOKED', token: 'token-1' },
    'the page resumes early': { type: 'PAGE.RESUMED', atMs: refreshAfterMs - 1 },
    'the page resumes late': { type: 'PAGE.RESUMED', atMs: refreshAfterMs },
    'the page resumes too late': { type: 'PAGE.RESUMED', atMs: hour },
    'another tab signs out': { type: 'OTHER_TAB.SIGNED_OUT' },
    'credentials accepted': {
      type: 'xstate.done.actor.signIn',
      output: { session: ana, isNew: false },
    },
    'credentials refused': {
      type: 'xstate.error.actor.signIn',
      error: failure('auth/wrong-password'),
    },
    'profile there': { type: 'xstate.done.actor.createProfile' },
    'profile not made': { type: 'xstate.error.actor.createProfile', error: failure('down') },
    'the registration elsewhere ended': { type: 'xstate.done.actor.otherTabRegistration' },
    'registrations elsewhere are unknown': {
      type: 'xstate.error.actor.otherTabRegistration',
      error: failure('unknown'),
    },
    'token restored': { type: 'xstate.done.actor.restoreToken', output: ana },
    'no network for the stored session': {
      type: 'xstate.error.actor.restoreToken',
      error: failure('auth/network-request-failed'),
    },
    'stored session refused': {
      type: 'xstate.error.actor.restoreToken',
      error: failure('auth/user-token-expired'),
    },
    'the token of another user': {
      type: 'xstate.done.actor.refreshToken',
      output: { ...ana, uid: 'bea', token: 'b' },
    },
    'token refreshed': {
      type: 'xstate.done.actor.refreshToken',
      output: { ...ana, token: 'token-2' },
    },
    'no network': {
      type: 'xstate.error.actor.refreshToken',
      error: failure('auth/network-request-failed'),
    },
    'refresh refused': {
      type: 'xstate.error.actor.refreshToken',
      error: failure('auth/user-token-expired'),
    },
    'signed out': { type: 'xstate.done.actor.signOut' },
    'sign-out failed': {
      type: 'xstate.error.actor.signOut',
      error: failure('auth/internal-error'),
    },
    'session ended': { type: 'xstate.done.actor.endSession' },
    'session not ended': {
      type: 'xstate.error.actor.endSession',
      error: failure('auth/internal-error'),
    },
  },
  nodeKeyOf: ({ session, credentials, reported, reason }) => [
    session?.uid,
    session?.token,
    credentials?.method,
    reported?.uid,
    reason,
  ],
  // A wait for the network lasts a minute at most, always less than the token's remaining life.
  neverFires: (snapshot, event) =>
    event.startsWith('xstate.after.untilExpiry') &&
    snapshot.matches({ identified: { signedIn: { refreshing: 'waitingForNetwork' } } }),
  invariants: {
    'signed out, session and credentials are cleared': ({ value, context }) =>
      value !== 'signedOut' || (context.session === null && context.credentials === null),
    'signed in, there is a session': (snapshot) =>
      !snapshot.hasTag('authenticated') || snapshot.context.session !== null,
    'credentials exist only while signing in': (snapshot) =>
      snapshot.context.credentials === null ||
      snapshot.matches('signingIn') ||
      snapshot.matches({ identified: 'accepted' }),
    'every state is public, authenticated or unknown': (snapshot) =>
      pageTags.filter((tag) => snapshot.hasTag(tag)).length === 1,
    'a reported session is stored only while the credentials are checked': (snapshot) =>
      snapshot.context.reported === null || snapshot.matches('signingIn'),
    'rejected tokens serve no longer': (snapshot) =>
      !snapshot.matches({ identified: { signedIn: { refreshing: { requesting: 'overdue' } } } }) ||
      !snapshot.hasTag('settled'),
  },
};
