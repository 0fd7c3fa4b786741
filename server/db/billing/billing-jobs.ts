/** Queue of Stripe calls, retried until Stripe has answered. */
import type { Database } from '../pool.ts';

export type BillingJobKind = 'cancel_subscription' | 'schedule_cancellation' | 'delete_customer';

export interface BillingJob {
  readonly kind: BillingJobKind;
  /** Stripe's id of a subscription or a customer. */
  readonly target: string;
  readonly idempotencyKey: string;
  readonly attempts: number;
}

/** Idempotent: one job per kind and target. */
export async function enqueueBillingJob(
  db: Database,
  kind: BillingJobKind,
  target: string,
): Promise<void> {
  await db.query(
    `insert into billing_jobs (kind, target) values ($1, $2) on conflict (kind, target) do nothing`,
    [kind, target],
  );
}

/**
 * Deletes a job that was never attempted.
 * @returns false when the call may have been made: then the job is made due now, so that it can be undone soon
 */
export async function cancelBillingJob(
  db: Database,
  kind: BillingJobKind,
  target: string,
): Promise<boolean> {
  await db.query('delete from billing_jobs where kind = $1 and target = $2 and attempts = 0', [
    kind,
    target,
  ]);
  const { rowCount } = await db.query(
    'update billing_jobs set due_at = now() where kind = $1 and target = $2',
    [kind, target],
  );
  return rowCount === 0;
}

/** Claims due jobs under a lease. */
export async function claimBillingJobs(
  db: Database,
  { limit, leaseSeconds }: { readonly limit: number; readonly leaseSeconds: number },
): Promise<BillingJob[]> {
  const { rows } = await db.query<BillingJob>(
    `update billing_jobs set attempts = attempts + 1,
       due_at = now() + make_interval(secs => $2)
     where (kind, target) in (select kind, target from billing_jobs where due_at <= now()
                              order by due_at limit $1 for update skip locked)
     returning kind, target, idempotency_key as "idempotencyKey", attempts`,
    [limit, leaseSeconds],
  );
  return rows;
}

export async function finishBillingJob(db: Database, { kind, target }: BillingJob): Promise<void> {
  await db.query('delete from billing_jobs where kind = $1 and target = $2', [kind, target]);
}

/** @param newKey use another idempotency key: Stripe would repeat its answer to the old one */
export async function retryBillingJob(
  db: Database,
  { kind, target, attempts }: BillingJob,
  { afterSeconds, newKey }: { readonly afterSeconds: number; readonly newKey: boolean },
): Promise<void> {
  await db.query(
    `update billing_jobs set due_at = now() + make_interval(secs => $4),
       idempotency_key = case when $5 then gen_random_uuid() else idempotency_key end
     where kind = $1 and target = $2 and attempts = $3`,
    [kind, target, attempts, afterSeconds, newKey],
  );
}
