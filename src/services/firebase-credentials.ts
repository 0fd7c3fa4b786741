/** Firebase reauthentication, and change of password and address. Loaded with the screens that need them. */
import {
  type Auth,
  browserPopupRedirectResolver,
  EmailAuthProvider,
  GoogleAuthProvider,
  reauthenticateWithCredential,
  reauthenticateWithPopup,
  type User,
  updatePassword,
  verifyBeforeUpdateEmail,
} from 'firebase/auth';
import { signedInUser } from './firebase-user.ts';
import { withAwayCode } from './identity-answers.ts';

export interface FirebaseCredentials {
  /** False for users who signed up with Google. */
  hasPassword(): boolean;
  /**
   * Reauthenticates by password or, without one, by Google popup: then call it in a click handler.
   * Rejects with the SDK's `code`.
   */
  reauthenticate(password: string): Promise<User>;
  /** Revokes the user's sessions in other browsers. Rejects with the SDK's `code`. */
  changePassword(change: { readonly current: string; readonly next: string }): Promise<User>;
  /** The account has the new address once its link is opened, which revokes all sessions. Rejects with the SDK's `code`. */
  requestEmailChange(change: { readonly password: string; readonly email: string }): Promise<User>;
}

const passwordProvider = 'password';

export function createFirebaseCredentials(auth: Auth): FirebaseCredentials {
  const account: FirebaseCredentials = {
    hasPassword: () =>
      auth.currentUser?.providerData.some(({ providerId }) => providerId === passwordProvider) ??
      false,
    async reauthenticate(password) {
      const user = signedInUser(auth);
      if (account.hasPassword()) {
        const credential = EmailAuthProvider.credential(user.email ?? '', password);
        return (await withAwayCode(reauthenticateWithCredential(user, credential))).user;
      }
      const google = new GoogleAuthProvider();
      google.setCustomParameters({ login_hint: user.email ?? '' });
      return (await reauthenticateWithPopup(user, google, browserPopupRedirectResolver)).user;
    },
    async changePassword({ current, next }) {
      const user = await account.reauthenticate(current);
      await withAwayCode(updatePassword(user, next));
      return user;
    },
    async requestEmailChange({ password, email }) {
      const user = await account.reauthenticate(password);
      await withAwayCode(verifyBeforeUpdateEmail(user, email));
      return user;
    },
  };
  return account;
}
