import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  type MarketHarness,
  marketFiles,
  openMarket,
  waitForMarketEnd,
} from '#tests/faults/support/market-harness.ts';

let harness: MarketHarness;
let listener: pg.Client;
beforeEach(async () => {
  harness = await openMarket(marketFiles(['2026-01-01T01:00:00Z,a1,1000'], ['a1,13,Sevilla,1']));
  listener = new pg.Client({ connectionString: harness.url });
  await listener.connect();
});
afterEach(() => listener.end());

/** No worker can register without this table. */
const hideWorkers = () => harness.pool.query('alter table workers rename to workers_away');
const showWorkers = () => harness.pool.query('alter table workers_away rename to workers');

it('a worker that cannot begin does not keep its process from serving, and begins once it can', async () => {
  await hideWorkers();
  const market = await harness.start();
  expect(await market.state()).toMatchObject({ state: 'playing', readings: 0 });
  await showWorkers();
  await waitForMarketEnd(market);
  expect(await market.state()).toMatchObject({ readings: 1 });
});
