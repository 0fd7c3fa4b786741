/** Queue of Stripe calls, retried until Stripe has answered. */
import type { Claim, JobQueue } from '../job-queue.ts';
import type { Database } from '../pool.ts';

export type BillingJobKind = 'cancel_subscription' | 'schedule_cancellation' | 'delete_customer';

export interface BillingJob {
  readonly kind: BillingJobKind;
  /** Stripe's id of a subscription or a customer. */
  readonly target: string;
  readonly idempotencyKey: string;
}

export type ClaimedBillingJob = BillingJob & Claim;

/** Its attempts take four days. */
export const billingJobs: JobQueue<BillingJob> = {
  table: 'billing_jobs',
  key: 'kind, target',
  row: 'kind = $5 and target = $6',
  keyOf: ({ kind, target }) => [kind, target],
  columns: 'kind, target, idempotency_key as "idempotencyKey"',
  subject: `kind || ' ' || target`,
  leaseSeconds: 60,
  slowestRetrySeconds: 3_600,
  maxAttempts: 100,
};

/** Idempotent: one job per kind and target. A dead letter becomes due again. */
export async function enqueueBillingJob(
  db: Database,
  kind: BillingJobKind,
  target: string,
): Promise<void> {
  await db.query(
    `insert into billing_jobs as job (kind, target) values ($1, $2)
     on conflict (kind, target) do update set due_at = now(), dead_at = null, attempts = 1
       where job.dead_at is not null`,
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
    'update billing_jobs set due_at = now(), dead_at = null where kind = $1 and target = $2',
    [kind, target],
  );
  return rowCount === 0;
}

export async function finishBillingJob(db: Database, { kind, target }: BillingJob): Promise<void> {
  await db.query('delete from billing_jobs where kind = $1 and target = $2', [kind, target]);
}

/** Another one for the next attempt: Stripe would repeat its answer to the old one. */
export async function renewIdempotencyKey(
  db: Database,
  { kind, target, dueAt }: ClaimedBillingJob,
): Promise<void> {
  await db.query(
    `update billing_jobs set idempotency_key = gen_random_uuid()
      where kind = $1 and target = $2 and due_at = $3`,
    [kind, target, dueAt],
  );
}
