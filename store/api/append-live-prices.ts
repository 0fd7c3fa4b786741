/** Appends live prices to a cached price history. */
import type { PriceUpdate } from '#contract/live-stream.ts';
import type { History } from '#contract/monitoring.ts';
import type { ApiExtra } from './reauth-base-query.ts';

/** The part of RTK Query's `onCacheEntryAdded` API used here. */
interface CacheEntry {
  readonly extra: unknown;
  readonly cacheEntryRemoved: Promise<void>;
  updateCachedData(change: (draft: History) => void): unknown;
}

/** Changes only the chart's history; lists show live prices from live-prices-api.ts. */
export async function appendLivePrices(
  { collectible }: { readonly collectible: string },
  entry: CacheEntry,
): Promise<void> {
  const { priceBatcher } = entry.extra as ApiExtra;
  if (priceBatcher === undefined) return;
  const unsubscribe = priceBatcher.subscribe((batch) => {
    const update = batch.get(collectible);
    if (update !== undefined) entry.updateCachedData((history) => appendPrice(history, update));
  });
  await entry.cacheEntryRemoved;
  unsubscribe();
}

function appendPrice({ points }: History, { floorCents, observedAt }: PriceUpdate): void {
  const newest = points.at(-1);
  // A resumed stream may resend prices already fetched.
  if (newest !== undefined && newest.at >= observedAt) return;
  points.push({ at: observedAt, floorCents, late: false });
}
