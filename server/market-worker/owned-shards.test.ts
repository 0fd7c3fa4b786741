import { expect, it } from 'vitest';
import { createMarketHarness, waitForMarketEnd } from '#tests/faults/support/market-harness.ts';
import { OwnedShards } from './owned-shards.ts';
import { joinWorkers } from './worker-membership.ts';

it('are complete once loaded, not before: a worker with nothing to do makes progress, one that loads for ever does not', async () => {
  const harness = await createMarketHarness({
    prices: 'observed_at,collectible,floor_cents\n2026-01-01T01:00:00Z,a1,1000\n',
    collectibles: 'collectible,match_number,city,category,rarity\na1,13,Sevilla,1,\n',
  });
  const market = await harness.start();
  await waitForMarketEnd(market);
  await market.close();
  const membership = await joinWorkers(harness.url, 'replay', { playing: true, speed: 'max' });
  try {
    const loaded = Promise.withResolvers<void>();
    const shards = new OwnedShards({ pool: harness.pool, membership, onLoaded: loaded.resolve });
    expect(shards.isComplete).toBe(false);
    await shards.rebalance();
    expect(shards.isComplete).toBe(false);
    await loaded.promise;
    await shards.addLoaded();
    await shards.rebalance();
    expect(shards.isComplete).toBe(true);
  } finally {
    await membership.leave();
    await harness.close();
  }
});
