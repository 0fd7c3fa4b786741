/** Erases an account: its rows now, in one transaction; what hosted services hold, by the job that transaction leaves. */
import type pg from 'pg';
import { inTransaction, retryDeadlocks } from '../../db/transaction.ts';
import {
  deleteUser,
  lockForErasure,
  notifySessionsEnded,
  notifyUserErased,
} from '../../db/users/account-lifecycle.ts';
import { enqueueErasure } from '../../db/users/erasure-jobs.ts';
import { lockUser } from '../../db/users/users.ts';

/**
 * What must happen before a user's rows go, in the same transaction: keeping what the law says must be kept
 * (invoices) apart from the account. Throwing leaves the account as it is.
 */
export type BeforeErasure = (client: pg.PoolClient, uid: string) => Promise<void>;

export interface ErasureParts {
  readonly pool: pg.Pool;
  readonly beforeErasure: readonly BeforeErasure[];
}

/**
 * @param onlyIf decided on the locked row: the retention round must not erase an account opened meanwhile
 * @returns whether there was anything to erase
 */
export function eraseAccount(
  { pool, beforeErasure }: ErasureParts,
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
      await notifyUserErased(client, uid);
      await notifySessionsEnded(client, uid);
      return true;
    }),
  );
}
