/** Rollups of the price history: reads with them equal reads without, also of changes that arrive out of order. */
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { openTestDatabase } from '#tests/support/database.ts';
import { insertSamples } from '#tests/support/samples.ts';
import { inTransaction } from '../transaction.ts';
import { loadLowestFloors } from './daily-floors.ts';
import { findChangesLimit, loadMonthRanges, loadPriceHistory } from './price-history.ts';
import { refreshRollups, rollUpPrices } from './price-rollups.ts';
import { loadWeekPoints } from './weekly-prices.ts';

const hourMs = 3_600_000;
const now = new Date('2026-03-31T10:30:00Z');
const { pool } = await openTestDatabase();
beforeAll(async () => {
  await insertSamples(pool, {
    matches: [{ id: 'm' }],
    collectibles: [
      { id: 'a', match_id: 'm', category: 'one' },
      { id: 'b', match_id: 'm', category: 'two' },
    ],
  });
  await pool.query(`
    insert into shards (source, shard, market_now) values ('test', 0, '${now.toISOString()}'), ('test', 1, '2026-04-01Z');
    select ensure_price_partitions('2026-01-01Z', '2026-04-30Z')`);
});

interface Change {
  readonly id: 'a' | 'b';
  readonly minutesAgo: number;
  readonly floorCents: number | null;
  readonly late: boolean;
}
const changes = fc.uniqueArray(
  fc.record({
    id: fc.constantFrom('a' as const, 'b' as const),
    minutesAgo: fc.oneof(
      fc.integer({ min: 0, max: 45 * 24 * 60 }),
      // Whole hours and midnights.
      fc.integer({ min: 0, max: 45 * 24 }).map((hours) => 30 + 60 * hours),
    ),
    floorCents: fc.option(fc.integer({ min: 1, max: 500 }), { freq: 5 }),
    late: fc.integer({ min: 0, max: 9 }).map((nth) => nth === 0),
  }),
  { minLength: 1, maxLength: 40, selector: ({ id, minutesAgo }) => `${id} ${minutesAgo}` },
);

const insert = (db: Pick<typeof pool, 'query'>, all: readonly Change[]) =>
  db.query(
    `insert into price_changes
     select * from unnest($1::text[], $2::timestamptz[], $3::integer[], $4::boolean[])`,
    [
      all.map(({ id }) => id),
      all.map(({ minutesAgo }) => new Date(now.getTime() - minutesAgo * 60_000)),
      all.map(({ floorCents }) => floorCents),
      all.map(({ late }) => late),
    ],
  );
const clear = () =>
  pool.query(`delete from price_changes; delete from price_hours; delete from daily_floors;
    update price_rollup set rolled_until = default, floors_from = default`);
async function rollUp(): Promise<void> {
  while (await rollUpPrices(pool));
}

const target = { kind: 'match', id: 'm', category: null } as const;
const midnights = Array.from(
  { length: 30 },
  (_, day) => new Date(Date.parse('2026-03-31T00:00:00Z') - (29 - day) * 24 * hourMs),
);
/** In a zone of half hours. */
const week = { since: new Date('2026-03-22T18:30:00Z'), until: new Date('2026-03-29T18:30:00Z') };
async function readWeekLows() {
  const points = await loadWeekPoints(pool, 'm', week);
  expect(points).toEqual(points.toSorted((a, b) => a.at.getTime() - b.at.getTime()));
  expect(points.every(({ at }) => at >= week.since && at < week.until)).toBe(true);
  return ['a', 'b'].map((id) => {
    const floors = points.flatMap(({ collectibleId, floorCents }) =>
      collectibleId === id && floorCents !== null ? floorCents : [],
    );
    const last = points.findLast(({ collectibleId }) => collectibleId === id);
    return [Math.min(...floors), Math.max(...floors), last?.floorCents];
  });
}

async function readAll() {
  const ranges = await loadMonthRanges(pool, ['a', 'b'], now);
  return {
    ranges: ['a', 'b'].map((id) => ranges.get(id)),
    floors: await loadLowestFloors(pool, { match: 'm', currency: 'EUR' }, midnights),
    ofCategory: await loadLowestFloors(pool, { category: 'two', currency: 'EUR' }, midnights),
    weekLows: await readWeekLows(),
    hasMore:
      (await findChangesLimit(pool, target, 'EUR', { from: new Date(0), maxChanges: 20 })) !== null,
  };
}

it('ranges, floors and counts are the same with rollups as without', async () => {
  await fc.assert(
    fc.asyncProperty(changes, async (all) => {
      await clear();
      await insert(pool, all);
      const before = await readAll();
      await rollUp();
      expect(await readAll()).toEqual(before);
    }),
    { numRuns: 5 },
  );
});

it('a chart of hours has the same first, lowest, highest and last point', async () => {
  await fc.assert(
    fc.asyncProperty(changes, fc.integer({ min: 10, max: 40 }), async (all, points) => {
      await clear();
      await insert(pool, all);
      await rollUp();
      for (const range of ['30d', 'all'] as const) {
        const request = { collectibleId: 'a', range, visibleDays: null, now } as const;
        const whole = (await loadPriceHistory(pool, { ...request, points: 1_000 })).points;
        const drawn = (await loadPriceHistory(pool, { ...request, points })).points;
        expect(drawn.length).toBeLessThanOrEqual(points);
        for (const point of drawn) expect(whole).toContainEqual(point);
        expect([drawn[0], drawn.at(-1)]).toEqual([whole[0], whole.at(-1)]);
        const floors = (of: typeof drawn) => of.flatMap(({ floorCents }) => floorCents ?? []);
        expect(Math.min(...floors(drawn))).toBe(Math.min(...floors(whole)));
        expect(Math.max(...floors(drawn))).toBe(Math.max(...floors(whole)));
      }
    }),
    { numRuns: 5 },
  );
});

it('changes that arrive out of order are in the rollups as if they had been there', async () => {
  const readHoursToo = async () => ({
    ...(await readAll()),
    hours: (await pool.query('select * from price_hours order by collectible_id, hour')).rows,
  });
  await fc.assert(
    fc.asyncProperty(changes, changes, async (all, outOfOrder) => {
      await clear();
      await insert(pool, all);
      await rollUp();
      const known = new Set(all.map(({ id, minutesAgo }) => `${id} ${minutesAgo}`));
      for (const change of outOfOrder.slice(0, 10)) {
        if (known.has(`${change.id} ${change.minutesAgo}`)) continue;
        await inTransaction(pool, async (client) => {
          await insert(client as never, [change]);
          const at = new Date(now.getTime() - change.minutesAgo * 60_000);
          await refreshRollups(client, [change.id], at);
        });
      }
      await rollUp();
      const refreshed = await readHoursToo();
      await pool.query(`delete from price_hours; delete from daily_floors;
        update price_rollup set rolled_until = default, floors_from = default`);
      await rollUp();
      expect(refreshed).toEqual(await readHoursToo());
    }),
    { numRuns: 4 },
  );
});

it('nothing is rolled up before every shard has passed its hour', async () => {
  await clear();
  await insert(pool, [
    { id: 'a', minutesAgo: 29, floorCents: 1, late: false },
    { id: 'a', minutesAgo: 31, floorCents: 2, late: false },
  ]);
  await rollUp();
  const { rows } = await pool.query('select low_cents from price_hours');
  expect(rows).toEqual([{ low_cents: 2 }]);
});
