/**
 * Google sign-in popup, with an Auth instance of its own, created after the first screen. On phones and Safari, which
 * block popups opened long after the tap, an instance that has a popup resolver loads Google's code before it reports
 * its session: the session's instance has none.
 */
import {
  type Auth,
  browserPopupRedirectResolver,
  GoogleAuthProvider,
  inMemoryPersistence,
  signInWithPopup,
  signOut,
  type UserCredential,
  updateCurrentUser,
} from 'firebase/auth';
import type { ClientConfig } from '#contract/client-config.ts';
import { createAuth } from './firebase-auth.ts';

export interface GooglePopup {
  /** Loads the popup's code, in browsers that would otherwise block the popup. */
  prepare(): void;
  /** Opens the popup and makes its user the session's. Rejects with the SDK's `code`. */
  signIn(session: Auth): Promise<UserCredential>;
}

export function createGooglePopup(config: ClientConfig): GooglePopup {
  let instance: Auth | null = null;
  const popupAuth = () => {
    instance ??= createAuth(
      config,
      { persistence: inMemoryPersistence, popupRedirectResolver: browserPopupRedirectResolver },
      'google',
    );
    return instance;
  };
  return {
    prepare: popupAuth,
    async signIn(session) {
      const auth = popupAuth();
      const provider = new GoogleAuthProvider();
      provider.setCustomParameters({ prompt: 'select_account' });
      const credential = await signInWithPopup(auth, provider);
      await updateCurrentUser(session, credential.user);
      await signOut(auth);
      return credential;
    },
  };
}
