/** Queue of erasures to finish at hosted services; done ones stay as tombstones until all tokens expired. */
import { createHash } from 'node:crypto';
import type { JobQueue } from '../job-queue.ts';
import type { Database } from '../pool.ts';

export const digestOf = (uid: string) => createHash('sha256').update(uid).digest('hex');

/** Call in the transaction that erases the rows. */
export async function enqueueErasure(db: Database, uid: string): Promise<void> {
  await db.query(
    `insert into erasure_jobs (uid_digest, uid) values ($1, $2)
     on conflict (uid_digest) do update set uid = excluded.uid, due_at = now(), attempts = 0,
       erased_at = now(), dead_at = null, last_error = null`,
    [digestOf(uid), uid],
  );
}

/** Whether the account was erased within a token's lifetime. */
export async function wasErased(db: Database, uid: string): Promise<boolean> {
  const { rowCount } = await db.query('select 1 from erasure_jobs where uid_digest = $1', [
    digestOf(uid),
  ]);
  return rowCount === 1;
}

/** Digests of the accounts erased within the last so many seconds. */
export async function listErasedSince(db: Database, seconds: number): Promise<string[]> {
  const { rows } = await db.query<{ digest: string }>(
    `select uid_digest as digest from erasure_jobs
      where erased_at > now() - make_interval(secs => $1)`,
    [seconds],
  );
  return rows.map(({ digest }) => digest);
}

export interface ErasureJob {
  readonly uid: string;
}

/** Its attempts take a day and a half. */
export const erasureJobs: JobQueue<ErasureJob> = {
  table: 'erasure_jobs',
  key: 'uid_digest',
  row: 'uid_digest = $5',
  keyOf: ({ uid }) => [digestOf(uid)],
  columns: 'uid',
  condition: 'uid is not null',
  subject: 'uid',
  leaseSeconds: 60,
  slowestRetrySeconds: 300,
  maxAttempts: 450,
};

/** Keeps the digest as a tombstone. */
export async function finishErasure(db: Database, uid: string): Promise<void> {
  await db.query(
    `update erasure_jobs set uid = null, due_at = now(), dead_at = null, last_error = null
      where uid_digest = $1`,
    [digestOf(uid)],
  );
}

/** Deletes tombstones older than any valid token. */
export async function deleteFinishedErasures(db: Database, now: Date): Promise<void> {
  await db.query(
    `delete from erasure_jobs
     where uid is null and greatest(erased_at, due_at) < $1::timestamptz - interval '2 hours'`,
    [now],
  );
}
