/** Locks the account a request writes to: it may have been closed since the request was authenticated. */
import { accountErasedError, sessionEndedError } from '../base/errors.ts';
import type { Database } from '../db/pool.ts';
import { lockUser, type User } from '../db/users/users.ts';

/**
 * `for no key update`, until the transaction ends.
 * @throws AppError `unauthenticated`, as authentication does, when it was closed or erased
 */
export async function lockOpenAccount(db: Database, uid: string): Promise<User> {
  const user = await lockUser(db, uid);
  if (user === null) throw accountErasedError();
  assertAccountOpen(user);
  return user;
}

/** Closing revokes every older session. @param user locked by the caller @throws AppError `unauthenticated` */
export function assertAccountOpen({ closedAt }: User): void {
  if (closedAt !== null) throw sessionEndedError();
}
