/** Firebase as the identity service: e-mail and password, Google popup, recovery. Only addresses differ locally. */

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
  /** Calls back at once with what is known, then at every change, from any tab. @returns how to stop */
  observe(onSession: (session: Session | null) => void): () => void;
  signIn(credentials: Credentials): Promise<SignedIn>;
  /** A new token, whatever the age of the present one. Rejects with the SDK's `code`. */
  refresh(): Promise<Session>;
  /** The session with the token just issued. Rejects with the SDK's `code`. */
  current(): Promise<Session>;
  signOut(): Promise<void>;
  sendPasswordReset(email: string): Promise<void>;
  /** Makes Google's window ready to open at once. */
  prepareGoogle(): Promise<void>;
  /** What only the settings need, fetched when they do. */
  ownAccount(): Promise<FirebaseCredentials>;
}

export function createIdentityService(config: ClientConfig): IdentityService {
  const app = initializeApp(config.firebase);
  const google = createGooglePopup();
  const auth = initializeAuth(app, {
    // Read at once, where IndexedDB would keep the splash for three transactions; tabs hear of each other either way.
    persistence: browserLocalPersistence,
    popupRedirectResolver: google.resolver,
  });
  auth.languageCode = 'es';
  // The SDK's way of naming another host for the identity service.
  if (config.identityOrigin !== null) {
    connectAuthEmulator(auth, config.identityOrigin, { disableWarnings: true });
  }
  return {
    app,
    observe(onSession) {
      // Announcements may overtake each other while a token is read: only the newest counts.
      let newest = 0;
      return onIdTokenChanged(auth, (user) => {
        newest += 1;
        const mine = newest;
        if (user === null) return onSession(null);
        // What is reported first may come from days ago; later reports follow a token just issued.
        sessionOf(user, mine === 1 ? 'kept' : 'issued').then(
          (session) => mine === newest && onSession(session),
          () => mine === newest && onSession(null),
        );
      });
    },
    signIn: (credentials) => signInWith(auth, credentials),
    refresh: async () => sessionOf(signedInUser(auth), 'renewed'),
    current: async () => sessionOf(signedInUser(auth), 'issued'),
    signOut: () => signOut(auth),
    sendPasswordReset: (email) => sendPasswordResetEmail(auth, email),
    prepareGoogle: () => google.prepare(auth),
    ownAccount: async () => (await import('./firebase-credentials.ts')).createOwnAccount(auth),
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
  // The token made at signup does not carry the name yet.
  return { session: await sessionOf(user, 'renewed'), isNew: true };
}

/** Where a token comes from: this browser's storage, an answer of this moment, or a renewal asked for here. */
type TokenOrigin = 'kept' | 'issued' | 'renewed';

async function sessionOf(user: User, origin: TokenOrigin): Promise<Session> {
  const result = await user.getIdTokenResult(origin === 'renewed');
  const issuedAtTheirs = Date.parse(result.issuedAtTime);
  const now = Date.now();
  // By their clock only where nothing else tells: by a clock an hour ahead, every new token would be due at once.
  const issuedAtMs = origin === 'kept' ? Math.min(issuedAtTheirs, now) : now;
  return {
    uid: user.uid,
    email: user.email ?? '',
    emailVerified: user.emailVerified,
    displayName: user.displayName,
    token: result.token,
    issuedAtMs,
    expiresAtMs: issuedAtMs + Date.parse(result.expirationTime) - issuedAtTheirs,
    ageMs: now - issuedAtMs,
  };
}
