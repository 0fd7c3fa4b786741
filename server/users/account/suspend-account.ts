/** Suspends an account for abuse, or lifts the suspension: read-only, without mails, and not charged. */
import type pg from 'pg';
import { stopBilling } from '../../billing/stop-billing.ts';
import { enqueueProjection } from '../../db/users/projection-jobs.ts';
import { type User, updateState } from '../../db/users/users.ts';

/** @param user locked by the caller */
export async function suspendAccount(client: pg.PoolClient, { uid }: User): Promise<void> {
  await updateState(client, uid, 'suspendido');
  await stopBilling(client, uid);
  await enqueueProjection(client, uid);
}

/**
 * Its subscription stays cancelled until the user resumes it.
 * @param user locked by the caller
 */
export async function unsuspendAccount(client: pg.PoolClient, { uid }: User): Promise<void> {
  await updateState(client, uid, 'activo');
  await enqueueProjection(client, uid);
}
