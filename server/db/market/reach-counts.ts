/**
 * Counts of how often lines were reached (domain/reach.ts), by source: brought up to the last midnight that the hours of
 * prices are rolled up to, a page of collectibles at a time, outside the write path.
 */
import type pg from 'pg';
import {
  addReachCases,
  type DailyPrices,
  dayOf,
  decayReachCounts,
  emptyReachCounts,
  figuresOn,
  type IsObserved,
  type MonthFigures,
  midnightOf,
  minHistoryDays,
  type ReachCounts,
  reachHistoryDays,
  weightAfter,
} from '#domain/reach.ts';
import { bulkQuery, type Database } from '../pool.ts';
import { inTransaction } from '../transaction.ts';
import { listDataGaps } from './data-gaps.ts';

const pageSize = 500;
/** A first update counts as many days: an older case would weigh less than a fiftieth. */
const maxCountedDays = 60;

/** Counts the next collectibles of an update, or begins one; one process at a time. @returns whether there is more */
export const countReachPage = (pool: pg.Pool): Promise<boolean> =>
  inTransaction(pool, async (client) => {
    const update = await lockUpdate(client);
    if (update === null) return false;
    const { counts, until, countedUntil } = update;
    const lastDay = dayOf(until.getTime()) - 1;
    const newDays =
      countedUntil === null
        ? maxCountedDays
        : dayOf(until.getTime()) - dayOf(countedUntil.getTime());
    if (update.afterId === null) decayReachCounts(counts, newDays);
    const countedDay = lastDay - Math.min(newDays, maxCountedDays);
    const firstDay = countedDay - reachHistoryDays;
    const isObserved = await loadObservedDays(client, firstDay);
    const page = await loadPage(client, update, firstDay);
    for (const item of page)
      for (let day = countedDay + 1; day <= lastDay; day += 1)
        addReachCases(counts, item, { day, isObserved, weight: weightAfter(lastDay - day) });
    await storeFigures(
      client,
      update.source,
      page.map((item) => ({ id: item.id, figures: figuresOn(item, lastDay, isObserved) })),
    );
    const hasMore = page.length === pageSize;
    await storeUpdate(client, update, hasMore ? (page.at(-1)?.id ?? null) : null);
    return hasMore;
  });

interface Update {
  readonly source: string;
  /** null before the first update. */
  readonly countedUntil: Date | null;
  readonly until: Date;
  /** The last collectible counted; null at its beginning. */
  readonly afterId: string | null;
  readonly counts: ReachCounts;
}

async function lockUpdate(db: Database): Promise<Update | null> {
  await db.query(
    `insert into reach_counts (source, counts) select name, $1 from sources on conflict do nothing`,
    [emptyReachCounts()],
  );
  const { rows } = await db.query<Update>(
    `select r.source, r.counted_until as "countedUntil", r.counted_id as "afterId", r.counts,
            coalesce(r.counting_until, date_trunc('day', p.rolled_until, 'UTC')) as until
       from reach_counts r, price_rollup p
      where r.counting_until is not null
         or (p.rolled_until > '-infinity'
             and coalesce(r.counted_until < date_trunc('day', p.rolled_until, 'UTC'), true))
      order by r.source limit 1 for update of r skip locked`,
  );
  return rows[0] ?? null;
}

/** @param afterId null: this was the last page */
async function storeUpdate(
  db: Database,
  { source, until, counts }: Update,
  afterId: string | null,
): Promise<void> {
  await db.query(
    `update reach_counts
        set counts = $2, counted_id = $3, counting_until = case when $3::text is not null then $4::timestamptz end,
            counted_until = case when $3::text is null then $4::timestamptz else counted_until end,
            priced_since = case when $3::text is not null then priced_since else (
              select min(first_priced_at) from collectibles c join matches m on m.id = c.match_id
               where m.source = $1) end
      where source = $1`,
    [source, counts, afterId, until],
  );
}

interface CountedCollectible extends DailyPrices {
  readonly id: string;
}

async function loadPage(
  db: Database,
  { source, afterId, until }: Update,
  firstDay: number,
): Promise<CountedCollectible[]> {
  const { rows } = await db.query<{
    id: string;
    kickoffAt: Date | null;
    before: number | null;
    days: number[] | null;
    closes: (number | null)[] | null;
    lows: (number | null)[] | null;
    highs: (number | null)[] | null;
  }>(
    bulkQuery(
      `select c.id, m.kickoff_at as "kickoffAt", d.days, d.closes, d.lows, d.highs,
              (select last[2]::integer from price_hours
                where collectible_id = c.id and hour < $3 and last[3] = 0
                order by hour desc limit 1) as before
         from collectibles c join matches m on m.id = c.match_id
         left join lateral (
              select array_agg(day order by day) as days, array_agg(close order by day) as closes,
                     array_agg(low order by day) as lows, array_agg(high order by day) as highs
                from (select floor(extract(epoch from hour) / 86400)::integer as day,
                             (max(last) filter (where last[3] = 0))[2]::integer as close,
                             min(low_cents) as low, max(high_cents) as high
                        from price_hours
                       where collectible_id = c.id and hour >= $3 and hour < $4 group by 1) by_day) d on true
        where m.source = $1 and c.id > coalesce($2, '')
        order by c.id limit ${pageSize}`,
      [source, afterId, new Date(midnightOf(firstDay)), until],
    ),
  );
  const length = dayOf(until.getTime()) - firstDay;
  return rows.map(({ id, kickoffAt, before, days, closes, lows, highs }) => {
    const item = {
      ...{ id, firstDay, endsAtMs: kickoffAt?.getTime() ?? null },
      closes: new Array<number | null>(length).fill(null),
      lows: new Array<number | null>(length).fill(null),
      highs: new Array<number | null>(length).fill(null),
    };
    let close = before;
    let next = 0;
    for (let index = 0; index < length; index += 1) {
      if (days?.[next] === firstDay + index) {
        close = closes?.[next] ?? close;
        item.lows[index] = lows?.[next] ?? null;
        item.highs[index] = highs?.[next] ?? null;
        next += 1;
      }
      item.closes[index] = close === noPrice ? null : close;
    }
    return item;
  });
}

/** As the hours have it. */
const noPrice = -1;

/** A day that lies within a data gap is not. */
async function loadObservedDays(db: Database, firstDay: number): Promise<IsObserved> {
  const gaps = await listDataGaps(db, new Date(midnightOf(firstDay)));
  const missed = new Set<number>();
  for (const { from, to } of gaps)
    for (let day = dayOf(from.getTime() - 1) + 1; midnightOf(day + 1) <= to.getTime(); day += 1)
      missed.add(day);
  return (day) => !missed.has(day);
}

async function storeFigures(
  db: Database,
  source: string,
  rows: readonly { readonly id: string; readonly figures: MonthFigures | null }[],
): Promise<void> {
  await db.query(
    `with page as (
       select id, $5::text as source, volatility, low_cents, high_cents
         from unnest($1::text[], $2::double precision[], $3::integer[], $4::integer[])
           as p (id, volatility, low_cents, high_cents)),
     gone as (delete from month_figures f using page p where f.collectible_id = p.id and p.volatility is null)
     insert into month_figures select * from page where volatility is not null
         on conflict (collectible_id) do update set
            volatility = excluded.volatility, low_cents = excluded.low_cents, high_cents = excluded.high_cents`,
    [
      rows.map(({ id }) => id),
      rows.map(({ figures }) => figures?.volatility ?? null),
      rows.map(({ figures }) => figures?.lowCents ?? null),
      rows.map(({ figures }) => figures?.highCents ?? null),
      source,
    ],
  );
}

/** Null with too few prices. */
export async function findMonthFigures(
  db: Database,
  collectibleId: string,
): Promise<(MonthFigures & { readonly source: string }) | null> {
  const { rows } = await db.query<MonthFigures & { source: string }>(
    `select source, volatility, low_cents as "lowCents", high_cents as "highCents"
       from month_figures where collectible_id = $1`,
    [collectibleId],
  );
  return rows[0] ?? null;
}

/** Null without thirty days of the source's prices. */
export async function loadReachCounts(db: Database, source: string): Promise<ReachCounts | null> {
  const { rows } = await db.query<{ counts: ReachCounts }>(
    `select counts from reach_counts
      where source = $1 and counted_until - priced_since >= make_interval(days => $2)`,
    [source, minHistoryDays],
  );
  return rows[0]?.counts ?? null;
}
