/** Prices of a match in a week, for the weekly summary: from the hours rolled up, and price_changes where there are none. */
import type { Database } from '../pool.ts';

const hourMs = 3_600_000;

export interface WatchedMatch {
  readonly id: string;
  readonly name: string;
}

/** Those that had not kicked off by an instant, the next one first, and how many there are. */
export async function listMatchesNotOver(
  db: Database,
  ids: readonly string[],
  { since, limit }: { readonly since: Date; readonly limit: number },
): Promise<{ readonly matches: WatchedMatch[]; readonly count: number }> {
  const { rows } = await db.query<WatchedMatch & { count: number }>(
    `select id, name, count(*) over ()::integer as count from matches
      where id = any($1) and coalesce(kickoff_at >= $2, true)
      order by kickoff_at nulls last, number limit $3`,
    [ids, since, limit],
  );
  return { matches: rows.map(({ id, name }) => ({ id, name })), count: rows[0]?.count ?? 0 };
}

export interface WeekPoint {
  readonly collectibleId: string;
  readonly category: string;
  readonly currency: string;
  readonly at: Date;
  /** null: nothing listed from then on. */
  readonly floorCents: number | null;
}

/**
 * What was in force at the start, then the changes until the end, oldest first; of an hour rolled up the lowest, the
 * highest, the last gap and the last, so that a collectible has four points an hour at most. Without late ticks.
 */
export async function loadWeekPoints(
  db: Database,
  matchId: string,
  { since, until }: { readonly since: Date; readonly until: Date },
): Promise<WeekPoint[]> {
  const hoursFrom = new Date(Math.ceil(since.getTime() / hourMs) * hourMs);
  const hoursUntil = new Date(Math.floor(until.getTime() / hourMs) * hourMs);
  const { rows } = await db.query<WeekPoint>(
    `with members as (select id, category, currency from collectibles where match_id = $1),
     span as (select greatest($4::timestamptz, least(rolled_until, $5::timestamptz)) as rolled_until from price_rollup)
     select m.id as "collectibleId", m.category, m.currency, p.at, p.cents as "floorCents"
       from members m cross join lateral (
         (select $2::timestamptz as at, floor_cents as cents from price_changes
           where collectible_id = m.id and not late and observed_at <= $2
           order by observed_at desc limit 1)
         union all
         select observed_at, floor_cents from price_changes
          where collectible_id = m.id and not late and observed_at > $2 and observed_at < least($4, $3)
         union all
         select observed_at, floor_cents from price_changes
          where collectible_id = m.id and not late and observed_at >= (select rolled_until from span) and observed_at < $3
         union all
         select point.at, point.cents
           from price_hours h cross join lateral (values
             (case when h.low_cents is null then null
                   when h.low[3] = 0 then to_timestamp(h.low[2] / 1000.0) else h.hour end, h.low_cents),
             (case when h.high_cents is null then null
                   when h.high[3] = 0 then to_timestamp(-h.high[2] / 1000.0) else h.hour end, h.high_cents),
             (case when h.gap[3] = 0 then to_timestamp(h.gap[2] / 1000.0) end, null),
             (case when h.last[3] = 0 then to_timestamp(h.last[1] / 1000.0) end, nullif(h.last[2], -1)::integer)
           ) as point (at, cents)
          where h.collectible_id = m.id and h.hour >= $4 and h.hour < (select rolled_until from span)
            and point.at is not null
       ) p
      order by p.at, m.id`,
    [matchId, since, until, hoursFrom, hoursUntil],
  );
  return rows;
}
