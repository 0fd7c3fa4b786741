/** Charts of a long history: PostgreSQL picks the same points as `downsample`, and no more are read. */
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { downsample } from '#domain/downsample.ts';
import { openTestDatabase } from '#tests/support/database.ts';
import { insertSamples } from '#tests/support/samples.ts';
import { listTargetChanges, loadMonthFloors, loadPriceHistory } from './price-history.ts';

const now = new Date('2026-03-08T00:00:00Z');
const hourMs = 3_600_000;
const startMs = now.getTime() - 7 * 24 * hourMs;
const { pool } = await openTestDatabase();
beforeAll(async () => {
  const collectibles = ['c', 'd'].map((id) => ({ id, match_id: 'm' }));
  await insertSamples(pool, { matches: [{ id: 'm' }], collectibles });
  await pool.query(`select ensure_price_partitions('2026-01-01Z', '2026-03-31Z')`);
});

interface Change {
  /** After the start of the range; negative ones are before it. */
  readonly afterMs: number;
  readonly floorCents: number | null;
  readonly late: boolean;
}
const changesWithin = (spanMs: number) =>
  fc.uniqueArray(
    fc.record({
      afterMs: fc.integer({ min: -1_000_000, max: spanMs }),
      floorCents: fc.option(fc.integer({ min: 1, max: 30 }), { freq: 5 }),
      late: fc.integer({ min: 0, max: 9 }).map((nth) => nth === 0),
    }),
    { minLength: 20, maxLength: 120, selector: ({ afterMs }) => afterMs },
  );

/** A late one at the very instant at which another is in force, on a whole hour. */
const atTheStart: Change[] = Array.from({ length: 30 }, (_, day) => ({
  afterMs: (day - 1) * 20_000_000,
  floorCents: 10 + day,
  late: day === 1,
}));

async function store(all: readonly Change[], startMs: number): Promise<void> {
  await pool.query('delete from price_changes');
  await pool.query(
    `insert into price_changes
     select 'c', * from unnest($1::timestamptz[], $2::integer[], $3::boolean[])`,
    [
      all.map(({ afterMs }) => new Date(startMs + afterMs)),
      all.map(({ floorCents }) => floorCents),
      all.map(({ late }) => late),
    ],
  );
}

it.each([
  ['7d', 7 * 24 * hourMs],
  ['24h', 24 * hourMs],
  ['1h', hourMs],
] as const)('keeps the points that downsampling all changes of %s keeps', async (range, spanMs) => {
  const startMs = now.getTime() - spanMs;
  await fc.assert(
    fc.asyncProperty(
      changesWithin(spanMs),
      fc.integer({ min: 10, max: 60 }),
      async (all, maxPoints) => {
        await store(all, startMs);
        const sorted = all.toSorted((a, b) => a.afterMs - b.afterMs);
        const inForce = sorted.findLast(({ afterMs, late }) => afterMs <= 0 && !late);
        const drawn = sorted.filter(({ afterMs }) => afterMs > 0);
        const points = [...(inForce ? [{ ...inForce, afterMs: 0 }] : []), ...drawn].map(
          ({ afterMs, ...point }) => ({ ...point, at: new Date(startMs + afterMs) }),
        );
        const history = await loadPriceHistory(pool, {
          collectibleId: 'c',
          range,
          points: maxPoints,
          visibleDays: null,
          now,
        });
        expect(history.points).toEqual(
          downsample(points, maxPoints).map((point) => ({ ...point, at: point.at.toISOString() })),
        );
        expect(history.stretchMs === undefined).toBe(points.length <= maxPoints);
      },
    ),
    { numRuns: 40, examples: range === '7d' ? [[atTheStart, 10]] : [] },
  );
});

it('has the newest sales of its range, of its collectible alone', async () => {
  await pool.query(`
    insert into sales (collectible_id, sold_at, sale_id, price_cents)
    select 'c', timestamptz '2026-03-08T00:00:00Z' - make_interval(mins => n), n::text, n + 1 from generate_series(-1, 300) n
     union all select 'd', timestamptz '2026-03-07T23:00:00Z', 'other', 5000`);
  const request = { points: 10, visibleDays: null, now } as const;
  const load = (collectibleId: string, range: '1h' | '7d') =>
    loadPriceHistory(pool, { ...request, collectibleId, range });
  const week = (await load('c', '7d')).sales ?? [];
  expect(week).toHaveLength(200);
  expect(week.at(-1)).toEqual({ at: now.toISOString(), priceCents: 1 });
  expect(week.map(({ at }) => at)).toEqual(week.map(({ at }) => at).toSorted());
  expect((await load('c', '1h')).sales).toHaveLength(60);
  expect((await load('d', '1h')).sales).toBeUndefined();
});

it('of a plan that shows so many days begins with the value in force then', async () => {
  const day = 24 * hourMs;
  await store(
    [10, 3, 1].map((ago) => ({ afterMs: -ago * day, floorCents: ago, late: false })),
    now.getTime(),
  );
  const request = { collectibleId: 'c', range: 'all', points: 50, visibleDays: 7, now } as const;
  const at = (ago: number) => new Date(now.getTime() - ago * day).toISOString();
  expect(await loadPriceHistory(pool, request)).toMatchObject({
    limitedToDays: 7,
    points: [
      { at: at(7), floorCents: 10 },
      { at: at(3), floorCents: 3 },
      { at: at(1), floorCents: 1 },
    ],
  });
});

it('of a target begins with the values in force, without late ticks, in its currency alone', async () => {
  const change = (hour: number, floorCents: number | null, late = false) => ({
    afterMs: hour * hourMs,
    floorCents,
    late,
  });
  await store([change(0, 900), change(1, 500), change(3, 1, true), change(4, null)], startMs);
  await pool.query(`insert into price_changes values ('d', $1, 300, false)`, [new Date(startMs)]);
  const target = { kind: 'match', id: 'm', category: null } as const;
  const from = new Date(startMs + 2 * hourMs);
  const changes = await listTargetChanges(pool, target, 'EUR', from);
  expect(changes.map(({ collectibleId, floorCents }) => [collectibleId, floorCents])).toEqual([
    ['d', 300],
    ['c', 500],
    ['c', null],
  ]);
  expect(await listTargetChanges(pool, target, 'USD', new Date(0))).toEqual([]);
});

it('floors of a month are one a day: what was in force at the hour', async () => {
  const changes = [
    [40, 100],
    [27.5, 900],
    [27.2, 200],
    [25, null],
    [1.5, 300],
    [0.5, 400],
  ] as const;
  const at = (days: number) => -days * 24 * hourMs;
  await store(
    changes.map(([days, floorCents]) => ({ afterMs: at(days), floorCents, late: false })),
    now.getTime(),
  );
  // In force 29 and 28 days ago, 27 and 26, nothing since 25 days ago, then yesterday's and today's.
  expect([...(await loadMonthFloors(pool, ['c', 'd'], now))]).toEqual([
    ['c', [100, 100, 200, 200, 300, 400]],
    ['d', []],
  ]);
});
