/** Documents `users/{uid}` still to be brought up to date: one row per user, however many changes wait. */
import type { Database } from '../pool.ts';

export const enqueueProjection = (db: Database, uid: string): Promise<void> =>
  enqueueProjections(db, [uid]);

export async function enqueueProjections(db: Database, uids: readonly string[]): Promise<void> {
  await db.query(
    // In one order, or two who ask for the same people could wait for each other.
    `insert into projection_jobs (uid) select uid from unnest($1::text[]) as n (uid) order by uid
     on conflict (uid) do update set due_at = now(), attempts = 0`,
    [uids],
  );
  await db.query(`select pg_notify('vigia_projections', '')`);
}

export interface ProjectionJob {
  readonly uid: string;
  readonly attempts: number;
  /** Tells a change that came meanwhile from the one we projected. */
  readonly dueAt: Date;
}

/** Takes due jobs for a while, so that another process leaves them alone and a death gives them back. */
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
 * Done, unless the job is no longer the one that was claimed: a change asked again, and another process may have
 * written it, and ended the job, before what we wrote. Then the document is written once more.
 * @param againAfterSeconds grows with the attempts: two processes that cross do so only until it outlasts a write
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
  if (rowCount === 0) await projectAgain(db, job, againAfterSeconds);
}

/** No later than it is due already, and never at that very instant: whoever works on it must see that it is not over. */
async function projectAgain(
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

/** Not done, for all we know: a write that was not answered may have arrived. */
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
  if (rowCount === 0) await projectAgain(db, job, afterSeconds);
}

/** Everybody who was here lately: the reconciler’s round. */
export async function enqueueAllProjections(db: Database): Promise<void> {
  await db.query(
    `insert into projection_jobs (uid, due_at)
     select uid, now() + random() * interval '10 minutes' from users where estado <> 'eliminado'
     order by uid
     on conflict (uid) do nothing`,
  );
}
