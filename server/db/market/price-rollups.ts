/**
 * Rollups of the price history, filled outside the write path: what charts need of an hour, and the lowest floors at
 * midnights. Reads use price_changes itself for what is not rolled up yet.
 */
import type pg from 'pg';
import { bulkQuery, type Database } from '../pool.ts';
import { inTransaction } from '../transaction.ts';

const dayMs = 86_400_000;
/** Midnights whose floors are stored: statistics look back over thirty. */
const floorDays = 35;

const hourColumns = `collectible_id, date_trunc('hour', observed_at, 'UTC'),
  min(array[floor_cents, (extract(epoch from observed_at) * 1000)::bigint, late::integer]) filter (where floor_cents is not null),
  max(array[floor_cents, -(extract(epoch from observed_at) * 1000)::bigint, late::integer]) filter (where floor_cents is not null),
  max(array[0, (extract(epoch from observed_at) * 1000)::bigint, late::integer]) filter (where floor_cents is null),
  max(array[(extract(epoch from observed_at) * 1000)::bigint, coalesce(floor_cents, -1), late::integer]),
  min(floor_cents) filter (where not late), max(floor_cents) filter (where not late),
  count(*) filter (where not late)`;

/** The lowest floors in force at midnights ($1), of the matches of these collectibles ($2; null = of all). */
const insertDailyFloors = `
  insert into daily_floors (midnight, match_id, category, currency, floor_cents)
  select m.at, c.match_id, c.category, c.currency, min(h.floor_cents)
    from unnest($1::timestamptz[]) as m (at) cross join collectibles c
    join lateral (select floor_cents from price_changes
                   where collectible_id = c.id and not late and observed_at <= m.at
                   order by observed_at desc limit 1) h on h.floor_cents is not null
   where $2::text[] is null or c.match_id in (select match_id from collectibles where id = any($2))
   group by m.at, c.match_id, c.category, c.currency`;

/** Midnights (UTC) from an instant until before another. */
function midnightsBetween(from: Date, until: Date): Date[] {
  const firstMs = Math.ceil(from.getTime() / dayMs) * dayMs;
  const days = Math.max(0, Math.ceil((until.getTime() - firstMs) / dayMs));
  return Array.from({ length: days }, (_, day) => new Date(firstMs + day * dayMs));
}

interface Page {
  readonly from: Date;
  readonly until: Date;
  /** Earlier midnights are not stored. */
  readonly floorsFrom: Date;
  readonly isLast: boolean;
}

/**
 * Rolls up the next hours that every shard has passed, a day at most; one process at a time.
 * @returns whether there is more
 */
export const rollUpPrices = (pool: pg.Pool): Promise<boolean> =>
  inTransaction(pool, async (client) => {
    const page = await lockNextPage(client);
    if (page === null) return false;
    const { from, until, floorsFrom, isLast } = page;
    await client.query(
      bulkQuery(
        `insert into price_hours
         select ${hourColumns} from price_changes where observed_at >= $1 and observed_at < $2 group by 1, 2
             on conflict do nothing`,
        [from, until],
      ),
    );
    const midnights = midnightsBetween(from < floorsFrom ? floorsFrom : from, until);
    await client.query(bulkQuery(insertDailyFloors, [midnights, null]));
    await client.query(
      `with moved as (
         update price_rollup set rolled_until = $1, floors_from = greatest($2, least(floors_from, $3)))
       delete from daily_floors where midnight < $2`,
      [until, floorsFrom, midnights[0] ?? null],
    );
    return !isLast;
  });

/** Locked against changes that arrive out of order, see {@link refreshRollups}. */
async function lockNextPage(db: Database): Promise<Page | null> {
  const { rows } = await db.query<Page>(
    bulkQuery(
      `with position as (
         select case when rolled_until > '-infinity' then rolled_until
                     else (select date_trunc('hour', min(observed_at), 'UTC') from price_changes) end as start_at,
                (select case when count(market_now) = count(*) then date_trunc('hour', min(market_now), 'UTC') end
                   from shards) as end_at
           from price_rollup for update skip locked)
       select start_at as "from", least(end_at, start_at + interval '1 day') as until,
              end_at - make_interval(days => ${floorDays}) as "floorsFrom",
              end_at <= start_at + interval '1 day' as "isLast"
         from position where start_at < end_at`,
    ),
  );
  return rows[0] ?? null;
}

/**
 * Brings the rollups up to date with changes stored out of order, before their end. Call in the transaction that stored
 * them: until its commit no hour is rolled up.
 */
export async function refreshRollups(
  db: Database,
  collectibleIds: readonly string[],
  observedAt: Date,
): Promise<void> {
  if (collectibleIds.length === 0) return;
  const { rows } = await db.query<{ until: Date; floorsFrom: Date }>(
    `with locked as (select * from price_rollup for share)
     select rolled_until as until, least(floors_from, rolled_until) as "floorsFrom" from locked where rolled_until > $1`,
    [observedAt],
  );
  const [rolled] = rows;
  if (rolled === undefined) return;
  await db.query(
    `insert into price_hours
     select ${hourColumns} from price_changes
      where collectible_id = any($1)
        and observed_at >= date_trunc('hour', $2::timestamptz, 'UTC')
        and observed_at < date_trunc('hour', $2::timestamptz, 'UTC') + interval '1 hour' group by 1, 2
         on conflict (collectible_id, hour) do update set
            low = excluded.low, high = excluded.high, gap = excluded.gap, last = excluded.last,
            low_cents = excluded.low_cents, high_cents = excluded.high_cents, changes = excluded.changes`,
    [collectibleIds, observedAt],
  );
  const { until, floorsFrom } = rolled;
  const midnights = midnightsBetween(observedAt < floorsFrom ? floorsFrom : observedAt, until);
  if (midnights.length === 0) return;
  await db.query(
    `delete from daily_floors where midnight = any($1)
        and match_id in (select match_id from collectibles where id = any($2))`,
    [midnights, collectibleIds],
  );
  await db.query(insertDailyFloors, [midnights, collectibleIds]);
}
