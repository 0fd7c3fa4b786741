/** Shards: thresholds follow their match, fencing, retention of readings, playback, and a market without a worker. */
import { beforeEach, expect, test } from 'vitest';
import { createMetrics } from '#server/base/metrics.ts';
import { updatePlayback } from '#server/db/market/sources.ts';
import { updateThresholds } from '#server/db/users/thresholds.ts';
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
    await updateThresholds(harness.pool, [{ key, threshold, restarts: true }], {
      keepsState: false,
    })
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

test('a process without a worker says whether the source is read; workers play it as its row says', async () => {
  const follower = await followMarket({ pool: harness.pool, metrics: createMetrics() });
  try {
    const market = await harness.start({ paused: true });
    expect(await market.control({ action: 'step' })).toMatchObject({
      state: 'paused',
      readings: 1,
    });
    await updatePlayback(harness.pool, 'replay', { speed: 3_600 });
    await waitUntil(async () => (await market.state()).speed === 3_600);
    await updatePlayback(harness.pool, 'replay', { playing: true, speed: 'max' });
    await waitForMarketEnd(market);
    await waitUntil(async () => follower.source().observedAt === '2026-01-01T04:00:00.000Z');
    expect(follower.source().state).toBe('fresh');
  } finally {
    await follower.close();
  }
});
