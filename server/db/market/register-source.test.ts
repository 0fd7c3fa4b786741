/** A source's first registration. */
import { expect, it } from 'vitest';
import type { Marketplace, SeedPrice } from '#server/market-model/marketplace.ts';
import { catalogueMatchSample, collectibleSample } from '#tests/support/catalogue-samples.ts';
import { openTestDatabase } from '#tests/support/database.ts';
import { registerSource } from './register-source.ts';

const { pool } = await openTestDatabase();

// Some eight days that end now: of other months the database has no partition.
const startMs = Date.now() - 12_001 * 60_000;
const prices: readonly SeedPrice[] = Array.from({ length: 12_001 }, (_, minute) => ({
  collectibleId: 'c',
  observedAt: new Date(startMs + minute * 60_000),
  floorCents: minute === 12_000 ? 4_321 : 1_000 + (minute % 7),
}));
const source: Marketplace = {
  name: 'test',
  fingerprint: 'f',
  currency: 'EUR',
  pageOrigins: [],
  expectedEveryMs: 60_000,
  async *catalogue() {
    yield { match: catalogueMatchSample, collectibles: [collectibleSample] };
  },
  async *readings() {},
  seedHistory: () => ({
    prices,
    sales: [],
    last: new Map([['c', { listings: 2, lastSaleCents: null, asks: [4_321, 5_000] }]]),
  }),
};

it('the seed history of months is stored whole, and what is on sale with its last price', async () => {
  await registerSource(pool, source, new AbortController().signal, () => {});
  const { rows } = await pool.query(
    `select count(*)::integer as prices, min(observed_at) as first, max(observed_at) as last from price_changes`,
  );
  expect(rows).toEqual([
    { prices: 12_001, first: prices[0]?.observedAt, last: prices.at(-1)?.observedAt },
  ]);
  const { rows: current } = await pool.query(
    'select floor_cents, last_observed_at, listings, asks from collectibles',
  );
  expect(current).toEqual([
    {
      floor_cents: 4_321,
      last_observed_at: prices.at(-1)?.observedAt,
      listings: 2,
      asks: [4_321, 5_000],
    },
  ]);
});
