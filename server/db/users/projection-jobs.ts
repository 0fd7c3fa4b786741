/** Queue of profile projections (Firestore `users/{uid}`), one row per user. */
import { bulkQuery, type Database } from '../pool.ts';

export const enqueueProjection = (db: Database, uid: string): Promise<void> =>
  enqueueProjections(db, [uid]);

export async function enqueueProjections(db: Database, uids: readonly string[]): Promise<void> {
  await db.query(
    // Sorted, so that concurrent calls lock rows in the same order.
    `insert into projection_jobs (uid) select uid from unnest($1::text[]) as n (uid) order by uid
     on conflict (uid) do update set due_at = now(), attempts = 0`,
    [uids],
  );
  await db.query(`select pg_notify('vigia_projections', '')`);
}

export interface ProjectionJob {
  readonly uid: string;
  readonly attempts: number;
  /** Identifies the claim: a change enqueued meanwhile has another value. */
  readonly dueAt: Date;
}

/** Claims due jobs under a lease. */
export async function claimProjections(
  db: Database,
  { limit, leaseSeconds }: { limit: number; leaseSeconds: number },
): Promise<ProjectionJob[]> {
  const { rows } = await db.query<{ uid: string; attempts: number; due_at: Date }>(
    `update projection_jobs set attempts = attempts + 1,
       due_at = date_trunc('milliseconds', now()) + make_interval(secs => $2)
     where uid in (select uid from projection_jobs where due_at <= now()
                   order by due_at limit $1 for update skip locked)
     returning uid, attempts, due_at`,
    [limit, leaseSeconds],
  );
  return rows.map((row) => ({ uid: row.uid, attempts: row.attempts, dueAt: row.due_at }));
}

/**
 * Deletes the job if it is still the claimed one. Otherwise a newer change was enqueued, and another process may have
 * written it before our older write: the document is projected once more.
 * @param againAfterSeconds grows with the attempts, until it outlasts a write and two processes stop crossing
 */
export async function finishProjection(
  db: Database,
  job: ProjectionJob,
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
  { uid, attempts }: ProjectionJob,
  afterSeconds: number,
): Promise<void> {
  await db.query(
    `insert into projection_jobs as job (uid, due_at, attempts)
     select uid, now() + make_interval(secs => $2), $3 from users where uid = $1
     on conflict (uid) do update set
       due_at = least(job.due_at - interval '1 millisecond', excluded.due_at)`,
    [uid, afterSeconds, attempts],
  );
}

/** Call when the outcome is unknown: an unanswered write may have arrived. */
export async function retryProjection(
  db: Database,
  job: ProjectionJob,
  afterSeconds: number,
): Promise<void> {
  const { rowCount } = await db.query(
    `update projection_jobs set due_at = now() + make_interval(secs => $3)
     where uid = $1 and due_at = $2`,
    [job.uid, job.dueAt, afterSeconds],
  );
  if (rowCount === 0) await enqueueAgain(db, job, afterSeconds);
}

/** Enqueues every account that is not erased, spread over ten minutes: the periodic reconciliation. */
export async function enqueueAllProjections(db: Database): Promise<void> {
  await db.query(
    bulkQuery(`insert into projection_jobs (uid, due_at)
     select uid, now() + random() * interval '10 minutes' from users where estado <> 'eliminado'
     order by uid
     on conflict (uid) do nothing`),
  );
}
