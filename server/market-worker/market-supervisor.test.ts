import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  createMarketHarness,
  type MarketHarness,
  waitForMarketEnd,
} from '#tests/faults/support/market-harness.ts';
import { waitFor } from '#tests/support/wait-for.ts';

const channel = 'vigia_market_commands';
let harness: MarketHarness;
beforeEach(async () => {
  harness = await createMarketHarness({
    prices: 'observed_at,collectible,floor_cents\n2026-01-01T01:00:00Z,a1,1000\n',
    collectibles: 'collectible,match_number,city,category,rarity\na1,13,Sevilla,1,\n',
  });
});
afterEach(() => harness.close());

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

it('a command given while its own worker begins waits for it: sent to other processes, it is given up after ten seconds', async () => {
  const sent: (string | undefined)[] = [];
  const listener = await harness.pool.connect();
  listener.on('notification', ({ payload }) => sent.push(payload));
  await listener.query(`listen ${channel}`);
  await hideWorkers();
  const market = await harness.start({ paused: true });
  const stepping = market.control({ action: 'step' });
  await showWorkers();
  expect(await stepping).toMatchObject({ readings: 1 });
  // Notifications come in the order of their commits.
  await listener.query(`notify ${channel}, 'last'`);
  await waitFor(() => expect(sent.at(-1)).toBe('last'));
  listener.release(true);
  expect(sent).toEqual(['last']);
});
