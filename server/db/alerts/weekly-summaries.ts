/** Queries of weekly summaries: whose is due, which weeks have had theirs, and what fired in a week. */
import type { Notifications } from '#contract/users.ts';
import type { Condition } from '#domain/threshold.ts';
import type { Database } from '../pool.ts';
import type { NextDue } from './pending-checks.ts';

export interface DueSummary {
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

/** Of these, the users whose summary is still due, locked `for no key update skip locked`. */
export async function lockDueSummaries(
  db: Database,
  uids: readonly string[],
  now: Date,
): Promise<{ uid: string; dueAt: Date }[]> {
  const { rows } = await db.query<{ uid: string; dueAt: Date }>(
    `select uid, weekly_summary_due_at as "dueAt" from users
      where uid = any($1) and weekly_summary_due_at <= $2
      order by uid for no key update skip locked`,
    [uids, now],
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

/** Leaves users who want none any more as they are. */
export async function rescheduleSummaries(
  db: Database,
  summaries: readonly { readonly uid: string; readonly dueAt: Date }[],
): Promise<void> {
  if (summaries.length === 0) return;
  await db.query(
    `update users u set weekly_summary_due_at = n.due_at
       from unnest($1::text[], $2::timestamptz[]) as n (uid, due_at)
      where u.uid = n.uid and u.weekly_summary_due_at is not null`,
    [summaries.map(({ uid }) => uid), summaries.map(({ dueAt }) => dueAt)],
  );
}

export type SummaryOutcome = 'mailed' | 'empty' | 'unreachable' | 'missed' | 'failed';

export interface NewSummary {
  readonly uid: string;
  /** ISO date. */
  readonly monday: string;
  readonly outcome: SummaryOutcome;
}

/** @returns users whose week had none yet: of these alone a mail may be stored, in the same transaction */
export async function insertSummaries(
  db: Database,
  summaries: readonly NewSummary[],
): Promise<ReadonlySet<string>> {
  const { rows } = await db.query<{ uid: string }>(
    `insert into weekly_summaries (uid, monday, outcome)
     select * from unnest($1::text[], $2::date[], $3::text[]) on conflict (uid, monday) do nothing returning uid`,
    [
      summaries.map(({ uid }) => uid),
      summaries.map(({ monday }) => monday),
      summaries.map(({ outcome }) => outcome),
    ],
  );
  return new Set(rows.map(({ uid }) => uid));
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
