/** A live source with invalid answers or none, end to end: no false alerts, and the source is reported stale. */
import { afterEach, beforeEach, expect, test } from 'vitest';
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

/** A busy machine takes a while between a crawl and its commit: within three of these the source is fresh. */
const everyMs = 600;

let server: ListingServer;
let harness: MarketHarness;
/** Every state of the source as pages are sent it. */
let states: string[];
let market: MarketService;

beforeEach(async () => {
  server = await ListingServer.start();
  server.listings = [listing('cat1-m1', 1_000), listing('cat2-m1', 2_000)];
  // Without files: this market is read over HTTP.
  harness = await openMarket({ prices: '', collectibles: '' });
  states = [];
  const origin = `http://127.0.0.1:${server.port}`;
  const request = { everySeconds: everyMs / 1_000, timeoutSeconds: 2 };
  market = await harness.start({
    adapter: 'http',
    speed: 1,
    http: { sources: [mappingFor(origin, request)], rules: rulesFor(origin) },
  });
  market.onSourceEvent(({ state }) => {
    if (state !== states.at(-1)) states.push(state);
  });
});
afterEach(async () => {
  await server.close();
});

const thresholds: readonly TestThreshold[] = [
  below('on-one', 900, 'cat1-m1'),
  { ...below('on-match', 900), target: { kind: 'match', id: '1', category: null } },
  { ...below('on-change', 500, 'cat1-m1'), condition: 'change' },
];
const waitForRequests = (more: number) => {
  const before = server.requests.length;
  return waitUntil(async () => server.requests.length >= before + more);
};
const readings = async () => (await market.state()).readings;
const floors = async () => {
  const { rows } = await harness.pool.query('select id, floor_cents from collectibles order by id');
  return rows.map(Object.values);
};
const firstReading = async () => {
  await waitUntil(async () => (await readings()) > 0);
  await harness.addThresholds(thresholds);
  await harness.waitForCommandsApplied();
};

test('a source that answers nothing becomes stale after three intervals, fires nothing, and becomes fresh when it answers again', async () => {
  await firstReading();
  await waitUntil(async () => states.includes('fresh'));
  await waitUntil(async () => market.source().state === 'fresh');
  const before = await floors();
  const { defaultAnswer } = server;
  server.defaultAnswer = () => {};
  await waitForRequests(1);
  let silent = market.source();
  await waitUntil(async () => {
    silent = market.source();
    return states.at(-1) === 'stale' && silent.state === 'stale';
  });
  expect(Date.now() - Date.parse(silent.arrivedAt ?? '')).toBeGreaterThan(3 * everyMs);
  expect(await harness.alerts()).toEqual([]);
  expect(await floors()).toEqual(before);
  server.defaultAnswer = defaultAnswer;
  // Copied here: a machine that pauses for three intervals makes the source stale once more.
  let statesUntilFresh: string[] = [];
  await waitUntil(async () => {
    statesUntilFresh = [...states];
    return statesUntilFresh.at(-1) === 'fresh';
  });
  // The price is unchanged, so coming back is no crossing.
  expect(await harness.alerts()).toEqual([]);
  expect(statesUntilFresh).toEqual([...statesUntilFresh.slice(0, -2), 'stale', 'fresh']);
});
