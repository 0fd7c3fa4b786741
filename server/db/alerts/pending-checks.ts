/** Queries of pending checks: which users have unsent alerts, and when their next check is due. */
import type { Database } from '../pool.ts';
import { wakeUp } from '../wake-ups.ts';

/** Moves a user's pending check to `dueAt` if that is earlier; never later. */
export async function bringCheckForward(db: Database, uid: string, dueAt: Date): Promise<void> {
  await db.query(`update pending_checks set due_at = least(due_at, $2) where uid = $1`, [
    uid,
    dueAt,
  ]);
  wakeUp(db, 'vigia_checks');
}

/** Locks due checks (`for update skip locked`), earliest first. @param now wall time */
export async function claimDueChecks(db: Database, now: Date, limit: number): Promise<string[]> {
  const { rows } = await db.query<{ uid: string }>(
    `select uid from pending_checks where due_at <= $1 order by due_at limit $2
        for update skip locked`,
    [now, limit],
  );
  return rows.map(({ uid }) => uid);
}

export interface NextDue {
  /** null = nothing is pending. */
  readonly at: Date | null;
  /** By the database's clock. */
  readonly now: Date;
}

/** When the next check is due. */
export async function findNextDue(db: Database): Promise<NextDue> {
  const { rows } = await db.query<NextDue>(
    'select min(due_at) as at, now() as now from pending_checks',
  );
  return rows[0] ?? { at: null, now: new Date(0) };
}

export interface PostponedCheck {
  readonly uid: string;
  readonly dueAt: Date;
}

export async function postponeChecks(
  db: Database,
  checks: readonly PostponedCheck[],
): Promise<void> {
  if (checks.length === 0) return;
  await db.query(
    `update pending_checks p set due_at = n.due_at
       from unnest($1::text[], $2::timestamptz[]) as n (uid, due_at) where p.uid = n.uid`,
    [checks.map(({ uid }) => uid), checks.map(({ dueAt }) => dueAt)],
  );
}

export async function deleteChecks(db: Database, uids: readonly string[]): Promise<void> {
  await db.query('delete from pending_checks where uid = any($1)', [uids]);
}
