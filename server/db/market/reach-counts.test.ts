/** Counts of reached lines: a page at a time, across days and restarts, they are those of one pass over the prices. */
import { beforeAll, expect, it } from 'vitest';
import {
  addReachCases,
  type DailyPrices,
  dayOf,
  decayReachCounts,
  emptyReachCounts,
  figuresOn,
  midnightOf,
} from '#domain/reach.ts';
import { openTestDatabase } from '#tests/support/database.ts';
import { insertSamples } from '#tests/support/samples.ts';
import { rollUpPrices } from './price-rollups.ts';
import { countReachPage, findMonthFigures, loadReachCounts } from './reach-counts.ts';

const { pool } = await openTestDatabase();
const collectibles = 520;
const days = 50;
const firstDay = dayOf(Date.parse('2026-01-01T00:00:00Z'));
const idOf = (nth: number) => `c${String(nth).padStart(3, '0')}`;
const priceOf = (nth: number, day: number): number | null =>
  nth % 50 === 0 && day % 9 === 0 ? null : 5_000 + ((nth * 31 + day * 977) % 900);

beforeAll(async () => {
  await insertSamples(pool, {
    matches: [{ id: 'm' }, { id: 'over', kickoff_at: new Date(midnightOf(firstDay + 20)) }],
    collectibles: Array.from({ length: collectibles }, (_, nth) => ({
      ...{ id: idOf(nth), match_id: nth % 4 === 0 ? 'over' : 'm' },
      first_priced_at: new Date(midnightOf(firstDay)),
    })),
  });
  await pool.query(`
    insert into shards (source, shard) values ('test', 0);
    select ensure_price_partitions('2026-01-01Z', '2026-03-31Z')`);
  const changes = Array.from({ length: days }, (_, day) =>
    Array.from({ length: collectibles }, (_, nth) => ({ nth, day })),
  ).flat();
  await pool.query(
    `insert into price_changes (collectible_id, observed_at, floor_cents)
     select * from unnest($1::text[], $2::timestamptz[], $3::integer[])`,
    [
      changes.map(({ nth }) => idOf(nth)),
      changes.map(({ nth, day }) => new Date(midnightOf(firstDay + day) + nth * 60_000)),
      changes.map(({ nth, day }) => priceOf(nth, day)),
    ],
  );
});

/** The market goes on to noon of a day, its hours are rolled up, and its days are counted. @returns pages */
async function countUntil(day: number): Promise<number> {
  await pool.query('update shards set market_now = $1', [
    new Date(midnightOf(firstDay + day) + 12 * 3_600_000),
  ]);
  while (await rollUpPrices(pool));
  let pages = 1;
  while (await countReachPage(pool)) pages += 1;
  return pages;
}

async function findBasis() {
  const counts = await loadReachCounts(pool, 'test');
  return counts && { counts, figures: await findMonthFigures(pool, idOf(7)) };
}

/** By the domain alone, in one pass. */
function expectedUntil(day: number) {
  const counts = emptyReachCounts();
  const market = Array.from({ length: collectibles }, (_, nth): DailyPrices => {
    const prices = Array.from({ length: day }, (_, at) => priceOf(nth, at));
    const endsAtMs = nth % 4 === 0 ? midnightOf(firstDay + 20) : null;
    return { firstDay, closes: prices, lows: prices, highs: prices, endsAtMs };
  });
  for (let end = firstDay; end < firstDay + day; end += 1) {
    decayReachCounts(counts, 1);
    for (const prices of market)
      addReachCases(counts, prices, { day: end, isObserved: () => true, weight: 1 });
  }
  return {
    counts: counts.map((count) => expect.closeTo(count, 1)),
    figures: figuresOn(market[7] as DailyPrices, firstDay + day - 1, () => true),
  };
}

it('are nothing before there are thirty days of prices', async () => {
  expect(await countUntil(25)).toBe(2);
  expect(await findBasis()).toBeNull();
});

it('go on from the day they had come to, and are those of one pass', async () => {
  await countUntil(41);
  await countUntil(44);
  expect(await findBasis()).toMatchObject(expectedUntil(44));
  // Nothing new until the next midnight.
  expect(await countUntil(44)).toBe(1);
  expect(await findBasis()).toMatchObject(expectedUntil(44));
});

it('a process that ends between two pages loses no case and counts none twice', async () => {
  await pool.query('update shards set market_now = $1', [new Date(midnightOf(firstDay + days))]);
  while (await rollUpPrices(pool));
  expect(await countReachPage(pool)).toBe(true);
  await Promise.all([countReachPage(pool), countReachPage(pool)]);
  expect(await findBasis()).toMatchObject(expectedUntil(days));
});

it('leave out what a data gap of a whole day spans', async () => {
  await pool.query(`
    update sources set expected_every_ms = 60000;
    insert into data_gaps (source, from_at, to_at) values ('test', '2026-02-01Z', '2026-02-03Z');
    update reach_counts set counted_until = null, counts = array_fill(0::real, array[array_length(counts, 1)])`);
  while (await countReachPage(pool));
  const { counts = [] } = (await findBasis()) ?? {};
  const whole = expectedUntil(days).counts.map(({ sample }: { sample: number }) => sample);
  // Of cases of a month none is left that does not span it.
  const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
  expect(sumOf(counts)).toBeGreaterThan(0);
  expect(sumOf(counts)).toBeLessThan(sumOf(whole));
});
