/** New listings at run time: matches and collectibles are added, evaluated and removed while the worker runs. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createMetrics } from '#server/base/metrics.ts';
import type { MarketService } from '#server/market-worker/market-options.ts';
import { mappingFor, rulesFor } from '#tests/boundaries/marketplaces/http.harness.ts';
import { ListingServer, listing } from '#tests/boundaries/marketplaces/listing-server.ts';
import {
  below,
  type MarketHarness,
  openMarket,
  type TestThreshold,
  waitUntil,
} from './support/market-harness.ts';

let server: ListingServer;
let harness: MarketHarness;
beforeEach(async () => {
  server = await ListingServer.start();
  server.listings = [listing('cat1-m1', 1_000), listing('cat2-m1', 2_000)];
  // Without files: this market is read over HTTP.
  harness = await openMarket({ prices: '', collectibles: '' });
});
afterEach(() => server.close());

const start = (metrics = createMetrics()): Promise<MarketService> => {
  const origin = `http://127.0.0.1:${server.port}`;
  return harness.start(
    {
      adapter: 'http',
      speed: 1,
      http: {
        sources: [mappingFor(origin, { everySeconds: 0.06 })],
        rules: rulesFor(origin),
      },
      pages: { template: null, origins: ['https://mercado.example'] },
    },
    harness.pool,
    metrics,
  );
};
const onMatch = (id: string, match: string, value: number): TestThreshold => ({
  ...below(id, value),
  target: { kind: 'match', id: match, category: null },
});
const column = async (sql: string) => (await harness.pool.query(sql)).rows.map((row) => row.v);
const floorOf = async (id: string) =>
  (await harness.pool.query('select floor_cents as v from collectibles where id = $1', [id]))
    .rows[0]?.v;
const fired = async () => (await harness.alerts()).map((line) => line.split(',')[0]);

test('a newly listed match and a new collectible are added with their prices, and their thresholds fire', async () => {
  await start();
  await waitUntil(async () => (await floorOf('cat1-m1')) === 1_000);
  server.listings = [...server.listings, listing('cat1-m2', 700), listing('cat3-m2', 900)];
  await waitUntil(async () => (await floorOf('cat3-m2')) === 900);
  expect(await column('select number as v from matches order by number')).toEqual([1, 2]);
  await harness.addThresholds([below('on-new', 500, 'cat1-m2'), onMatch('on-match', '2', 500)]);
  await harness.waitForCommandsApplied();
  // Nobody has seen it before: it counts at once for its match.
  server.listings = [...server.listings, listing('cat4-m2', 400)];
  await waitUntil(async () => (await fired()).length === 1);
  expect(await column('select collectible_id as v from alerts')).toEqual(['cat4-m2']);
  server.listings = [listing('cat1-m2', 450), listing('cat1-m1', 1_000)];
  await waitUntil(async () => (await fired()).length === 2);
  expect(await fired()).toEqual(['on-match', 'on-new']);
});

test('a delisted collectible stays without a price, and keeps its id when listed again', async () => {
  await start();
  server.listings = [...server.listings, listing('cat1-m2', 700)];
  await waitUntil(async () => (await floorOf('cat1-m2')) === 700);
  const all = server.listings;
  server.listings = [listing('cat1-m1', 1_000)];
  await waitUntil(async () => (await floorOf('cat1-m2')) === null);
  expect(await column('select id as v from collectibles order by id')).toEqual([
    'cat1-m1',
    'cat1-m2',
    'cat2-m1',
  ]);
  server.listings = all;
  await waitUntil(async () => (await floorOf('cat1-m2')) === 700);
  const changes = `select floor_cents as v from price_changes where collectible_id = 'cat1-m2' order by observed_at`;
  expect(await column(changes)).toEqual([700, null, 700]);
});

test('workers that do not read the source add new listings of their shards, too', async () => {
  await Promise.all([start(), start()]);
  const holderCount =
    'select count(distinct worker_id)::integer as v from shards where worker_id is not null';
  await waitUntil(async () => (await column(holderCount))[0] === 2);
  const matches = Array.from({ length: 12 }, (_, index) => String(index + 2));
  server.listings = [...server.listings, ...matches.map((id) => listing(`cat1-m${id}`, 700))];
  const priced = 'select count(*)::integer as v from collectibles where floor_cents = 700';
  await waitUntil(async () => (await column(priced))[0] === matches.length);
  await harness.addThresholds(matches.map((id) => below(id, 650, `cat1-m${id}`)));
  await harness.waitForCommandsApplied();
  server.listings = server.listings.map(({ uniqueCode }) => listing(uniqueCode, 600));
  await waitUntil(async () => (await fired()).length === matches.length);
  expect((await fired()).sort()).toEqual(matches.sort());
  // The new matches belong to shards of both workers.
  const holders = `select count(distinct worker_id)::integer as v from shards
                    where shard in (select shard from matches where id <> '1')`;
  expect(await column(holders)).toEqual([2]);
});

test('the first crawl holds no lock and no transaction, however long it takes', async () => {
  const pendingAnswers: (() => void)[] = [];
  const { defaultAnswer } = server;
  server.defaultAnswer = (...call) => void pendingAnswers.push(() => defaultAnswer(...call));
  const starting = [start(), start()];
  await waitUntil(async () => pendingAnswers.length === 2);
  const open = `select count(*)::integer as v from pg_stat_activity a
                 where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
                   and (xact_start is not null
                        or exists (select 1 from pg_locks l where l.pid = a.pid and l.locktype = 'advisory'))`;
  // But for a heartbeat's.
  await waitUntil(async () => (await column(open))[0] === 0);
  server.defaultAnswer = defaultAnswer;
  for (const answer of pendingAnswers) answer();
  await Promise.all(starting);
  expect(await column('select id as v from collectibles order by id')).toEqual([
    'cat1-m1',
    'cat2-m1',
  ]);
});
