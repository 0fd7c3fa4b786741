/** A request was let in before it wrote: the account may have ended in between. */
import type { Database } from '../db/pool.ts';
import { lockUser, type User } from '../db/users/users.ts';
import { accountErasedError, sessionEndedError } from '../errors.ts';

/**
 * The account a request writes to, held until its transaction ends.
 * @throws Refusal `unauthenticated`, as the door would say, when it was closed or erased meanwhile
 */
export async function lockOpenAccount(db: Database, uid: string): Promise<User> {
  const user = await lockUser(db, uid);
  if (user === null) throw accountErasedError();
  assertAccountOpen(user);
  return user;
}

/** Closing ends every session begun before it. @param user locked by the caller */
export function assertAccountOpen({ closedAt }: User): void {
  if (closedAt !== null) throw sessionEndedError();
}
