import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  type MarketHarness,
  marketFiles,
  openMarket,
  waitForMarketEnd,
} from '#tests/faults/support/market-harness.ts';
import { waitFor } from '#tests/support/wait-for.ts';

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

/** @returns what is notified from now on */
async function listen(channel: string): Promise<string[]> {
  const sent: string[] = [];
  listener.on('notification', ({ payload = '' }) => sent.push(payload));
  await listener.query(`listen ${channel}`);
  return sent;
}

it('a worker that cannot begin does not keep its process from serving, and begins once it can', async () => {
  await hideWorkers();
  const market = await harness.start();
  expect(await market.state()).toMatchObject({ state: 'playing', readings: 0 });
  await showWorkers();
  await waitForMarketEnd(market);
  expect(await market.state()).toMatchObject({ readings: 1 });
});

it('a command given while its own worker begins waits for it: sent to other processes, it is given up after ten seconds', async () => {
  const sent = await listen('vigia_market_commands');
  await hideWorkers();
  const market = await harness.start({ paused: true });
  const stepping = market.control({ action: 'step' });
  await showWorkers();
  expect(await stepping).toMatchObject({ readings: 1 });
  // Notifications come in the order of their commits.
  await listener.query(`notify vigia_market_commands, 'last'`);
  await waitFor(() => expect(sent.at(-1)).toBe('last'));
  expect(sent).toEqual(['last']);
});
