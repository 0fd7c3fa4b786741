/** Readings that arrive after newer ones, as they are stored for charts (docs/alerts.md, rule 2). */
import { beforeEach, expect, it } from 'vitest';
import {
  type MarketHarness,
  marketFiles,
  openMarket,
  waitForMarketEnd,
  waitUntil,
} from '#tests/faults/support/market-harness.ts';
import { appendReadings, type NewReading } from '../db/market/readings.ts';

const at = (hour: number) => new Date(Date.UTC(2026, 0, 1, hour));
let harness: MarketHarness;
beforeEach(async () => {
  const ticks = ['a1,1000', 'a2,2000'].map((tick) => `${at(9).toISOString()},${tick}`);
  harness = await openMarket(marketFiles(ticks, ['a1,13,Sevilla,1', 'a2,13,Sevilla,2']));
});

it('a late reading that says “none” of a collectible draws a gap in its chart, one that only omits it does not', async () => {
  const market = await harness.start();
  await waitForMarketEnd(market);
  const arrivedAt = new Date();
  const late: NewReading[] = [
    // Validation adds the “none” of what a complete reading omits: a2.
    {
      kind: 'complete',
      observedAt: at(2),
      ticks: [
        ['a1', 900, null, null],
        ['a2', null, 0, null],
      ],
      arrivedAt,
    },
    { kind: 'changes', observedAt: at(3), ticks: [['a2', null, null, null]], arrivedAt },
  ];
  await appendReadings(harness.pool, 'replay', late, 3);
  await waitUntil(async () => (await market.state()).readings === 3);
  const { rows } = await harness.pool.query<{ id: string; at: Date; cents: number | null }>(
    `select collectible_id as id, observed_at as at, floor_cents as cents
       from price_changes where late order by observed_at`,
  );
  expect(rows).toEqual([
    { id: 'a1', at: at(2), cents: 900 },
    { id: 'a2', at: at(3), cents: null },
  ]);
  // All were late: the market says so until a price counts again.
  const lateSince = async () =>
    (await harness.pool.query('select distinct late_since as at from shards')).rows;
  expect(await lateSince()).toEqual([{ at: arrivedAt }]);
  const ticks = [['a1', 950, null, null]] as const;
  await appendReadings(
    harness.pool,
    'replay',
    [{ kind: 'changes', observedAt: at(10), ticks, arrivedAt: new Date() }],
    4,
  );
  await waitUntil(async () => (await market.state()).readings === 4);
  expect(await lateSince()).toEqual([{ at: null }]);
});
