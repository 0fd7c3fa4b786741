import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  createMarketHarness,
  type MarketHarness,
  waitForMarketEnd,
} from '#tests/faults/support/market-harness.ts';

let harness: MarketHarness;
beforeEach(async () => {
  harness = await createMarketHarness({
    prices: 'observed_at,collectible,floor_cents\n2026-01-01T01:00:00Z,a1,1000\n',
    collectibles: 'collectible,match_number,city,category,rarity\na1,13,Sevilla,1,\n',
  });
});
afterEach(() => harness.close());

it('a worker that cannot begin does not keep its process from serving, and begins once it can', async () => {
  // No worker can register without it.
  await harness.pool.query('alter table workers rename to workers_away');
  const market = await harness.start();
  expect(await market.state()).toMatchObject({ state: 'playing', readings: 0 });
  await harness.pool.query('alter table workers_away rename to workers');
  await waitForMarketEnd(market);
  expect(await market.state()).toMatchObject({ readings: 1 });
});
