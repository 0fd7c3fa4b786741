/** The person signed in with the identity SDK. */
import type { Auth, User } from 'firebase/auth';

/** Rejects as the SDK would when nobody is signed in any more. */
export function signedInUser({ currentUser }: Auth): User {
  if (currentUser === null) throw Object.assign(new Error(), { code: 'auth/no-user' });
  return currentUser;
}
