/** Firebase identity service: e-mail and password, Google popup, password reset. Locally only the origin differs. */
import type { FirebaseApp } from 'firebase/app';
import {
  type Auth,
  browserLocalPersistence,
  createUserWithEmailAndPassword,
  getAdditionalUserInfo,
  onIdTokenChanged,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  signOut,
  type User,
  updateProfile,
} from 'firebase/auth';
import type { ClientConfig } from '#contract/client-config.ts';
import type {
  AuthSessionEvent,
  Credentials,
  Session,
  SignedIn,
} from '#machines/auth-session.machine.ts';
import { createAuth } from './firebase-auth.ts';
import type { FirebaseCredentials } from './firebase-credentials.ts';
import { signedInUser } from './firebase-user.ts';
import { createGooglePopup, type GooglePopup } from './google-popup.ts';
import { withAwayCode } from './identity-answers.ts';
import { withTimeout } from './with-timeout.ts';

/** What the SDK reports, as the session machine's events. */
export type IdentityProviderEvent = Extract<AuthSessionEvent, { type: `PROVIDER.${string}` }>;

export interface IdentityService {
  readonly app: FirebaseApp;
  /** Reports the present session, then every change, from any tab. @returns unsubscribe function */
  observe(onEvent: (event: IdentityProviderEvent) => void): () => void;
  signIn(credentials: Credentials): Promise<SignedIn>;
  /** Forces a new token. Rejects with the SDK's `code`. */
  refresh(): Promise<Session>;
  /** The session with the token just issued. Rejects with the SDK's `code`. */
  current(): Promise<Session>;
  signOut(): Promise<void>;
  sendPasswordReset(email: string): Promise<void>;
  /** Loads the Google popup's code in browsers that would block a popup opened long after the click. */
  prepareGoogle(): Promise<void>;
  /** Lazy: only the settings screen needs it. */
  loadCredentials(): Promise<FirebaseCredentials>;
}

export function createIdentityService(config: ClientConfig): IdentityService {
  // Synchronous; IndexedDB would delay the first screen by three transactions. Both synchronise tabs.
  const auth = createAuth(config, { persistence: browserLocalPersistence });
  const google = createGooglePopup(config);
  return {
    app: auth.app,
    observe(onEvent) {
      // Callbacks may overtake each other while a token is read: only the latest counts.
      let latestSequence = 0;
      return onIdTokenChanged(auth, (user) => {
        latestSequence += 1;
        const sequence = latestSequence;
        if (user === null) return onEvent({ type: 'PROVIDER.SIGNED_OUT' });
        const report = (event: IdentityProviderEvent) => {
          if (sequence === latestSequence) onEvent(event);
        };
        // The first report may be a token stored days ago; later ones follow a token just issued.
        sessionOf(user, sequence === 1 ? 'stored' : 'issued').then(
          (session) => report({ type: 'PROVIDER.SIGNED_IN', session }),
          (error: unknown) =>
            report({ type: isUnreachable(error) ? 'PROVIDER.UNREACHABLE' : 'PROVIDER.SIGNED_OUT' }),
        );
      });
    },
    signIn: (credentials) => withAwayCode(signInWith(auth, google, credentials)),
    async refresh() {
      // Until then the SDK has not read the stored user.
      await auth.authStateReady();
      return sessionOf(signedInUser(auth), 'refreshed');
    },
    current: async () => sessionOf(signedInUser(auth), 'issued'),
    signOut: () => signOut(auth),
    sendPasswordReset: (email) => withAwayCode(sendPasswordResetEmail(auth, email)),
    prepareGoogle: async () => google.prepare(),
    loadCredentials: async () =>
      (await import('./firebase-credentials.ts')).createFirebaseCredentials(auth),
  };
}

async function signInWith(
  auth: Auth,
  google: GooglePopup,
  credentials: Credentials,
): Promise<SignedIn> {
  const { method, email, password, username } = credentials;
  if (method === 'password') {
    const { user } = await signInWithEmailAndPassword(auth, email, password);
    return { session: await sessionOf(user, 'issued'), isNew: false };
  }
  if (method === 'google') {
    const credential = await google.signIn(auth);
    const isNew = getAdditionalUserInfo(credential)?.isNewUser ?? false;
    return { session: await sessionOf(signedInUser(auth), 'issued'), isNew };
  }
  const { user } = await createUserWithEmailAndPassword(auth, email, password);
  // The account exists: its display name, and a token that contains it, are best effort.
  const named = updateProfile(user, { displayName: username }).then(() =>
    sessionOf(user, 'refreshed'),
  );
  const session = await withTimeout(named, displayNameTimeoutMs).catch(() =>
    sessionOf(user, 'issued'),
  );
  return { session, isNew: true };
}

const displayNameTimeoutMs = 5_000;

/** A stored session whose token has expired, and no network to refresh it: not a refusal. */
const isUnreachable = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'auth/network-request-failed';

/** Origin of a token: this browser's storage, a response just now, or a forced refresh. */
type TokenOrigin = 'stored' | 'issued' | 'refreshed';

async function sessionOf(user: User, origin: TokenOrigin): Promise<Session> {
  const result = await user.getIdTokenResult(origin === 'refreshed');
  const serverIssuedAtMs = Date.parse(result.issuedAtTime);
  const now = Date.now();
  // The server's issue time only for a stored token: with a local clock an hour ahead, every new token would be due at once.
  const issuedAtMs = origin === 'stored' ? Math.min(serverIssuedAtMs, now) : now;
  return {
    uid: user.uid,
    email: user.email ?? '',
    displayName: user.displayName,
    token: result.token,
    issuedAtMs,
    expiresAtMs: issuedAtMs + Date.parse(result.expirationTime) - serverIssuedAtMs,
    ageMs: now - issuedAtMs,
  };
}
