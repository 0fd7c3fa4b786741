/** Shards that change hands with all their thresholds: whoever takes them goes on with everything else meanwhile. */
import type pg from 'pg';
import { afterEach, expect, test, vi } from 'vitest';
import { takeShards } from '#server/db/market/worker-leases.ts';
import { createClient, type Database } from '#server/db/pool.ts';
import { OwnedShards } from '#server/market-worker/owned-shards.ts';
import { loadShardStates } from '#server/market-worker/shard-state.ts';
import { joinWorkers } from '#server/market-worker/worker-membership.ts';
import { createMetrics } from '#server/metrics.ts';
import { eraseAccount } from '#server/users/account/erase-account.ts';
import {
  createMarketHarness,
  ended,
  type MarketHarness,
  owner,
  type RigThreshold,
  waitUntil,
} from './support/market-harness.ts';

// A busy machine may take long over what is no matter of time here.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();
const matches = 12;
const readings = 40;
const ids = Array.from({ length: matches }, (_, index) => `c${index + 1}`);
const files = {
  // Everything moves at every reading, and falls below the lines at the last one.
  prices: [
    'observed_at,collectible,floor_cents',
    ...Array.from({ length: readings }, (_, minute) =>
      ids.map((id) => `${at(minute)},${id},${minute === readings - 1 ? 400 : 1_000 + minute}`),
    ).flat(),
    '',
  ].join('\n'),
  collectibles: [
    'collectible,match_number,city,category,rarity',
    ...ids.map((id, index) => `${id},${index + 1},Sevilla,1,Iconic`),
    '',
  ].join('\n'),
};
const thresholds = ids.map(
  (id): RigThreshold => ({
    id: `on-${id}`,
    target: { kind: 'collectible', id },
    condition: 'below',
    value: 500,
    bandBp: 300,
  }),
);
const crossings = thresholds
  .map(({ id }) => `${id},1,${Date.parse(at(readings - 1))},400,0`)
  .sort();

const paused = { playing: false, speed: 'max' } as const;

let rig: MarketHarness;
let barrier: pg.Client | null = null;
const open = async () => {
  rig = await createMarketHarness(files);
};
afterEach(async () => {
  await barrier?.end();
  barrier = null;
  await rig.close();
});
const value = async <Value>(sql: string, values: unknown[] = []): Promise<Value> =>
  (await rig.pool.query(sql, values)).rows[0]?.v;
const shared = () =>
  waitUntil(
    async () =>
      (await value(
        'select count(distinct holder)::integer as v from shards where holder is not null',
      )) === 2,
  );
/** Nobody reads or writes thresholds until the barrier is lifted. */
const closeBarrier = async () => {
  barrier = createClient(rig.url);
  await barrier.connect();
  await barrier.query('begin');
  await barrier.query('lock table thresholds in access exclusive mode');
};
const isWaiting = () =>
  value<boolean>(
    `select exists (select 1 from pg_locks where relation = 'thresholds'::regclass and not granted) as v`,
  );

test('while it reads the shards of a worker that left, its lease is renewed and its own shards go on', async () => {
  await open();
  const staying = await rig.start({ paused: true });
  await rig.add(thresholds);
  await rig.taken();
  const me = await value<number>('select holder as v from sources');
  const leaving = await rig.start({ paused: true }, rig.pool, createMetrics());
  await shared();
  const its = await value<number[]>('select array_agg(shard) as v from shards where holder <> $1', [
    me,
  ]);
  await closeBarrier();
  await leaving.close();
  await waitUntil(isWaiting);
  const isMine = 'select bool_and(holder = $1) as v from shards';
  expect(await value(isMine, [me])).toBe(true);

  for (let beat = 0; beat < 2; beat += 1) {
    const lease = await value<Date>('select until as v from workers where id = $1', [me]);
    await waitUntil(async () => {
      const now = await value<Date>('select until as v from workers where id = $1', [me]);
      return now > lease;
    });
  }
  await staying.control({ action: 'play' });
  const stands = (comparison: string) =>
    value<number>(
      `select max(readings_applied)::integer as v from shards where shard ${comparison} all($1)`,
      [its],
    );
  // The last reading fires, and waits before the same barrier.
  await waitUntil(async () => (await stands('<>')) === readings - 1);
  expect(
    await value('select max(readings_applied)::integer as v from shards where shard = any($1)', [
      its,
    ]),
  ).toBe(0);
  expect(await isWaiting()).toBe(true);

  await barrier?.query('rollback');
  await ended(staying);
  expect(await value(isMine, [me])).toBe(true);
  expect(await rig.alerts()).toEqual(crossings);
});

test('thresholds are read a page at a time, each of the shards once', async () => {
  await open();
  const market = await rig.start({ paused: true });
  await market.close();
  // Every third key is of nobody's any more; every seventh is not evaluated.
  await rig.pool.query(
    `insert into thresholds (uid, id, target_kind, target_id, match_id, condition, value, currency, band_bp,
                             active_from)
     select $1, 't' || n, 'collectible', 'c' || n % $2 + 1, n % $2 + 1, 'below', 100 + n, 'USD', 300,
            case when n % 7 = 0 then null else now() end
       from generate_series(1, 9000) n`,
    [owner, matches],
  );
  await rig.pool.query('delete from thresholds where key % 3 = 0');
  const membership = await joinWorkers(rig.url, 'replay', paused);
  try {
    const taken = await takeShards(rig.pool, 'replay', membership.id, 8);
    const mine = taken.map(({ shard }) => shard);
    const pages: number[] = [];
    const counting = {
      query: async (text: string, values: unknown[]) => {
        const result = await rig.pool.query(text, values);
        if (text.includes('from thresholds')) pages.push(result.rows.length);
        return result;
      },
    } as unknown as Database;
    const { signal } = new AbortController();
    const memories = await loadShardStates(counting, 'replay', taken, signal);
    const wanted = await value<number[]>(
      `select array_agg(t.key order by t.key) as v from thresholds t join matches m on m.id = t.match_id
        where m.shard = any($1) and t.active_from is not null`,
      [mine],
    );
    const engines = [...memories.values()].map(({ engine }) => engine);
    const holders = (key: number) => engines.filter((engine) => engine.threshold(key) !== null);
    expect(wanted.filter((key) => holders(Number(key)).length !== 1)).toEqual([]);
    expect(engines.reduce((sum, engine) => sum + engine.thresholdCount(), 0)).toBe(wanted.length);
    expect(pages.length).toBeGreaterThan(2);
    expect(Math.max(...pages)).toBeLessThanOrEqual(2_000);
    await expect(
      loadShardStates(rig.pool, 'replay', taken, AbortSignal.abort(new Error('leaving'))),
    ).rejects.toThrow('leaving');
  } finally {
    await membership.leave();
  }
});

test('rules of an erased account leave the engine at once', async () => {
  await open();
  const market = await rig.start({ paused: true });
  await rig.add(thresholds);
  await rig.taken();
  const held = async () => (await rig.metrics.thresholdsHeld.get()).values[0]?.value;
  await waitUntil(async () => (await held()) === matches);
  await eraseAccount({ pool: rig.pool, beforeErasure: [] }, owner);
  await waitUntil(async () => (await held()) === 0);
  await market.control({ action: 'play' });
  await ended(market);
  expect(await rig.alerts()).toEqual([]);
});

test('nor do they stay when the account goes while they are being read', async () => {
  await open();
  const market = await rig.start({ paused: true });
  await rig.add(thresholds);
  await rig.taken();
  await market.close();
  const membership = await joinWorkers(rig.url, 'replay', paused);
  const { promise: loaded, resolve: onLoaded } = Promise.withResolvers<void>();
  const held = new OwnedShards({ pool: rig.pool, membership, onLoaded });
  try {
    await held.rebalance();
    expect(held.isLoading).toBe(true);
    held.erased(owner);
    // Between two readings, as the worker does whether or not anything has been read yet.
    held.removeErasedUsers();
    await loaded;
    await held.addLoaded();
    expect(held.thresholds).toBe(matches);
    held.removeErasedUsers();
    expect(held.thresholds).toBe(0);
    expect(held.all.map(({ memory }) => memory.engine.thresholdCount())).toEqual(Array(16).fill(0));
  } finally {
    await held.close();
    await membership.leave();
  }
});
