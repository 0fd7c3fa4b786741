/** Queue of profile projections (Firestore `users/{uid}`), one row per user. */
import {
  type Claim,
  type JobQueue,
  type RetryOptions,
  type RetryOutcome,
  retryJob,
} from '../job-queue.ts';
import type { Database } from '../pool.ts';

/** A document has all thresholds of an account: what is saved meanwhile goes into the same write. */
const collectSeconds = 2;

export const enqueueProjection = (db: Database, uid: string): Promise<void> =>
  enqueueProjections(db, [uid]);

export async function enqueueProjections(db: Database, uids: readonly string[]): Promise<void> {
  await db.query(
    // Sorted, so that concurrent calls lock rows in the same order.
    // One that still waits for its first attempt keeps its time, so that who saves all the time is projected, too.
    `insert into projection_jobs as job (uid, due_at)
     select uid, now() + make_interval(secs => $2) from unnest($1::text[]) as n (uid) order by uid
     on conflict (uid) do update set
       due_at = case when job.attempts = 0 then job.due_at else excluded.due_at end,
       attempts = 0, dead_at = null, last_error = null`,
    [uids, collectSeconds],
  );
}

export interface ProjectionJob {
  readonly uid: string;
}

export type ClaimedProjection = ProjectionJob & Claim;

/** Its attempts take a day and a half. */
export const projectionJobs: JobQueue<ProjectionJob> = {
  table: 'projection_jobs',
  key: 'uid',
  row: 'uid = $5',
  keyOf: ({ uid }) => [uid],
  columns: 'uid',
  subject: 'uid',
  leaseSeconds: 30,
  slowestRetrySeconds: 300,
  maxAttempts: 450,
};

/**
 * Deletes the job if it is still the claimed one. Otherwise a newer change was enqueued, and another process may have
 * written it before our older write: the document is projected once more.
 * @param againAfterSeconds grows with the attempts, until it outlasts a write and two processes stop crossing
 */
export async function finishProjection(
  db: Database,
  job: ClaimedProjection,
  againAfterSeconds: number,
): Promise<void> {
  const { rowCount } = await db.query(
    `delete from projection_jobs where uid = $1 and due_at = $2`,
    [job.uid, job.dueAt],
  );
  if (rowCount === 0) await enqueueAgain(db, job, againAfterSeconds);
}

/** Keeps an earlier due time, but changes `due_at`: the process that claimed the job must not delete it. */
async function enqueueAgain(
  db: Database,
  { uid, attempts }: ClaimedProjection,
  afterSeconds: number,
): Promise<void> {
  await db.query(
    `insert into projection_jobs as job (uid, due_at, attempts)
     select uid, now() + make_interval(secs => $2), $3 from users where uid = $1
     on conflict (uid) do update set
       due_at = least(job.due_at - interval '1 millisecond', excluded.due_at), dead_at = null`,
    [uid, afterSeconds, attempts],
  );
}

/** Call when the outcome is unknown: an unanswered write may have arrived. */
export async function retryProjection(
  db: Database,
  job: ClaimedProjection,
  options: RetryOptions,
): Promise<RetryOutcome> {
  const outcome = await retryJob(db, projectionJobs, job, options);
  if (outcome === null) await enqueueAgain(db, job, options.afterSeconds);
  return outcome;
}

/** Accounts a page, and seconds between two pages: a million in less than six hours. */
const reconciliation = { pageSize: 50, pageEverySeconds: 1, roundEveryHours: 6 };

/**
 * Enqueues the next page of accounts, when one is due: the periodic reconciliation, so that a document changed by others
 * is repaired. Accounts are taken by uid, and the position is stored: all processes share one round, and what is saved
 * meanwhile waits for one page at most.
 * @returns how many accounts the page had; 0 when none was due
 */
export async function enqueueReconciliationPage(db: Database): Promise<number> {
  const { pageSize, pageEverySeconds, roundEveryHours } = reconciliation;
  const { rows } = await db.query<{ accounts: number }>(
    `with position as (
       select after_uid from projection_reconciliation where due_at <= now() for update skip locked),
     page as (
       select u.uid, u.estado from position p cross join lateral (
              select uid, estado from users where uid > p.after_uid order by uid limit $1) u),
     enqueued as (
       insert into projection_jobs (uid) select uid from page where estado <> 'eliminado' order by uid
           on conflict (uid) do nothing),
     moved as (
       update projection_reconciliation r
          set after_uid = case when seen.accounts = $1 then seen.last_uid else '' end,
              due_at = now() + case when seen.accounts = $1 then make_interval(secs => $2)
                                    else make_interval(hours => $3) end
         from position, (select count(*) as accounts, max(uid) as last_uid from page) seen)
     select count(*)::integer as accounts from page`,
    [pageSize, pageEverySeconds, roundEveryHours],
  );
  return rows[0]?.accounts ?? 0;
}
