/** Price history queries: charts, sparklines, 24 h and 30 d figures, and the changes for previews. */
import type { History, HistoryRange } from '#contract/monitoring.ts';
import { bucketCount } from '#domain/bucket-count.ts';
import type { ChartPoint } from '#domain/downsample.ts';
import type { Target } from '#domain/threshold.ts';
import type { Database } from '../pool.ts';
import { listSales } from './asks-and-sales.ts';
import { loadLongBuckets, loadShortBuckets, nextHour } from './chart-buckets.ts';
import type { DataGap } from './data-gaps.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const rangeDays = {
  '1h': 1 / 24,
  '24h': 1,
  '7d': 7,
  '30d': 30,
  '90d': 90,
  all: null,
} as const satisfies Record<HistoryRange, number | null>;

export interface HistoryRequest {
  readonly collectibleId: string;
  readonly range: HistoryRange;
  readonly points: number;
  /** Limit of the plan; null = none. */
  readonly visibleDays: number | null;
  /** Market now. */
  readonly now: Date;
}

/** One collectible's chart: the value in force at the start, then its changes, late ones flagged, and its sales. @param gaps all of the source */
export async function loadPriceHistory(
  db: Database,
  request: HistoryRequest,
  gaps: readonly DataGap[] = [],
): Promise<History> {
  const { collectibleId, range, visibleDays, now } = request;
  const requestedDays = rangeDays[range];
  const limited = visibleDays !== null && (requestedDays === null || requestedDays > visibleDays);
  const days = limited ? visibleDays : requestedDays;
  const start = days === null ? new Date(0) : new Date(now.getTime() - days * dayMs);
  const { rows, isSampled } = await loadPoints(db, request, start);
  const points = rows.map((row) => ({
    at: row.at.toISOString(),
    floorCents: row.floorCents,
    late: row.late,
  }));
  const sales = await listSales(db, collectibleId, { after: start, until: now });
  return {
    collectibleId,
    range,
    points,
    ...(isSampled && { stretchMs: stretchOf(rows, request.points) }),
    ...(sales.length > 0 && {
      sales: sales.map(({ soldAt, priceCents }) => ({ at: soldAt.toISOString(), priceCents })),
    }),
    gaps: gaps
      .filter(({ to }) => to > start)
      .map(({ from, to }) => ({
        from: (from < start ? start : from).toISOString(),
        to: to.toISOString(),
      })),
    limitedToDays: limited ? visibleDays : null,
  };
}

/** The value in force at the start and the changes since, all if they are few. */
async function loadPoints(
  db: Database,
  { collectibleId, points: maxPoints, now }: HistoryRequest,
  start: Date,
): Promise<{ readonly rows: ChartPoint[]; readonly isSampled: boolean }> {
  const { rows } = await db.query<ChartPoint>(
    `(select greatest(observed_at, $2) as at, floor_cents as "floorCents", false as late
        from price_changes
       where collectible_id = $1 and observed_at <= $2 and not late
       order by observed_at desc limit 1)
     union all
     (select observed_at, floor_cents, late
        from price_changes
       where collectible_id = $1 and observed_at > $2
       order by observed_at limit $3 + 1)`,
    [collectibleId, start, maxPoints],
  );
  const [first] = rows;
  if (first === undefined || rows.length <= maxPoints) return { rows, isSampled: false };
  const buckets = bucketCount(maxPoints);
  const bucketMs = (now.getTime() - first.at.getTime()) / buckets;
  const load = bucketMs < hourMs ? loadShortBuckets : loadLongBuckets;
  const sampled = await load(db, collectibleId, first.at, buckets);
  return { rows: [first, ...sampled], isSampled: true };
}

/** The length of a bucket, up to the last change. */
const stretchOf = (rows: readonly ChartPoint[], maxPoints: number): number =>
  ((rows.at(-1)?.at.getTime() ?? 0) - (rows[0]?.at.getTime() ?? 0) + 1) / bucketCount(maxPoints);

const sparkSlots = 28;
const sparkSlotHours = 6;

/** Oldest first. */
export type SparklineValues = (number | null)[];

/** Floor at the end of each of the last 28 six-hour slots, oldest first, of many collectibles at once. */
export const loadSparklines = (
  db: Database,
  ids: readonly string[],
  now: Date,
): Promise<Map<string, SparklineValues>> =>
  loadPastFloors(db, ids, { now, slots: sparkSlots, slotHours: sparkSlotHours });

/** Floors at the hour of an instant on each of the last 30 days that had one, oldest first, of many collectibles at once. */
export async function loadMonthFloors(
  db: Database,
  ids: readonly string[],
  now: Date,
): Promise<Map<string, number[]>> {
  const floors = await loadPastFloors(db, ids, { now, slots: rangeDays['30d'], slotHours: 24 });
  return new Map(
    [...floors].map(([id, values]) => [id, values.filter((cents) => cents !== null)] as const),
  );
}

/** Floors in force now and at the end of each slot before, oldest first; null: nothing listed, or not known yet. */
async function loadPastFloors(
  db: Database,
  ids: readonly string[],
  {
    now,
    slots,
    slotHours,
  }: { readonly now: Date; readonly slots: number; readonly slotHours: number },
): Promise<Map<string, SparklineValues>> {
  const { rows } = await db.query<{ id: string; floors: SparklineValues }>(
    `select c.id, array_agg(p.floor_cents order by s.slot) as floors
       from unnest($1::text[]) as c (id)
      cross join generate_series(0, $3 - 1) as s (slot)
       left join lateral (
            select floor_cents from price_changes h
             where h.collectible_id = c.id and not h.late
               and h.observed_at <= $2::timestamptz
                                    - make_interval(hours => ($3 - 1 - s.slot) * $4)
             order by h.observed_at desc limit 1) p on true
      group by c.id`,
    [ids, now, slots, slotHours],
  );
  return new Map(rows.map(({ id, floors }) => [id, floors]));
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

export interface PriceRange {
  readonly lowCents: number | null;
  readonly highCents: number | null;
}

/** Lowest and highest of the last 30 days, of many collectibles at once; values in force at the start count. */
export async function loadMonthRanges(
  db: Database,
  ids: readonly string[],
  now: Date,
): Promise<Map<string, PriceRange>> {
  const start = new Date(now.getTime() - rangeDays['30d'] * dayMs);
  const { rows } = await db.query<PriceRange & { id: string }>(
    `select c.id, least(start.floor_cents, month.low) as "lowCents",
            greatest(start.floor_cents, month.high) as "highCents"
       from unnest($1::text[]) as c (id)
       left join lateral (
            select floor_cents from price_changes h
             where h.collectible_id = c.id and not h.late and h.observed_at <= $2
             order by h.observed_at desc limit 1) start on true
       left join lateral (
            select min(low) as low, max(high) as high from (
              select floor_cents as low, floor_cents as high from price_changes h
               where h.collectible_id = c.id and not h.late and h.observed_at > $2 and h.observed_at < $3
               union all
              select low_cents, high_cents from price_hours h
               where h.collectible_id = c.id and h.hour >= $3
                 and h.hour < (select rolled_until from price_rollup)
               union all
              select floor_cents, floor_cents from price_changes h
               where h.collectible_id = c.id and not h.late
                 and h.observed_at >= greatest($3, (select rolled_until from price_rollup))) p) month on true`,
    [ids, start, nextHour(start)],
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

/**
 * From when on a target has at most so many changes, to the hour where they are rolled up: null = since always.
 * @param from changes before it do not count
 */
export async function findChangesLimit(
  db: Database,
  target: Target,
  currency: string,
  { from, maxChanges }: { readonly from: Date; readonly maxChanges: number },
): Promise<Date | null> {
  const { rows } = await db.query<{ at: Date }>(
    `with targets as (
       select id from collectibles
        where currency = $4
          and case when $1 = 'collectible' then id = $2
                   else match_id = $2 and ($3::text is null or category = $3) end),
     counted as (
       select hour + interval '1 hour' as at, changes
         from targets t join price_hours on collectible_id = t.id
        where hour > $5 and hour < (select rolled_until from price_rollup)
        union all
       select observed_at, 1
         from targets t join price_changes on collectible_id = t.id
        where not late and observed_at > greatest($5, (select rolled_until from price_rollup)))
     select at
       from (select at, sum(changes) over (order by at desc) as total from counted) summed
      where total > $6 order by at desc limit 1`,
    [
      target.kind,
      target.id,
      target.kind === 'match' ? target.category : null,
      currency,
      from,
      maxChanges,
    ],
  );
  return rows[0]?.at ?? null;
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
