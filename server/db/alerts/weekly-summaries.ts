/** Queries of weekly summaries: whose is due, and which weeks have had theirs. */
import type { Notifications } from '#contract/users.ts';
import type { Database } from '../pool.ts';
import type { NextDue } from './pending-checks.ts';

interface DueSummary {
  readonly uid: string;
  readonly dueAt: Date;
  readonly partidos: readonly string[];
  readonly quietHours: Notifications['quietHours'];
}

/** Earliest first, not locked: what they need is read ahead of the transaction that sends them. @param now wall time */
export async function listDueSummaries(
  db: Database,
  now: Date,
  limit: number,
): Promise<DueSummary[]> {
  const { rows } = await db.query<DueSummary>(
    `select uid, weekly_summary_due_at as "dueAt", partidos, quiet_hours as "quietHours" from users
      where weekly_summary_due_at <= $1 order by weekly_summary_due_at, uid limit $2`,
    [now, limit],
  );
  return rows;
}

/** When the next summary is due; null when none is wanted. */
export async function findNextSummaryDue(db: Database): Promise<NextDue> {
  const { rows } = await db.query<NextDue>(
    `select min(weekly_summary_due_at) as at, now() as now
       from users where weekly_summary_due_at is not null`,
  );
  return rows[0] ?? { at: null, now: new Date(0) };
}

/** Leaves a user who wants none any more as they are. */
export async function rescheduleSummary(db: Database, uid: string, dueAt: Date): Promise<void> {
  await db.query(
    `update users set weekly_summary_due_at = $2
      where uid = $1 and weekly_summary_due_at is not null`,
    [uid, dueAt],
  );
}

export type SummaryOutcome = 'mailed' | 'empty' | 'unreachable' | 'missed';

interface NewSummary {
  readonly uid: string;
  /** ISO date. */
  readonly monday: string;
  readonly outcome: SummaryOutcome;
}

/** @returns whether the week had none yet: only then may its mail be stored, in the same transaction */
export async function insertSummary(
  db: Database,
  { uid, monday, outcome }: NewSummary,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into weekly_summaries (uid, monday, outcome) values ($1, $2, $3)
     on conflict (uid, monday) do nothing`,
    [uid, monday, outcome],
  );
  return rowCount === 1;
}

/** @param dueAt null = none wanted */
export async function setSummaryDueAt(
  db: Database,
  uid: string,
  dueAt: Date | null,
): Promise<void> {
  await db.query('update users set weekly_summary_due_at = $2 where uid = $1', [uid, dueAt]);
}
