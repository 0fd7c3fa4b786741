/** Queries of weekly summaries: whose is due, which weeks have had theirs, and what fired in a week. */
import type { Notifications } from '#contract/users.ts';
import type { Condition } from '#domain/threshold.ts';
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

export type SummaryOutcome = 'mailed' | 'empty' | 'unreachable' | 'missed' | 'failed';

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

export interface FiredAlert {
  readonly matchId: string;
  readonly matchName: string;
  /** The collectible, or the category of a match; null for the cheapest of a whole match. */
  readonly part: string | null;
  readonly collectibleId: string;
  readonly condition: Condition;
  readonly ruleValue: number;
  readonly bandBp: number;
  readonly valueCents: number;
  readonly currency: string;
  readonly already: boolean;
  readonly firedAt: Date;
}

/** The last ones that fired from one instant until before another, newest first, and how many there were. */
export async function listFiredBetween(
  db: Database,
  uid: string,
  { since, until, limit }: { readonly since: Date; readonly until: Date; readonly limit: number },
): Promise<{ readonly alerts: FiredAlert[]; readonly count: number }> {
  const { rows } = await db.query<FiredAlert & { count: number }>(
    `select a.match_id as "matchId", m.name as "matchName",
            case when a.target_kind = 'match' then a.category else c.name end as part,
            a.collectible_id as "collectibleId", a.condition, a.rule_value as "ruleValue",
            a.rearm_band_bp as "bandBp", a.value_cents as "valueCents", a.currency, a.already,
            a.created_at as "firedAt", count(*) over ()::integer as count
       from alerts a
       join matches m on m.id = a.match_id
       join collectibles c on c.id = a.collectible_id
      where a.uid = $1 and a.created_at >= $2 and a.created_at < $3
      order by a.id desc limit $4`,
    [uid, since, until, limit],
  );
  return {
    alerts: rows.map(({ count: _, ...alert }) => alert),
    count: rows[0]?.count ?? 0,
  };
}
