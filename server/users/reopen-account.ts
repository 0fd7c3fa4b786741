/** Reopens an account closed by its owner, when they sign in again. */
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { insertFailedMail } from '../db/alerts/outbox.ts';
import { inTransaction } from '../db/transaction.ts';
import {
  assignUnsentAlerts,
  hasUnsentAlerts,
  markReopened,
} from '../db/users/account-lifecycle.ts';
import type { User } from '../db/users/users.ts';
import { lockUser } from '../db/users/users.ts';
import { accountErasedError } from '../errors.ts';

/** Its thresholds stay paused: whoever comes back after months decides what is still worth watching. */
export function reopenAccount(pool: pg.Pool, uid: string): Promise<User> {
  return inTransaction(pool, async (client) => {
    const user = await lockUser(client, uid);
    if (user === null) throw accountErasedError();
    // Another request of the same return was first: what fired since is news.
    if (user.closedAt === null) return user;
    // What fired before the market had heard of the closing.
    await parkUntoldAlerts(client, user);
    await markReopened(client, uid);
    return { ...user, closedAt: null };
  });
}

/** They must not arrive years later, should the account be opened again. */
export async function parkUntoldAlerts(client: pg.PoolClient, { uid, email }: User): Promise<void> {
  if (!(await hasUnsentAlerts(client, uid))) return;
  const id = randomUUID();
  await insertFailedMail(client, { id, uid, to: email, error: 'account closed' });
  await assignUnsentAlerts(client, uid, id);
}
