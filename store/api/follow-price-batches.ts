/** Applies live prices to a cached entry for as long as the entry exists. */
import type { PriceBatch } from './price-batcher.ts';
import type { ApiExtra } from './reauth-base-query.ts';

/** The part of RTK Query's `onCacheEntryAdded` API used here. */
export interface CacheEntry<Data> {
  readonly extra: unknown;
  readonly cacheEntryRemoved: Promise<void>;
  updateCachedData(change: (draft: Data) => void): unknown;
}

/** @param change what a batch changes of the entry; null = nothing, and no component renders */
export async function followPriceBatches<Data>(
  entry: CacheEntry<Data>,
  change: (batch: PriceBatch) => ((draft: Data) => void) | null,
): Promise<void> {
  const { priceBatcher } = entry.extra as ApiExtra;
  if (priceBatcher === undefined) return;
  const unsubscribe = priceBatcher.subscribe((batch) => {
    const recipe = change(batch);
    if (recipe !== null) entry.updateCachedData(recipe);
  });
  await entry.cacheEntryRemoved;
  unsubscribe();
}
