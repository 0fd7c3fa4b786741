/** A live source that lies or falls silent, up to the alerts: nothing false is fired, and silence is told as such. */
import pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { MarketService } from '#server/market-worker/market-options.ts';
import { settingsFor } from '#tests/boundaries/marketplaces/listing-search.harness.ts';
import {
  json,
  ListingServer,
  listing,
  send,
} from '#tests/boundaries/marketplaces/listing-server.ts';
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
const everyMs = 150;

let server: ListingServer;
let rig: MarketHarness;
let listener: pg.Client;
/** Every state of the source as every process hears it. */
let heard: string[];
let market: MarketService;

beforeEach(async () => {
  server = await ListingServer.start();
  server.listings = [listing('cat1-m1', 1_000), listing('cat2-m1', 2_000)];
  rig = await createMarketHarness(noFiles);
  heard = [];
  listener = new pg.Client({ connectionString: rig.url });
  await listener.connect();
  listener.on('notification', ({ payload = '' }) => {
    const state = /"state":"(fresh|stale)"/.exec(payload)?.[1];
    if (state !== undefined && state !== heard.at(-1)) heard.push(state);
  });
  await listener.query('listen vigia_live');
  const settings = settingsFor(`http://127.0.0.1:${server.port}`);
  market = await rig.start({
    adapter: 'listing-search',
    speed: 1,
    listingSearch: { ...settings, everyMs, limits: { ...settings.limits, timeoutMs: 500 } },
  });
});
afterEach(async () => {
  await listener.end();
  await rig.close();
  await server.close();
});

const below = (id: string, target: RigThreshold['target'], value: number): RigThreshold => ({
  id,
  target,
  condition: 'below',
  value,
  bandBp: 300,
});
const watchers = [
  below('on-one', { kind: 'collectible', id: 'cat1-m1' }, 900),
  below('on-match', { kind: 'match', id: '1', category: null }, 900),
  {
    ...below('on-change', { kind: 'collectible', id: 'cat1-m1' }, 500),
    condition: 'change' as const,
  },
];
const read = (more: number) => {
  const before = server.requests.length;
  return waitUntil(async () => server.requests.length >= before + more);
};
const readings = async () => (await market.state()).readings;
const floors = async () => {
  const { rows } = await rig.pool.query('select id, floor_cents from collectibles order by id');
  return rows.map(Object.values);
};
const firstReading = async () => {
  await waitUntil(async () => (await readings()) > 0);
  await rig.add(watchers);
  await rig.taken();
};

test('prices that are none reach neither floors nor alerts; the first true crossing still does', async () => {
  await firstReading();
  server.answers.push(
    json('{"total":2,"listings":[{"uniqueCode":"cat1-m1","lowestPrice":NaN}]}'),
    send(200, { 'content-type': 'text/html' }, '<h1>Mantenimiento</h1>'),
    json({ total: 0, listings: [] }),
  );
  await waitUntil(async () => server.answers.length === 0);
  server.listings = [listing('cat1-m1', -5), listing('cat2-m1', '1')];
  await waitUntil(async () => ((await rig.rejected()).price ?? 0) >= 2);
  expect(await rig.alerts()).toEqual([]);
  expect(await floors()).toEqual([
    ['cat1-m1', 1_000],
    ['cat2-m1', 2_000],
  ]);
  server.listings = [listing('cat1-m1', 850), listing('cat2-m1', 2_000)];
  await waitUntil(async () => (await rig.alerts()).length === 3);
  expect((await rig.alerts()).map((line) => line.split(',')[0])).toEqual([
    'on-change',
    'on-match',
    'on-one',
  ]);
});

test.each([
  ['answers nothing', () => {}],
  ['answers 429', send(429, { 'retry-after': '1' })],
])(
  'a source that %s is told stale after three intervals, fires nothing, and is told fresh when it is back',
  async (_name, silence) => {
    await firstReading();
    await waitUntil(async () => heard.includes('fresh'));
    await waitUntil(async () => market.source().state === 'fresh');
    const before = await floors();
    const { usual } = server;
    server.usual = silence;
    await read(1);
    let silent = market.source();
    await waitUntil(async () => {
      silent = market.source();
      return heard.at(-1) === 'stale' && silent.state === 'stale';
    });
    expect(Date.now() - Date.parse(silent.arrivedAt ?? '')).toBeGreaterThan(3 * everyMs);
    expect(await rig.alerts()).toEqual([]);
    expect(await floors()).toEqual(before);
    server.usual = usual;
    // Kept as it was then: a machine that pauses for three intervals makes it stale once more.
    let told: string[] = [];
    await waitUntil(async () => {
      told = [...heard];
      return told.at(-1) === 'fresh';
    });
    // The price did not move while nobody could see it: coming back is no crossing.
    expect(await rig.alerts()).toEqual([]);
    expect(told).toEqual([...told.slice(0, -2), 'stale', 'fresh']);
  },
);

test('an unchanged market keeps a source fresh: 304 is an answer', async () => {
  await firstReading();
  const since = await readings();
  await waitUntil(async () => (await readings()) > since + 10);
  expect(server.requests.at(-1)?.headers['if-none-match']).toBeTruthy();
  await waitUntil(async () => market.source().state === 'fresh');
  const { rows } = await rig.pool.query('select count(*)::integer as changes from price_changes');
  expect(rows).toEqual([{ changes: 2 }]);
});
