/** Shard handover: a worker loads acquired shards in pages without stopping its own; erased users' thresholds leave. */
import { beforeEach, expect, test } from 'vitest';
import { eraseAccount } from '#server/accounts/erase-account.ts';
import { createMetrics } from '#server/base/metrics.ts';
import { claimShards } from '#server/db/market/worker-leases.ts';
import type { Database } from '#server/db/pool.ts';
import { loadShardStates } from '#server/market-worker/shard-state.ts';
import { joinWorkers } from '#server/market-worker/worker-membership.ts';
import { holdingPool } from './support/intercept-pool.ts';
import {
  below,
  type MarketHarness,
  marketFiles,
  openMarket,
  owner,
  waitForMarketEnd,
  waitUntil,
} from './support/market-harness.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();
const matches = 12;
const readings = 40;
const ids = Array.from({ length: matches }, (_, index) => `c${index + 1}`);
const files = marketFiles(
  // Every price changes at every reading, and falls below the thresholds at the last one.
  Array.from({ length: readings }, (_, minute) =>
    ids.map((id) => `${at(minute)},${id},${minute === readings - 1 ? 400 : 1_000 + minute}`),
  ).flat(),
  ids.map((id, index) => `${id},${index + 1},Sevilla,1`),
);
const thresholds = ids.map((id) => below(`on-${id}`, 500, id));
const crossings = thresholds
  .map(({ id }) => `${id},1,${Date.parse(at(readings - 1))},400,0`)
  .sort();

const paused = { playing: false, speed: 'max' } as const;

let harness: MarketHarness;
beforeEach(async () => {
  harness = await openMarket(files);
});
const value = async <Value>(sql: string, values: unknown[] = []): Promise<Value> =>
  (await harness.pool.query(sql, values)).rows[0]?.v;
const waitUntilShared = () =>
  waitUntil(
    async () =>
      (await value(
        'select count(distinct worker_id)::integer as v from shards where worker_id is not null',
      )) === 2,
  );
test('while a worker loads acquired shards, its lease is renewed and its own shards continue', async () => {
  let isHolding = false;
  const loads = holdingPool(
    harness.pool,
    (text) => isHolding && text.startsWith('with page as materialized'),
  );
  const staying = await harness.start({ paused: true }, loads.pool);
  await harness.addThresholds(thresholds);
  await harness.waitForCommandsApplied();
  const ownId = await value<number>('select worker_id as v from sources');
  const leaving = await harness.start({ paused: true }, harness.pool, createMetrics());
  await waitUntilShared();
  const otherShards = await value<number[]>(
    'select array_agg(shard) as v from shards where worker_id <> $1',
    [ownId],
  );
  isHolding = true;
  await leaving.close();
  await loads.arrived;
  const ownsAll = 'select bool_and(worker_id = $1) as v from shards';
  expect(await value(ownsAll, [ownId])).toBe(true);

  for (let beat = 0; beat < 2; beat += 1) {
    const lease = await value<Date>('select lease_expires_at as v from workers where id = $1', [
      ownId,
    ]);
    await waitUntil(async () => {
      const now = await value<Date>('select lease_expires_at as v from workers where id = $1', [
        ownId,
      ]);
      return now > lease;
    });
  }
  await staying.control({ action: 'play' });
  const readingsApplied = (comparison: string) =>
    value<number>(
      `select max(readings_applied)::integer as v from shards where shard ${comparison} all($1)`,
      [otherShards],
    );
  await waitUntil(async () => (await readingsApplied('<>')) === readings);
  expect(
    await value('select max(readings_applied)::integer as v from shards where shard = any($1)', [
      otherShards,
    ]),
  ).toBe(0);

  loads.release();
  await waitForMarketEnd(staying);
  expect(await value(ownsAll, [ownId])).toBe(true);
  expect(await harness.alerts()).toEqual(crossings);
});

test('thresholds are loaded in pages, each once', async () => {
  const market = await harness.start({ paused: true });
  await market.close();
  // Every third threshold is deleted, every seventh is not active.
  await harness.pool.query(
    `insert into thresholds (uid, id, target_kind, target_id, match_id, condition, value, currency, rearm_band_bp,
                             active_from)
     select $1, 't' || n, 'collectible', 'c' || n % $2 + 1, n % $2 + 1, 'below', 100 + n, 'USD', 300,
            case when n % 7 = 0 then null else now() end
       from generate_series(1, 9000) n`,
    [owner, matches],
  );
  await harness.pool.query('delete from thresholds where key % 3 = 0');
  const membership = await joinWorkers(harness.url, 'replay', paused);
  try {
    const acquired = await claimShards(harness.pool, 'replay', membership.id, 8);
    const acquiredShards = acquired.map(({ shard }) => shard);
    const pages: number[] = [];
    const counting = {
      query: async (query: { readonly text: string; readonly values: unknown[] }) => {
        const result = await harness.pool.query(query);
        if (query.text.includes('from thresholds')) pages.push(result.rows.length);
        return result;
      },
    } as unknown as Database;
    const { signal } = new AbortController();
    let loadedPages = 0;
    const onPage = () => {
      loadedPages += 1;
    };
    const states = await loadShardStates(counting, 'replay', acquired, { signal, onPage });
    const wanted = await value<number[]>(
      `select array_agg(t.key order by t.key) as v from thresholds t join matches m on m.id = t.match_id
        where m.shard = any($1) and t.active_from is not null`,
      [acquiredShards],
    );
    const engines = [...states.values()].map(({ engine }) => engine);
    const enginesWith = (key: number) => engines.filter((engine) => engine.threshold(key) !== null);
    expect(wanted.filter((key) => enginesWith(Number(key)).length !== 1)).toEqual([]);
    expect(engines.reduce((sum, engine) => sum + engine.thresholdCount, 0)).toBe(wanted.length);
    expect(pages.length).toBeGreaterThan(2);
    expect(loadedPages).toBeGreaterThanOrEqual(pages.length);
    expect(Math.max(...pages)).toBeLessThanOrEqual(2_000);
    await expect(
      loadShardStates(harness.pool, 'replay', acquired, {
        signal: AbortSignal.abort(new Error('leaving')),
        onPage,
      }),
    ).rejects.toThrow('leaving');
  } finally {
    await membership.leave();
  }
});

test('thresholds of an erased account leave the engine at once', async () => {
  const market = await harness.start({ paused: true });
  await harness.addThresholds(thresholds);
  await harness.waitForCommandsApplied();
  const activeCount = async () => (await harness.metrics.thresholdsLoaded.get()).values[0]?.value;
  await waitUntil(async () => (await activeCount()) === matches);
  await eraseAccount({ pool: harness.pool, beforeErasure: [] }, owner);
  await waitUntil(async () => (await activeCount()) === 0);
  await market.control({ action: 'play' });
  await waitForMarketEnd(market);
  expect(await harness.alerts()).toEqual([]);
});
