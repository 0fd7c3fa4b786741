/** Suspends an account for abuse, or lifts the suspension: read-only, without alerts or mails, and not charged. */
import type pg from 'pg';
import { stopBilling } from '../billing/stop-billing.ts';
import { enqueueProjection } from '../db/users/projection-jobs.ts';
import { lockThresholds, updateThresholds } from '../db/users/thresholds.ts';
import { type User, updateAccountState, updateSettings } from '../db/users/users.ts';
import { fitToPlan } from '../plans/fit-to-plan.ts';
import { pauseAccountThresholds } from './pause-thresholds.ts';

/** Its thresholds are paused with the reason `suspension`. @param user locked by the caller */
export async function suspendAccount(client: pg.PoolClient, user: User): Promise<void> {
  const { uid } = user;
  await pauseAccountThresholds(client, uid, 'suspension');
  await updateSettings(client, uid, user);
  await updateAccountState(client, uid, 'suspendido');
  await stopBilling(client, uid);
  await enqueueProjection(client, uid);
}

/**
 * Resumes what the suspension paused, from the state it had and within the plan. The subscription
 * stays cancelled until the user resumes it.
 * @param user locked by the caller
 */
export async function unsuspendAccount(client: pg.PoolClient, user: User): Promise<void> {
  const { uid } = user;
  const thresholds = await lockThresholds(client, uid);
  // What waits for its plan is what `fitToPlan` resumes, as far as the plan allows.
  await updateThresholds(
    client,
    thresholds
      .filter(({ pause }) => pause === 'suspension')
      .map((one) => ({ key: one.key, threshold: { ...one, pause: 'plan' }, restarts: false })),
    { keepsState: false },
  );
  await updateSettings(client, uid, user);
  await fitToPlan(client, user, user.plan);
  await updateAccountState(client, uid, 'activo');
  await enqueueProjection(client, uid);
}
