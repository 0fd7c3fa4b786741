/** What belongs to which shard, who may write there, and how long readings are kept for the slowest one. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { purgeReadings } from '#server/db/market/readings.ts';
import { enqueueCurrencyMismatch } from '#server/db/market/worker-thresholds.ts';
import { startNewVersion } from '#server/db/users/thresholds.ts';
import { followMarket } from '#server/market-worker/market-service.ts';
import {
  createMarketHarness,
  ended,
  type MarketHarness,
  type RigThreshold,
  waitUntil,
} from './support/market-harness.ts';

const at = (hour: number) => `2026-01-01T${String(hour).padStart(2, '0')}:00:00Z`;
const below = (id: string, value: number): RigThreshold => ({
  id,
  target: { kind: 'collectible', id: 'a1' },
  condition: 'below',
  value,
  bandBp: 300,
});

let rig: MarketHarness;
beforeEach(async () => {
  rig = await createMarketHarness({
    prices: [
      'observed_at,collectible,floor_cents',
      `${at(1)},a1,1000`,
      `${at(1)},b1,1000`,
      `${at(2)},a1,500`,
      `${at(3)},b1,600`,
      `${at(4)},b1,400`,
      '',
    ].join('\n'),
    // Matches 1 and 2 are in different shards.
    collectibles:
      'collectible,match_number,city,category,rarity\na1,1,Sevilla,1,Iconic\nb1,2,Bilbao,1,Iconic\n',
  });
});
afterEach(() => rig.close());
const one = async <Row>(sql: string, values: unknown[] = []): Promise<Row> =>
  (await rig.pool.query(sql, values)).rows[0];

test('a threshold aimed at another match is watched there and no more where it was', async () => {
  const market = await rig.start({ paused: true });
  const { shards } = await one<{ shards: number }>(
    'select count(distinct shard)::integer as shards from matches',
  );
  expect(shards).toBe(2);
  const [key = 0] = await rig.add([below('t', 800)]);
  await market.control({ action: 'step' });
  const version = await startNewVersion(rig.pool, key, {
    rule: { ...below('t', 800), target: { kind: 'collectible', id: 'b1' } },
    currency: 'USD',
    matchId: '2',
    pausa: null,
    snoozedUntil: null,
  });
  await rig.pool.query(
    `insert into threshold_commands (threshold_key, action, version) values ($1, 'start', $2)`,
    [key, version],
  );
  await market.control({ action: 'play' });
  await ended(market);
  // Not at 2:00, when the old target fell; and its new version still counts as started.
  expect(await rig.alerts()).toEqual([`t,1,${Date.parse(at(3))},600,0`]);
  expect(await one('select active_from is not null as active from thresholds')).toEqual({
    active: true,
  });
});

test('a price in another currency holds its thresholds, by the hand of whoever watches the match', async () => {
  const market = await rig.start({ paused: true });
  await rig.add([below('t', 800)]);
  await market.control({ action: 'step' });
  await enqueueCurrencyMismatch(rig.pool, ['a1']);
  await waitUntil(
    async () => (await one<{ pausa: string }>('select pausa from thresholds')).pausa === 'moneda',
  );
  await market.control({ action: 'play' });
  await ended(market);
  expect(await rig.alerts()).toEqual([]);
});

test('whoever lost one shard writes nothing more with what it knew, and everything arrives once', async () => {
  const market = await rig.start({ paused: true });
  await rig.add([below('t', 800)]);
  await market.control({ action: 'step' });
  const { shard } = await one<{ shard: number }>(`select shard from matches where id = '1'`);
  // What another worker does when it takes over.
  await rig.pool.query(`update shards set fencing = fencing + 1, holder = null where shard = $1`, [
    shard,
  ]);
  const { position } = await one<{ position: number }>(
    'select min(position) as position from shards',
  );
  await market.control({ action: 'step' });
  await market.control({ action: 'play' });
  await ended(market);
  expect(await rig.alerts()).toEqual([`t,1,${Date.parse(at(2))},500,0`]);
  const after = await one<{ least: number; most: number; applied: number }>(
    'select min(position) as least, max(position) as most, min(readings_applied) as applied from shards',
  );
  expect(after.least).toBeGreaterThan(position);
  expect(after).toMatchObject({ least: after.most, applied: 4 });
});

test('readings are kept until the slowest shard has applied them', async () => {
  const market = await rig.start();
  await ended(market);
  await market.close();
  await rig.pool.query(`update readings set arrived_at = now() - interval '30 days'`);
  await rig.pool.query('update shards set position = 2 where shard = 5');
  await purgeReadings(rig.pool, 'replay');
  expect(await one('select min(id) as first, count(*) as kept from readings')).toEqual({
    first: 3,
    kept: 2,
  });
});

test('a process without a worker sees the market and gives it orders', async () => {
  const seen = await followMarket({ pool: rig.pool, config: { databaseUrl: rig.url } });
  try {
    expect(await seen.state()).toMatchObject({ readings: 0, observedAt: null });
    await rig.start({ paused: true });
    await waitUntil(async () => (await seen.state()).state === 'paused');
    await waitUntil(
      async () => (await one<{ holder: number }>('select holder from sources')).holder > 0,
    );
    expect(await seen.control({ action: 'step' })).toMatchObject({
      state: 'paused',
      source: 'replay',
      readings: 1,
      observedAt: '2026-01-01T01:00:00.000Z',
    });
    expect(await seen.control({ action: 'speed', factor: 60 })).toMatchObject({ speed: 60 });
    await seen.control({ action: 'speed', factor: 'max' });
    await seen.control({ action: 'play' });
    await ended(seen);
    expect(seen.marketNow()?.toISOString()).toBe('2026-01-01T04:00:00.000Z');
    expect(seen.source().state).toBe('fresh');
  } finally {
    await seen.close();
  }
});
