/** Reopens an account closed by its owner, when they sign in again. */
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { accountErasedError } from '../base/errors.ts';
import { insertFailedMail } from '../db/deliveries/mails.ts';
import { inTransaction } from '../db/transaction.ts';
import {
  assignUnsentAlerts,
  hasUnsentAlerts,
  markAccountReopened,
} from '../db/users/account-lifecycle.ts';
import { lockUser, type User } from '../db/users/users.ts';

/**
 * Its thresholds stay paused, for the user to decide which to resume.
 * @throws AppError `unauthenticated` when it was erased
 */
export function reopenAccount(pool: pg.Pool, uid: string): Promise<User> {
  return inTransaction(pool, async (client) => {
    const user = await lockUser(client, uid);
    if (user === null) throw accountErasedError();
    // A concurrent request reopened it: alerts that fired since are sent.
    if (user.closedAt === null) return user;
    // Alerts that fired before the worker stopped the thresholds.
    await failUnsentAlerts(client, user);
    await markAccountReopened(client, uid);
    return { ...user, closedAt: null };
  });
}

/** Assigns unsent alerts to a failed mail, so that they are not sent when the account is reopened. */
export async function failUnsentAlerts(client: pg.PoolClient, { uid, email }: User): Promise<void> {
  if (!(await hasUnsentAlerts(client, uid))) return;
  const id = randomUUID();
  await insertFailedMail(client, { id, uid, to: email, error: 'account closed' });
  await assignUnsentAlerts(client, uid, id);
}
