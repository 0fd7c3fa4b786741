import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase } from '#tests/support/database.ts';
import { insertSales, toIntegerArray } from '../db/market/reading-writes.ts';
import { MarketCache } from './market-cache.ts';
import { loadStatistics, type StatisticsScope } from './statistics.ts';

const hourMs = 3_600_000;
const now = new Date('2026-03-15T10:30:00Z');

interface Change {
  readonly hoursAgo: number;
  readonly floorCents: number | null;
  readonly late: boolean;
}
interface Item {
  readonly match: 'm1' | 'm2';
  readonly category: 'cat-1' | 'cat-2';
  readonly currency: 'EUR' | 'USD';
  readonly tickets: number;
  readonly changes: readonly Change[];
  /** Above the floor, in cents; null = the source does not say. */
  readonly dearer: readonly number[] | null;
  readonly salesHoursAgo: readonly number[];
}

const items = fc.array(
  fc.record({
    match: fc.constantFrom('m1' as const, 'm2' as const),
    category: fc.constantFrom('cat-1' as const, 'cat-2' as const),
    currency: fc.constantFrom('EUR' as const, 'EUR' as const, 'EUR' as const, 'USD' as const),
    tickets: fc.integer({ min: 1, max: 4 }),
    changes: fc.uniqueArray(
      fc.record({
        // On the hour too, so that a change of exactly a day ago comes up.
        hoursAgo: fc.oneof(
          fc.integer({ min: 0, max: 40 }).map((days) => days * 24),
          fc.integer({ min: 0, max: 900 }),
        ),
        floorCents: fc.option(fc.integer({ min: 1, max: 1_000_000 }), { freq: 6 }),
        late: fc.integer({ min: 0, max: 9 }).map((nth) => nth === 0),
      }),
      { maxLength: 60, selector: ({ hoursAgo }) => hoursAgo },
    ),
    dearer: fc.option(fc.array(fc.integer({ min: 0, max: 100_000 }), { maxLength: 9 })),
    salesHoursAgo: fc.uniqueArray(fc.integer({ min: 0, max: 30 }), { maxLength: 6 }),
  }),
  { minLength: 1, maxLength: 8 },
);
const scopes = fc.record(
  { match: fc.constantFrom('m1', 'm2'), category: fc.constantFrom('cat-1', 'cat-2') },
  { requiredKeys: [] },
);

/** Independent implementation, written from the definitions. */
function recomputed(all: readonly Item[], scope: { match?: string; category?: string }) {
  const chosen: Item[] = [];
  for (const one of all) {
    if (scope.match && one.match !== scope.match) continue;
    if (scope.category && one.category !== scope.category) continue;
    if (one.currency === 'EUR') chosen.push(one);
  }
  const priceOf = (one: Item, hoursAgo: number) => {
    let newest: Change | null = null;
    for (const change of one.changes) {
      if (change.late || change.hoursAgo < hoursAgo) continue;
      if (newest === null || change.hoursAgo < newest.hoursAgo) newest = change;
    }
    return newest === null ? null : newest.floorCents;
  };
  const pricesAt = (hoursAgo: number) => {
    const prices: number[] = [];
    for (const one of chosen) {
      const price = priceOf(one, hoursAgo);
      if (price !== null) prices.push(price);
    }
    return prices.sort((a, b) => a - b);
  };
  const today = pricesAt(0);
  const changeSince = (hours: number) => {
    const then = pricesAt(hours);
    const sampleSize = then.length < today.length ? then.length : today.length;
    if (today[0] === undefined || then[0] === undefined) return { value: null, sampleSize };
    return { value: Math.round((10_000 * (today[0] - then[0])) / then[0]), sampleSize };
  };
  const returns: number[] = [];
  // 30 midnights, the last one ten and a half hours ago, and now.
  const ends = [...Array.from({ length: 30 }, (_, day) => 10.5 + 24 * (29 - day)), 0];
  for (let day = 1; day < ends.length; day += 1) {
    const [before] = pricesAt(ends[day - 1] ?? 0);
    const [after] = pricesAt(ends[day] ?? 0);
    if (before !== undefined && after !== undefined)
      returns.push(Math.log(after) - Math.log(before));
  }
  let sum = 0;
  let squares = 0;
  for (const value of returns) sum += value;
  for (const value of returns) squares += (value - sum / returns.length) ** 2;
  const perTicket: number[] = [];
  for (const one of chosen) {
    const price = priceOf(one, 0);
    if (price !== null) perTicket.push(Math.round(price / one.tickets));
  }
  perTicket.sort((a, b) => a - b);
  const none = { value: null, sampleSize: 0 };
  const described = chosen.filter((one) => one.dearer !== null);
  const asks: number[] = [];
  for (const one of described) {
    const floor = priceOf(one, 0);
    if (floor === null) continue;
    asks.push(floor);
    for (const more of one.dearer ?? []) asks.push(floor + more);
  }
  asks.sort((a, b) => a - b);
  const half = asks.length / 2;
  const median =
    asks.length % 2 === 1
      ? (asks[Math.floor(half)] ?? 0)
      : Math.round(((asks[half - 1] ?? 0) + (asks[half] ?? 0)) / 2);
  const [cheapest] = asks;
  const offAsks = (value: number | null) =>
    described.length === 0 ? none : { value, sampleSize: asks.length };
  const sold = chosen.flatMap((one) => one.salesHoursAgo).filter((hours) => hours < 24).length;
  return {
    currency: 'EUR',
    floorCents: { value: today[0] ?? null, sampleSize: today.length },
    medianAskCents: offAsks(cheapest === undefined ? null : median),
    spreadBp: offAsks(
      cheapest === undefined ? null : Math.round((10_000 * (median - cheapest)) / cheapest),
    ),
    depthWithin5Pct: offAsks(asks.filter((ask) => 20 * ask <= 21 * (cheapest ?? 0)).length),
    change24hBp: changeSince(24),
    change7dBp: changeSince(168),
    volatility: {
      value:
        returns.length < 7 ? null : expect.closeTo(Math.sqrt(squares / (returns.length - 1)), 9),
      sampleSize: returns.length,
    },
    volumeSales24h: all.some((one) => one.salesHoursAgo.length > 0)
      ? { value: sold, sampleSize: sold }
      : none,
    bestValuePerTicketCents: { value: perTicket[0] ?? null, sampleSize: perTicket.length },
  };
}

/** The only one of its market. */
const single = { match: 'm1', category: 'cat-1', currency: 'EUR', tickets: 1 } as const;

describe('statistics from the database', async () => {
  const { pool } = await openTestDatabase();
  beforeAll(async () => {
    await pool.query(`
      insert into sources (name, fingerprint, currency, market_now)
        values ('test', 'f', 'EUR', '${now.toISOString()}');
      insert into matches (id, source, number, event, name, city, currency)
        select 'm' || i, 'test', i, 'E', 'M', 'C', 'EUR' from generate_series(1, 2) i`);
    await pool.query('select ensure_price_partitions($1, $2)', [
      new Date(now.getTime() - 1_000 * hourMs),
      now,
    ]);
  });

  async function store(all: readonly Item[]): Promise<void> {
    const idOf = (index: number) => `c${index}`;
    const floorOf = ({ changes }: Item) => {
      const known = changes.filter(({ late }) => !late).toSorted((a, b) => a.hoursAgo - b.hoursAgo);
      return known[0]?.floorCents ?? null;
    };
    const asksOf = (one: Item) => {
      const floor = floorOf(one);
      if (one.dearer === null || floor === null) return one.dearer === null ? null : [];
      return [floor, ...one.dearer.map((more) => floor + more)].sort((a, b) => a - b);
    };
    const changes = all.flatMap((one, index) =>
      one.changes.map((change) => ({ ...change, collectible: idOf(index) })),
    );
    // For few rows faster than truncating a table and its partitions.
    await pool.query(
      'delete from price_changes; delete from readings; delete from sales; delete from collectibles',
    );
    await pool.query(
      `insert into collectibles (id, match_id, name, category, currency, tickets, floor_cents, asks)
       select id, match, 'n', category, currency, tickets, floor, asks::integer[]
         from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::integer[], $6::integer[], $7::text[])
           as c (id, match, category, currency, tickets, floor, asks)`,
      [
        all.map((_, index) => idOf(index)),
        all.map(({ match }) => match),
        all.map(({ category }) => category),
        all.map(({ currency }) => currency),
        all.map(({ tickets }) => tickets),
        all.map(floorOf),
        all.map((one) => toIntegerArray(asksOf(one))),
      ],
    );
    await insertSales(
      pool,
      all.flatMap((one, index) =>
        one.salesHoursAgo.map((hours) => ({
          collectibleId: idOf(index),
          id: `${hours}`,
          soldAt: new Date(now.getTime() - hours * hourMs),
          priceCents: 100,
        })),
      ),
    );
    await pool.query(
      `insert into price_changes
       select * from unnest($1::text[], $2::timestamptz[], $3::integer[], $4::boolean[])`,
      [
        changes.map(({ collectible }) => collectible),
        changes.map(({ hoursAgo }) => new Date(now.getTime() - hoursAgo * hourMs)),
        changes.map(({ floorCents }) => floorCents),
        changes.map(({ late }) => late),
      ],
    );
  }

  const load = async (scope: StatisticsScope) =>
    loadStatistics(pool, scope, await new MarketCache(pool).view());

  it('match the definitions for any market', async () => {
    await fc.assert(
      fc.asyncProperty(items, scopes, async (all, scope) => {
        await store(all);
        expect(await load(scope)).toEqual(recomputed(all, scope));
      }),
      { numRuns: 30 },
    );
  });

  it('compare with a day ago only if a snapshot of that day exists', async () => {
    const changes = [
      { hoursAgo: 0, floorCents: 1_100, late: false },
      { hoursAgo: 400, floorCents: 1_000, late: false },
    ];
    await store([{ ...single, changes, dearer: null, salesHoursAgo: [] }]);
    const snapshot = (hoursAgo: number, kind: string) =>
      pool.query(
        `insert into readings (source, observed_at, kind, ticks) values ('test', $1, $2, '[]')`,
        [new Date(now.getTime() - hoursAgo * hourMs), kind],
      );
    const change = async () => (await load({})).change24hBp;
    expect(await change()).toEqual({ value: 1_000, sampleSize: 1 });
    await snapshot(30.1, 'complete');
    await snapshot(23, 'complete');
    expect(await change()).toEqual({ value: null, sampleSize: 0 });
    await snapshot(29.9, 'complete');
    expect(await change()).toEqual({ value: 1_000, sampleSize: 1 });
    await pool.query('truncate readings');
    // For a source that reports only changes, no reading means no change.
    await snapshot(90, 'changes');
    expect(await change()).toEqual({ value: 1_000, sampleSize: 1 });
  });

  it('leave out asks that belong to an earlier floor', async () => {
    const changes = [{ hoursAgo: 0, floorCents: 1_000, late: false }];
    await store([{ ...single, changes, dearer: [100], salesHoursAgo: [] }]);
    expect((await load({})).depthWithin5Pct).toEqual({ value: 1, sampleSize: 2 });
    // As the release before does, which knows nothing of asks.
    await pool.query('update collectibles set floor_cents = 900');
    expect((await load({})).depthWithin5Pct).toEqual({ value: null, sampleSize: 0 });
  });
});
