/** Appends live prices to the cached price history of an open match page. */
import type { PriceUpdate } from '#contract/live-stream.ts';
import type { MatchDetail } from '#contract/monitoring.ts';
import type { ApiExtra } from './reauth-base-query.ts';

/** The part of RTK Query's `onCacheEntryAdded` API used here. */
interface CacheEntry {
  readonly extra: unknown;
  readonly cacheDataLoaded: Promise<unknown>;
  readonly cacheEntryRemoved: Promise<void>;
  getCacheEntry(): { readonly data?: MatchDetail | undefined };
  updateCachedData(change: (draft: MatchDetail) => void): unknown;
}

/** Changes only the chart's history; lists show live prices from live-prices-api.ts. */
export async function appendLivePrices(_query: unknown, entry: CacheEntry): Promise<void> {
  const { priceBatcher } = entry.extra as ApiExtra;
  if (priceBatcher === undefined) return;
  const unsubscribe = priceBatcher.subscribe((batch) => {
    const detail = entry.getCacheEntry().data;
    const update = batch.get(detail?.history?.collectibleId ?? '');
    if (update !== undefined) entry.updateCachedData(({ history }) => appendPrice(history, update));
  });
  await entry.cacheEntryRemoved;
  unsubscribe();
}

function appendPrice(
  history: MatchDetail['history'],
  { floorCents, observedAt }: PriceUpdate,
): void {
  const newest = history?.points.at(-1);
  // A resumed stream may resend prices already fetched.
  if (newest !== undefined && newest.at >= observedAt) return;
  history?.points.push({ at: observedAt, floorCents, late: false });
}
