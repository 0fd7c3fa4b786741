/** Shards: thresholds follow their match, fencing, retention of readings, and market control without a worker. */
import { beforeEach, expect, test } from 'vitest';
import { createMetrics } from '#server/base/metrics.ts';
import { startNewVersions } from '#server/db/users/thresholds.ts';
import { followMarket } from '#server/market-worker/market-service.ts';
import {
  below,
  type MarketHarness,
  marketFiles,
  openMarket,
  waitForMarketEnd,
  waitUntil,
} from './support/market-harness.ts';

const at = (hour: number) => `2026-01-01T${String(hour).padStart(2, '0')}:00:00Z`;

let harness: MarketHarness;
beforeEach(async () => {
  const prices = [
    [1, 'a1', 1000],
    [1, 'b1', 1000],
    [2, 'a1', 500],
    [3, 'b1', 600],
    [4, 'b1', 400],
  ] as const;
  harness = await openMarket(
    marketFiles(
      prices.map(([hour, id, cents]) => `${at(hour)},${id},${cents}`),
      // Matches 1 and 2 are in different shards.
      ['a1,1,Sevilla,1', 'b1,2,Bilbao,1'],
    ),
  );
});
const one = async <Row>(sql: string, values: unknown[] = []): Promise<Row> =>
  (await harness.pool.query(sql, values)).rows[0];

test('a threshold moved to another match is evaluated in its shard, and no longer in the old one', async () => {
  const market = await harness.start({ paused: true });
  const { shards } = await one<{ shards: number }>(
    'select count(distinct shard)::integer as shards from matches',
  );
  expect(shards).toBe(2);
  const [key = 0] = await harness.addThresholds([below('t', 800)]);
  await market.control({ action: 'step' });
  const threshold = {
    ...below('t', 800, 'b1'),
    currency: 'USD',
    matchId: '2',
    pause: null,
    snoozedUntil: null,
    channels: null,
    note: null,
    expiresAt: null,
  };
  const version = (
    await startNewVersions(harness.pool, [{ key, threshold }], { keepsState: false })
  ).get(key);
  await harness.pool.query(
    `insert into threshold_commands (threshold_key, action, version) values ($1, 'start', $2)`,
    [key, version],
  );
  await market.control({ action: 'play' });
  await waitForMarketEnd(market);
  // Not at 2:00, when the old target fell; and the new version is active.
  expect(await harness.alerts()).toEqual([`t/2,1,${Date.parse(at(3))},600,0`]);
  expect(await one('select active_from is not null as active from thresholds')).toEqual({
    active: true,
  });
});

test('a process without a worker reads the market’s state and sends commands', async () => {
  const follower = await followMarket({
    pool: harness.pool,
    config: { databaseSessionUrl: harness.url },
    metrics: createMetrics(),
  });
  try {
    expect(await follower.state()).toMatchObject({ readings: 0, observedAt: null });
    await harness.start({ paused: true });
    await waitUntil(async () => (await follower.state()).state === 'paused');
    await waitUntil(
      async () => (await one<{ worker_id: number }>('select worker_id from sources')).worker_id > 0,
    );
    expect(await follower.control({ action: 'step' })).toMatchObject({
      state: 'paused',
      source: 'replay',
      readings: 1,
      observedAt: '2026-01-01T01:00:00.000Z',
    });
    expect(await follower.control({ action: 'speed', factor: 60 })).toMatchObject({ speed: 60 });
    await follower.control({ action: 'speed', factor: 'max' });
    await follower.control({ action: 'play' });
    await waitForMarketEnd(follower);
    expect(follower.marketNow()?.toISOString()).toBe('2026-01-01T04:00:00.000Z');
    expect(follower.source().state).toBe('fresh');
  } finally {
    await follower.close();
  }
});
