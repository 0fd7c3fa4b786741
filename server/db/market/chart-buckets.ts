/**
 * {@link downsample} in PostgreSQL, for changes that would fill this process's memory: of each bucket of time the first
 * lowest and the first highest, the last gap and the last change.
 */
import type { ChartPoint } from '#domain/downsample.ts';
import type { Database } from '../pool.ts';

const hourMs = 3_600_000;

/** The first whole hour after an instant: hours rolled up have no part that is not wanted, a change at the instant itself. */
export const nextHour = (at: Date): Date =>
  new Date((Math.floor(at.getTime() / hourMs) + 1) * hourMs);

/** `[floorCents, observed at in ms, late as 0 or 1]`. */
type PackedPoint = readonly [number | null, number, number];

interface Bucket {
  readonly low: PackedPoint | null;
  readonly high: PackedPoint | null;
  readonly gap: PackedPoint | null;
  readonly last: PackedPoint;
}

/**
 * Buckets shorter than an hour, of changes themselves: each is packed into integers that compare as its floor, instant
 * and lateness do, which costs a third of arrays. The instant counts from `after`, in 30 bits: twelve days.
 */
export async function loadShortBuckets(
  db: Database,
  collectibleId: string,
  after: Date,
  buckets: number,
): Promise<ChartPoint[]> {
  const { rows } = await db.query<Bucket>(
    `with changes as not materialized (
       select ms, (floor_cents::bigint << 32) + (ms << 1) + late as low,
              (floor_cents::bigint << 32) + (((1 << 30) - 1 - ms) << 1) + late as high,
              case when floor_cents is null then (ms << 1) + late end as gap,
              (ms << 33) + ((coalesce(floor_cents, -1) + 1)::bigint << 1) + late as last
         from (select (date_part('epoch', observed_at - $2) * 1000)::bigint as ms, floor_cents, late::integer
                 from price_changes where collectible_id = $1 and observed_at > $2) c),
     span as (
       select (date_part('epoch', max(observed_at) - $2) * 1000)::bigint as until
         from price_changes where collectible_id = $1 and observed_at > $2),
     bucket as (
       select min(low) as low, max(high) as high, max(gap) as gap, max(last) as last
         from changes, span group by ms * $3 / (until + 1))
     select case when low is not null then json_build_array(low >> 32, (low & 4294967295) >> 1, low & 1) end as low,
            case when high is not null
                 then json_build_array(high >> 32, (1 << 30) - 1 - ((high & 4294967295) >> 1), high & 1) end as high,
            case when gap is not null then json_build_array(null, gap >> 1, gap & 1) end as gap,
            json_build_array(nullif((last & 8589934591) >> 1, 0) - 1, last >> 33, last & 1) as last
       from bucket`,
    [collectibleId, after, buckets],
  );
  return toPoints(rows, after.getTime());
}

/** `[floorCents, observed at in ms, late as 0 or 1]`, each negative where the comparison is turned around. */
interface LongBucket {
  readonly low: [number, number, number] | null;
  readonly high: [number, number, number] | null;
  readonly gap: [number, number, number] | null;
  /** Observed at, floor or −1, late. */
  readonly last: [number, number, number];
}

/** Buckets longer than an hour, of hours rolled up, and of changes that are not yet. */
export async function loadLongBuckets(
  db: Database,
  collectibleId: string,
  after: Date,
  buckets: number,
): Promise<ChartPoint[]> {
  const { rows } = await db.query<LongBucket>(
    `with changes as (
       select ms, case when floor_cents is not null then array[floor_cents, ms, late] end as low,
              case when floor_cents is not null then array[floor_cents, -ms, late] end as high,
              case when floor_cents is null then array[0, ms, late] end as gap,
              array[ms, coalesce(floor_cents, -1), late] as last
         from (select (date_part('epoch', observed_at) * 1000)::bigint as ms, floor_cents, late::integer
                 from price_changes
                where collectible_id = $1 and observed_at > $2 and observed_at < $4
                union all
               select (date_part('epoch', observed_at) * 1000)::bigint, floor_cents, late::integer
                 from price_changes
                where collectible_id = $1 and observed_at >= greatest($4, (select rolled_until from price_rollup))) c
        union all
       select (date_part('epoch', hour) * 1000)::bigint, low, high, gap, last from price_hours
        where collectible_id = $1 and hour >= $4 and hour < (select rolled_until from price_rollup)),
     span as (
       select (date_part('epoch', $2::timestamptz) * 1000)::bigint as since, max(last[1]) as until from changes)
     select to_json(min(low)) as low, to_json(max(high)) as high, to_json(max(gap)) as gap, to_json(max(last)) as last
       from changes, span
      group by (ms - since) * $3 / greatest(1, until - since + 1)`,
    [collectibleId, after, buckets, nextHour(after)],
  );
  return toPoints(
    rows.map(({ low, high, gap, last: [ms, floorCents, late] }) => ({
      low,
      high: high && [high[0], -high[1], high[2]],
      gap: gap && [null, gap[1], gap[2]],
      last: [floorCents < 0 ? null : floorCents, ms, late],
    })),
    0,
  );
}

/** In order of time, each once. */
function toPoints(rows: readonly Bucket[], sinceMs: number): ChartPoint[] {
  const points = rows
    .flatMap(({ low, high, gap, last }) => [low, high, gap, last])
    .filter((point) => point !== null)
    .map(([floorCents, ms, late]) => ({
      at: new Date(sinceMs + ms),
      floorCents,
      late: late === 1,
    }));
  const byInstant = new Map(points.map((point) => [point.at.getTime(), point]));
  return [...byInstant.values()].sort((a, b) => a.at.getTime() - b.at.getTime());
}
