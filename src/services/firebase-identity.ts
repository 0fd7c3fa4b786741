/** Firebase identity service: e-mail and password, Google popup, password reset. Locally only the origin differs. */
import { type FirebaseApp, initializeApp } from 'firebase/app';
import {
  type Auth,
  browserLocalPersistence,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  GoogleAuthProvider,
  getAdditionalUserInfo,
  initializeAuth,
  onIdTokenChanged,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  signInWithPopup,
  signOut,
  type User,
  updateProfile,
} from 'firebase/auth';
import type { ClientConfig } from '#contract/client-config.ts';
import type { Credentials, Session, SignedIn } from '#machines/auth-session.machine.ts';
import type { FirebaseCredentials } from './firebase-credentials.ts';
import { signedInUser } from './firebase-user.ts';
import { createGooglePopup } from './google-popup.ts';

export interface IdentityService {
  readonly app: FirebaseApp;
  /** Calls back with the present session, then at every change, from any tab. @returns unsubscribe function */
  observe(onSession: (session: Session | null) => void): () => void;
  signIn(credentials: Credentials): Promise<SignedIn>;
  /** Forces a new token. Rejects with the SDK's `code`. */
  refresh(): Promise<Session>;
  /** The session with the token just issued. Rejects with the SDK's `code`. */
  current(): Promise<Session>;
  signOut(): Promise<void>;
  sendPasswordReset(email: string): Promise<void>;
  /** Preloads the Google popup, so that it opens within the click. */
  prepareGoogle(): Promise<void>;
  /** Lazy: only the settings screen needs it. */
  loadCredentials(): Promise<FirebaseCredentials>;
}

export function createIdentityService(config: ClientConfig): IdentityService {
  const app = initializeApp(config.firebase);
  const google = createGooglePopup();
  const auth = initializeAuth(app, {
    // Synchronous; IndexedDB would delay the first screen by three transactions. Both synchronise tabs.
    persistence: browserLocalPersistence,
    popupRedirectResolver: google.resolver,
  });
  auth.languageCode = 'es';
  // The SDK's only way to set another origin of the identity service.
  if (config.identityOrigin !== null) {
    connectAuthEmulator(auth, config.identityOrigin, { disableWarnings: true });
  }
  return {
    app,
    observe(onSession) {
      // Callbacks may overtake each other while a token is read: only the latest counts.
      let latestSequence = 0;
      return onIdTokenChanged(auth, (user) => {
        latestSequence += 1;
        const sequence = latestSequence;
        if (user === null) return onSession(null);
        // The first report may be a token stored days ago; later ones follow a token just issued.
        sessionOf(user, sequence === 1 ? 'stored' : 'issued').then(
          (session) => sequence === latestSequence && onSession(session),
          () => sequence === latestSequence && onSession(null),
        );
      });
    },
    signIn: (credentials) => signInWith(auth, credentials),
    refresh: async () => sessionOf(signedInUser(auth), 'refreshed'),
    current: async () => sessionOf(signedInUser(auth), 'issued'),
    signOut: () => signOut(auth),
    sendPasswordReset: (email) => sendPasswordResetEmail(auth, email),
    prepareGoogle: () => google.prepare(auth),
    loadCredentials: async () =>
      (await import('./firebase-credentials.ts')).createFirebaseCredentials(auth),
  };
}

async function signInWith(auth: Auth, credentials: Credentials): Promise<SignedIn> {
  const { method, email, password, username } = credentials;
  if (method === 'password') {
    const { user } = await signInWithEmailAndPassword(auth, email, password);
    return { session: await sessionOf(user, 'issued'), isNew: false };
  }
  if (method === 'google') {
    const provider = new GoogleAuthProvider();
    provider.setCustomParameters({ prompt: 'select_account' });
    const credential = await signInWithPopup(auth, provider);
    const isNew = getAdditionalUserInfo(credential)?.isNewUser ?? false;
    return { session: await sessionOf(credential.user, 'issued'), isNew };
  }
  const { user } = await createUserWithEmailAndPassword(auth, email, password);
  await updateProfile(user, { displayName: username });
  // The token issued at signup does not contain the name yet.
  return { session: await sessionOf(user, 'refreshed'), isNew: true };
}

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
    emailVerified: user.emailVerified,
    displayName: user.displayName,
    token: result.token,
    issuedAtMs,
    expiresAtMs: issuedAtMs + Date.parse(result.expirationTime) - serverIssuedAtMs,
    ageMs: now - issuedAtMs,
  };
}
