/** Erases an account: its rows in one transaction, which enqueues the job that erases it at hosted services. */
import type pg from 'pg';
import { inTransaction, retryDeadlocks } from '../db/transaction.ts';
import {
  deleteUser,
  lockForErasure,
  notifySessionsEnded,
  notifyUserErased,
} from '../db/users/account-lifecycle.ts';
import { enqueueErasure } from '../db/users/erasure-jobs.ts';
import { lockUser } from '../db/users/users.ts';

/**
 * Runs before a user's rows are deleted, in the same transaction: archives what the law requires (invoices). Throwing
 * rolls back the erasure.
 */
export type BeforeErasure = (client: pg.PoolClient, uid: string) => Promise<void>;

export interface ErasureOptions {
  readonly pool: pg.Pool;
  readonly beforeErasure: readonly BeforeErasure[];
}

/**
 * @param onlyIf evaluated on the locked row: retention must not erase an account reopened meanwhile
 * @returns whether there was anything to erase
 */
export function eraseAccount(
  { pool, beforeErasure }: ErasureOptions,
  uid: string,
  onlyIf: (account: { readonly closedAt: Date | null }) => boolean = () => true,
): Promise<boolean> {
  return retryDeadlocks(() =>
    inTransaction(pool, async (client) => {
      const user = await lockUser(client, uid);
      if (user === null || !onlyIf(user)) return false;
      await lockForErasure(client, uid);
      for (const step of beforeErasure) await step(client, uid);
      await enqueueErasure(client, uid);
      await deleteUser(client, uid);
      notifyUserErased(client, uid);
      notifySessionsEnded(client, uid);
      return true;
    }),
  );
}
