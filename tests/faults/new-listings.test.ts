/** A market that goes on listing new things: they are taken in, watched and told of while everything runs. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { MarketService } from '#server/market-worker/market-options.ts';
import { createMetrics } from '#server/metrics.ts';
import { settingsFor } from '#tests/boundaries/marketplaces/listing-search.harness.ts';
import { ListingServer, listing } from '#tests/boundaries/marketplaces/listing-server.ts';
import {
  createMarketHarness,
  type MarketHarness,
  type RigThreshold,
  waitUntil,
} from './support/market-harness.ts';

// A busy machine may take long over what is no matter of time here.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

/** The rig's files stay empty: this market is asked over HTTP. */
const noFiles = { prices: '', collectibles: '' };

let server: ListingServer;
let rig: MarketHarness;
beforeEach(async () => {
  server = await ListingServer.start();
  server.listings = [listing('cat1-m1', 1_000), listing('cat2-m1', 2_000)];
  rig = await createMarketHarness(noFiles);
});
afterEach(async () => {
  await rig.close();
  await server.close();
});

const start = (): Promise<MarketService> => {
  const settings = { ...settingsFor(`http://127.0.0.1:${server.port}`), everyMs: 60 };
  return rig.start(
    { adapter: 'listing-search', speed: 1, listingSearch: settings },
    rig.pool,
    createMetrics(),
  );
};
const below = (id: string, target: RigThreshold['target'], value: number): RigThreshold => ({
  id,
  target,
  condition: 'below',
  value,
  bandBp: 300,
});
const on = (id: string) => ({ kind: 'collectible', id }) as const;
const onMatch = (id: string) => ({ kind: 'match', id, category: null }) as const;
const column = async (sql: string) => (await rig.pool.query(sql)).rows.map((row) => row.v);
const floorOf = async (id: string) =>
  (await rig.pool.query('select floor_cents as v from collectibles where id = $1', [id])).rows[0]
    ?.v;
const fired = async () => (await rig.alerts()).map((line) => line.split(',')[0]);

test('a match listed for the first time is taken in with its price, and its thresholds fire', async () => {
  await start();
  await waitUntil(async () => (await floorOf('cat1-m1')) === 1_000);
  server.listings = [...server.listings, listing('cat1-m2', 700), listing('cat3-m2', 900)];
  await waitUntil(async () => (await floorOf('cat3-m2')) === 900);
  expect(await column('select number as v from matches order by number')).toEqual([1, 2]);
  await rig.add([below('on-new', on('cat1-m2'), 500), below('on-match', onMatch('2'), 500)]);
  await rig.taken();
  server.listings = [listing('cat1-m2', 450), listing('cat1-m1', 1_000)];
  await waitUntil(async () => (await fired()).length === 2);
  expect(await fired()).toEqual(['on-match', 'on-new']);
});

test('a collectible that joins a match counts at once for those who watch the match', async () => {
  await start();
  await waitUntil(async () => (await floorOf('cat1-m1')) === 1_000);
  await rig.add([below('on-match', onMatch('1'), 500)]);
  await rig.taken();
  server.listings = [...server.listings, listing('cat3-m1', 400)];
  await waitUntil(async () => (await fired()).length === 1);
  expect(await column('select collectible_id as v from alerts')).toEqual(['cat3-m1']);
});

test('what is listed no more stays, without a price, and comes back as itself', async () => {
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

test('workers that do not read the source learn of it too, each in its shards', async () => {
  await Promise.all([start(), start()]);
  const shared = 'select count(distinct holder)::integer as v from shards where holder is not null';
  await waitUntil(async () => (await column(shared))[0] === 2);
  const matches = Array.from({ length: 12 }, (_, index) => String(index + 2));
  server.listings = [...server.listings, ...matches.map((id) => listing(`cat1-m${id}`, 700))];
  const priced = 'select count(*)::integer as v from collectibles where floor_cents = 700';
  await waitUntil(async () => (await column(priced))[0] === matches.length);
  await rig.add(matches.map((id) => below(id, on(`cat1-m${id}`), 650)));
  await rig.taken();
  server.listings = server.listings.map(({ uniqueCode }) => listing(uniqueCode, 600));
  await waitUntil(async () => (await fired()).length === matches.length);
  expect((await fired()).sort()).toEqual(matches.sort());
  // Matches of both workers were among them.
  const holders = `select count(distinct holder)::integer as v from shards
                    where shard in (select shard from matches where id <> '1')`;
  expect(await column(holders)).toEqual([2]);
});

test('a threshold on a newcomer waits for nobody: its target need not have been read yet', async () => {
  await start();
  await waitUntil(async () => (await floorOf('cat1-m1')) === 1_000);
  await rig.pool.query(
    `insert into collectibles (id, match_id, name, category, currency)
     values ('cat9-m1', '1', 'Categoría 9', '9', 'USD')`,
  );
  await rig.add([below('t', on('cat9-m1'), 500)]);
  await rig.taken();
  expect(await column('select pausa as v from thresholds')).toEqual([null]);
});

test('the first crawl holds neither a lock nor a transaction, however long it takes', async () => {
  const held: (() => void)[] = [];
  const { usual } = server;
  server.usual = (...call) => void held.push(() => usual(...call));
  const starting = [start(), start()];
  await waitUntil(async () => held.length === 2);
  const open = `select count(*)::integer as v from pg_stat_activity a
                 where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
                   and (xact_start is not null
                        or exists (select 1 from pg_locks l where l.pid = a.pid and l.locktype = 'advisory'))`;
  expect(await column(open)).toEqual([0]);
  server.usual = usual;
  for (const answer of held) answer();
  await Promise.all(starting);
  expect(await column('select id as v from collectibles order by id')).toEqual([
    'cat1-m1',
    'cat2-m1',
  ]);
});
