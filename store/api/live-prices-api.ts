/**
 * What the stream has told of each collectible, apart from the lists as they were read: a change touches the cells that
 * show it, never a list. Kept in buckets, because a change copies the record it is in: of a few prices, not of ten
 * thousand.
 */
import type { RootState } from '../app-store.ts';
import { baseApi } from './base-api.ts';
import type { LivePrice } from './merge-live-price.ts';
import type { PriceBatch } from './price-batcher.ts';
import type { ApiExtra } from './reauth-base-query.ts';

/** By bucket, then by collectible. */
export type LivePrices = Record<string, LivePrice>[];

/** A telling of the stream is some hundreds of prices: with few buckets it would copy them all. */
const bucketCount = 1_024;

const livePricesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getLivePrices: build.query<LivePrices, void>({
      queryFn: () => ({ data: Array.from({ length: bucketCount }, () => ({})) }),
      async onCacheEntryAdded(_all, { extra, cacheDataLoaded, cacheEntryRemoved, ...entry }) {
        const { live } = extra as ApiExtra;
        // Rejects when the entry is gone before it was there: then nobody listens.
        const isThere = await cacheDataLoaded.then(
          () => true,
          () => false,
        );
        if (live === undefined || !isThere) return;
        const stop = live.subscribe((batch) =>
          entry.updateCachedData((draft) => put(draft, batch)),
        );
        await cacheEntryRemoved;
        stop();
      },
    }),
  }),
});

export const { getLivePrices } = livePricesApi.endpoints;

function put(prices: LivePrices, batch: PriceBatch): void {
  for (const { collectibleId, floorCents, observedAt } of batch.values()) {
    const bucket = prices[bucketOf(collectibleId)];
    if (bucket !== undefined) bucket[collectibleId] = { floorCents, observedAt };
  }
}

function bucketOf(id: string): number {
  let sum = 0;
  for (let at = 0; at < id.length; at += 1) sum = (sum * 31 + id.charCodeAt(at)) & 0x7fffffff;
  return sum % bucketCount;
}

const selectEntry = getLivePrices.select();
const nothingHeard: LivePrices = [];

export const selectLivePrices = (state: RootState): LivePrices =>
  selectEntry(state).data ?? nothingHeard;

/** @returns undefined until the stream has told of it */
export const livePriceOf = (prices: LivePrices, id: string): LivePrice | undefined =>
  prices[bucketOf(id)]?.[id];
