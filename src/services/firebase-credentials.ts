/** What signed-in people do with their own sign-in: prove anew who they are, change the password. Fetched with the settings. */
import {
  type Auth,
  EmailAuthProvider,
  GoogleAuthProvider,
  reauthenticateWithCredential,
  reauthenticateWithPopup,
  type User,
  updatePassword,
} from 'firebase/auth';
import { signedInUser } from './firebase-user.ts';

export interface FirebaseCredentials {
  /** Whoever came with Google has none. */
  hasPassword(): boolean;
  /**
   * Proves who is here by the password, or by Google's window where there is none: then call it within the click.
   * Rejects with the SDK's `code`.
   */
  reauthenticate(password: string): Promise<User>;
  /** Ends this person's sessions everywhere but here. Rejects with the SDK's `code`. */
  changePassword(change: { readonly current: string; readonly next: string }): Promise<User>;
}

const passwordProvider = 'password';

export function createOwnAccount(auth: Auth): FirebaseCredentials {
  const account: FirebaseCredentials = {
    hasPassword: () =>
      auth.currentUser?.providerData.some(({ providerId }) => providerId === passwordProvider) ??
      false,
    async reauthenticate(password) {
      const user = signedInUser(auth);
      if (account.hasPassword()) {
        const credential = EmailAuthProvider.credential(user.email ?? '', password);
        return (await reauthenticateWithCredential(user, credential)).user;
      }
      const google = new GoogleAuthProvider();
      google.setCustomParameters({ login_hint: user.email ?? '' });
      return (await reauthenticateWithPopup(user, google)).user;
    },
    async changePassword({ current, next }) {
      const user = await account.reauthenticate(current);
      await updatePassword(user, next);
      return user;
    },
  };
  return account;
}
