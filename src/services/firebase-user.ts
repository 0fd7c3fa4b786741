/** The current user of the Firebase SDK. */
import type { Auth, User } from 'firebase/auth';

/** @throws with `code` `auth/no-user`, in the SDK's form, when signed out */
export function signedInUser({ currentUser }: Auth): User {
  if (currentUser === null) throw Object.assign(new Error(), { code: 'auth/no-user' });
  return currentUser;
}
