/** Price history queries: charts, sparklines, 24 h and 30 d figures, and the changes for previews. */
import type { History, HistoryRange } from '#contract/monitoring.ts';
import type { Target } from '#domain/threshold.ts';
import { downsample } from '../../../domain/downsample.ts';
import type { Database } from '../pool.ts';
import { listDataGaps } from './data-gaps.ts';

const dayMs = 86_400_000;
const rangeDays: Record<HistoryRange, number | null> = {
  '24h': 1,
  '7d': 7,
  '30d': 30,
  '90d': 90,
  all: null,
};

export interface HistoryRequest {
  readonly collectibleId: string;
  readonly range: HistoryRange;
  readonly points: number;
  /** Limit of the plan; null = none. */
  readonly visibleDays: number | null;
  /** Market now. */
  readonly now: Date;
}

/** One collectible's chart: the value in force at the start, then its changes, late ones flagged. */
export async function loadPriceHistory(db: Database, request: HistoryRequest): Promise<History> {
  const { collectibleId, range, visibleDays, now } = request;
  const requestedDays = rangeDays[range];
  const limited = visibleDays !== null && (requestedDays === null || requestedDays > visibleDays);
  const days = limited ? visibleDays : requestedDays;
  const start = days === null ? new Date(0) : new Date(now.getTime() - days * dayMs);
  const { rows } = await db.query<{ at: Date; floorCents: number | null; late: boolean }>(
    `(select greatest(observed_at, $2) as at, floor_cents as "floorCents", false as late
        from price_changes
       where collectible_id = $1 and observed_at <= $2 and not late
       order by observed_at desc limit 1)
     union all
     (select observed_at, floor_cents, late
        from price_changes
       where collectible_id = $1 and observed_at > $2
       order by observed_at)`,
    [collectibleId, start],
  );
  const points = downsample(rows, request.points).map((row) => ({
    at: row.at.toISOString(),
    floorCents: row.floorCents,
    late: row.late,
  }));
  const dataGaps = await listDataGaps(db, start);
  return {
    collectibleId,
    range,
    points,
    gaps: dataGaps.map(({ from, to }) => ({ from: from.toISOString(), to: to.toISOString() })),
    limitedToDays: limited ? visibleDays : null,
  };
}

const sparkSlots = 28;
const sparkSlotHours = 6;

/** Floor at the end of each of the last 28 six-hour slots, oldest first, of many collectibles at once. */
export async function loadSparklines(
  db: Database,
  ids: readonly string[],
  now: Date,
): Promise<Map<string, (number | null)[]>> {
  const { rows } = await db.query<{ id: string; spark: (number | null)[] }>(
    `select c.id, array_agg(p.floor_cents order by s.slot) as spark
       from unnest($1::text[]) as c (id)
      cross join generate_series(0, $3 - 1) as s (slot)
       left join lateral (
            select floor_cents from price_changes h
             where h.collectible_id = c.id and not h.late
               and h.observed_at <= $2::timestamptz
                                    - make_interval(hours => ($3 - 1 - s.slot) * $4)
             order by h.observed_at desc limit 1) p on true
      group by c.id`,
    [ids, now, sparkSlots, sparkSlotHours],
  );
  return new Map(rows.map((row) => [row.id, row.spark]));
}

/** A snapshot older than a day and this much is not used as “24 h ago”. */
const snapshotGraceMs = 6 * 3_600_000;

/**
 * The instant that “24 h” compares with: a day before market now, or null when the last snapshot by then was more
 * than six hours older. For a source that reports only changes, no reading means no change.
 */
export async function findDayAgo(db: Database, now: Date | null): Promise<Date | null> {
  if (now === null) return null;
  const dayAgo = new Date(now.getTime() - dayMs);
  const { rows } = await db.query<{ at: Date; kind: 'complete' | 'changes' }>(
    `select last.at, last.kind
       from sources s, lateral (select observed_at as at, kind from readings
                                 where source = s.name and observed_at <= $1
                                 order by observed_at desc limit 1) last
      order by last.at desc limit 1`,
    [dayAgo],
  );
  const [last] = rows;
  const tooOld =
    last?.kind === 'complete' && dayAgo.getTime() - last.at.getTime() > snapshotGraceMs;
  return tooOld ? null : dayAgo;
}

export interface RecentPrices {
  /** In force 24 h before market now; null when none was, or no snapshot of that day exists. */
  readonly dayAgoCents: number | null;
  readonly lowCents: number | null;
  readonly highCents: number | null;
}

/** 24 h and 30 d figures of many collectibles at once; values in force at the start of the window count. */
export async function loadRecentPrices(
  db: Database,
  ids: readonly string[],
  now: Date,
): Promise<Map<string, RecentPrices>> {
  const dayAgo = await findDayAgo(db, now);
  const { rows } = await db.query<RecentPrices & { id: string }>(
    `select c.id, day.floor_cents as "dayAgoCents",
            least(start.floor_cents, month.low) as "lowCents",
            greatest(start.floor_cents, month.high) as "highCents"
       from unnest($1::text[]) as c (id)
       left join lateral (
            select floor_cents from price_changes h
             where h.collectible_id = c.id and not h.late
               and h.observed_at <= $3::timestamptz
             order by h.observed_at desc limit 1) day on true
       left join lateral (
            select floor_cents from price_changes h
             where h.collectible_id = c.id and not h.late
               and h.observed_at <= $2::timestamptz - interval '720 hours'
             order by h.observed_at desc limit 1) start on true
       left join lateral (
            select min(floor_cents) as low, max(floor_cents) as high from price_changes h
             where h.collectible_id = c.id and not h.late
               and h.observed_at > $2::timestamptz - interval '720 hours') month on true`,
    [ids, now, dayAgo],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

export interface TargetPriceChange {
  readonly collectibleId: string;
  readonly observedAt: Date;
  readonly floorCents: number | null;
}

/**
 * Every change of a target's collectibles from an instant on, oldest first, each preceded by the one in
 * force at that instant (with its own, earlier time). Late ticks are left out (docs/alerts.md, rule 2).
 * @param currency collectibles in another do not count (docs/alerts.md, rule 6)
 */
export async function listTargetChanges(
  db: Database,
  target: Target,
  currency: string,
  from: Date,
): Promise<TargetPriceChange[]> {
  const { rows } = await db.query<TargetPriceChange>(
    `with targets as (
       select id from collectibles
        where currency = $4
          and case when $1 = 'collectible' then id = $2
                   else match_id = $2 and ($3::text is null or category = $3) end)
     select h.collectible_id as "collectibleId", h.observed_at as "observedAt",
            h.floor_cents as "floorCents"
       from targets t join price_changes h on h.collectible_id = t.id
      where not h.late
        and h.observed_at >= coalesce(
            (select max(observed_at) from price_changes b
              where b.collectible_id = t.id and not b.late and b.observed_at <= $5), $5)
      order by h.observed_at, h.collectible_id`,
    [target.kind, target.id, target.kind === 'match' ? target.category : null, currency, from],
  );
  return rows;
}

/** When the first value of a target was stored; null before. A `low` rule counts the target's age from here. */
export async function findFirstValueAt(
  db: Database,
  target: Target,
  currency: string,
): Promise<Date | null> {
  const { rows } = await db.query<{ at: Date | null }>(
    `select min(first_priced_at) as at from collectibles
      where currency = $4
        and case when $1 = 'collectible' then id = $2
                 else match_id = $2 and ($3::text is null or category = $3) end`,
    [target.kind, target.id, target.kind === 'match' ? target.category : null, currency],
  );
  return rows[0]?.at ?? null;
}
