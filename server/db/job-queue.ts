/**
 * Queue of jobs in a table of its own: claimed under a lease, retried with backoff, and set aside as a dead letter after
 * its last attempt, until an operator retries it (`npm run admin -- jobs`). Why no library: docs/decisions/054.
 *
 * The job's row is its identity, and its `due_at` identifies the claim: enqueuing it again changes `due_at`, so that a
 * change committed while the job runs, or after its lease, is never taken for done.
 */
import { backoffDelay } from '#domain/exponential-backoff.ts';
import { toSingleLine } from '../base/to-single-line.ts';
import type { Database } from './pool.ts';

export interface Claim {
  readonly attempts: number;
  readonly dueAt: Date;
}

/** A table with the columns `due_at`, `attempts`, `dead_at` and `last_error`. */
export interface JobQueue<Job extends object> {
  readonly table: string;
  /** The columns of its primary key. */
  readonly key: string;
  /** Condition of one row, with parameters from `$5` on. */
  readonly row: string;
  readonly keyOf: (job: Job) => readonly string[];
  /** Select list of a job. */
  readonly columns: string;
  /** Which rows are jobs, where not all are. */
  readonly condition?: string;
  /** What the job is about, as a text for operators. */
  readonly subject: string;
  /** Until a job whose process died is claimed anew. */
  readonly leaseSeconds: number;
  /** Of the pauses between attempts, which double. */
  readonly slowestRetrySeconds: number;
  readonly maxAttempts: number;
}

const maxErrorLength = 300;

/** Claims due jobs, in the order in which they are due. */
export async function claimJobs<Job extends object>(
  db: Database,
  { table, key, columns, condition = 'true' }: JobQueue<Job>,
  { limit, leaseSeconds }: { readonly limit: number; readonly leaseSeconds: number },
): Promise<(Job & Claim)[]> {
  const { rows } = await db.query<Job & Claim>(
    // In milliseconds, the precision in which the claim is compared.
    `update ${table} set attempts = attempts + 1,
       due_at = date_trunc('milliseconds', now()) + make_interval(secs => $2)
     where (${key}) in (select ${key} from ${table}
                          where due_at <= now() and dead_at is null and ${condition}
                          order by due_at limit $1 for update skip locked)
     returning ${columns}, attempts, due_at as "dueAt"`,
    [limit, leaseSeconds],
  );
  return rows;
}

/** Postpones a job; with an error, sets it aside as a dead letter once its attempts are used up. */
export async function retryJob<Job extends object>(
  db: Database,
  queue: JobQueue<Job>,
  job: Job & Claim,
  { afterSeconds, error }: RetryOptions,
): Promise<RetryOutcome> {
  const { rows } = await db.query<{ dead: boolean }>(
    `update ${queue.table} set due_at = now() + make_interval(secs => $2),
       last_error = coalesce($3, last_error),
       dead_at = case when $3::text is not null and attempts >= $4 then now() end
     where ${queue.row} and due_at = $1
     returning dead_at is not null as dead`,
    [
      job.dueAt,
      afterSeconds,
      error === null ? null : textOf(error),
      queue.maxAttempts,
      ...queue.keyOf(job),
    ],
  );
  const [row] = rows;
  if (row === undefined) return null;
  return row.dead ? 'dead' : 'retried';
}

/** null: the job is no longer the claimed one. */
export type RetryOutcome = 'retried' | 'dead' | null;

export interface RetryOptions {
  readonly afterSeconds: number;
  /** null when nothing failed, and the job only comes too early. */
  readonly error: unknown;
}

const textOf = (error: unknown) =>
  toSingleLine(error instanceof Error ? error.message : String(error)).slice(0, maxErrorLength);

export interface DeadJob {
  readonly subject: string;
  readonly attempts: number;
  readonly deadAt: Date;
  readonly error: string | null;
}

/** The newest first. */
export async function listDeadJobs(
  db: Database,
  { table, subject }: JobQueue<never>,
  limit: number,
): Promise<DeadJob[]> {
  const { rows } = await db.query<DeadJob>(
    `select ${subject} as subject, attempts, dead_at as "deadAt", last_error as error
       from ${table} where dead_at is not null order by dead_at desc limit $1`,
    [limit],
  );
  return rows;
}

/** Makes all dead letters of a queue due now. @returns how many */
export async function requeueDeadJobs(db: Database, { table }: JobQueue<never>): Promise<number> {
  const { rowCount } = await db.query(
    // Not zero: a job with an attempt may have had its effect.
    `update ${table} set dead_at = null, due_at = now(), attempts = 1 where dead_at is not null`,
  );
  return rowCount ?? 0;
}

/** 1, 2, 4… seconds up to the slowest. */
export const retryDelaySeconds = (
  attempts: number,
  { slowestRetrySeconds }: { readonly slowestRetrySeconds: number },
): number => backoffDelay(attempts, { first: 1, max: slowestRetrySeconds, jitter: 0.25 });
