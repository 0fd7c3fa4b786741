/** Test harness of the listing search: the adapter with a local server and a manual clock. */

import type { Reading } from '#server/market-model/marketplace.ts';
import { defaultCatalogueRule } from '#server/marketplaces/listing-search/catalogue-rule.ts';
import {
  createListingSearch,
  type ListingSearchOptions,
  type ListingSearchSettings,
} from '#server/marketplaces/listing-search/listing-search.ts';
import type { ListingServer } from './listing-server.ts';
import type { ManualClock } from './manual-clock.ts';

/** Settings that allow this local server explicitly, as an operator would. */
export const settingsFor = (origin: string): ListingSearchSettings => ({
  url: `${origin}/v2/listings/search`,
  allowedOrigins: [origin],
  allowedRanges: ['127.0.0.1/32'],
  everyMs: 60_000,
  firstPage: 1,
  limits: { timeoutMs: 10_000, maxBytes: 100_000, maxPages: 5 },
  rule: {
    matchNumber: new RegExp(defaultCatalogueRule.matchNumber, 'iu'),
    city: new RegExp(defaultCatalogueRule.city, 'iu'),
    category: new RegExp(defaultCatalogueRule.category, 'iu'),
  },
});

export function openListingSearch(
  server: ListingServer,
  clock: ManualClock,
  {
    settings = {},
    ...options
  }: Partial<Omit<ListingSearchOptions, 'settings'>> & {
    readonly settings?: Partial<ListingSearchSettings>;
  } = {},
) {
  return createListingSearch({
    settings: { ...settingsFor(`http://127.0.0.1:${server.port}`), ...settings },
    currency: 'USD',
    wait: (ms, signal) => clock.sleep(ms, signal),
    clock,
    random: () => 1,
    ...options,
  });
}

/** The iterator's next reading. @throws if it has ended */
export async function nextReading(readings: AsyncIterator<Reading>): Promise<Reading> {
  const next = await readings.next();
  if (next.done) throw new Error('The source ended.');
  return next.value;
}

export const pricesOf = (reading: Reading) =>
  Object.fromEntries(reading.ticks.map((tick) => [tick.collectibleId, tick.floorCents]));
