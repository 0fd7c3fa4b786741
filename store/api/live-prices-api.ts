/**
 * Live prices by collectible, in a cache entry apart from the fetched lists: a change re-renders cells, not lists. In
 * hash buckets, because Immer copies the record it changes: a few prices, not ten thousand.
 */
import type { RootState } from '../app-store.ts';
import { baseApi } from './base-api.ts';
import { followPriceBatches } from './follow-price-batches.ts';
import type { StreamedPrice } from './merge-live-price.ts';
import type { PriceBatch } from './price-batcher.ts';

/** By bucket, then by collectible. */
export type LivePrices = Record<string, StreamedPrice>[];

/** A batch has some hundreds of prices: with few buckets it would copy them all. */
const bucketCount = 1_024;

const livePricesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getLivePrices: build.query<LivePrices, void>({
      queryFn: () => ({ data: Array.from({ length: bucketCount }, () => ({})) }),
      // Filled without a request, and so before the first batch.
      onCacheEntryAdded: (_arg, entry) =>
        followPriceBatches(entry, (batch) => (prices) => applyBatch(prices, batch)),
    }),
  }),
});

export const { getLivePrices } = livePricesApi.endpoints;

function applyBatch(prices: LivePrices, batch: PriceBatch): void {
  for (const { collectibleId, floorCents, observedAt } of batch.values()) {
    const bucket = prices[bucketOf(collectibleId)];
    if (bucket !== undefined) bucket[collectibleId] = { floorCents, observedAt };
  }
}

function bucketOf(id: string): number {
  let hash = 0;
  for (let index = 0; index < id.length; index += 1)
    hash = (hash * 31 + id.charCodeAt(index)) & 0x7fffffff;
  return hash % bucketCount;
}

const selectEntry = getLivePrices.select();
const noPrices: LivePrices = [];

export const selectLivePrices = (state: RootState): LivePrices =>
  selectEntry(state).data ?? noPrices;

/** @returns undefined until the stream has sent its price */
export const livePriceOf = (prices: LivePrices, id: string): StreamedPrice | undefined =>
  prices[bucketOf(id)]?.[id];
