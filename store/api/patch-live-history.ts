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

/** Patches only the chart's history; lists show live prices from live-prices-api.ts. */
export async function patchLiveHistory(_query: unknown, entry: CacheEntry): Promise<void> {
  const { live } = entry.extra as ApiExtra;
  if (live === undefined) return;
  const stop = live.subscribe((batch) => {
    const read = entry.getCacheEntry().data;
    const update = batch.get(read?.history?.collectibleId ?? '');
    if (update !== undefined) entry.updateCachedData(({ history }) => draw(history, update));
  });
  await entry.cacheEntryRemoved;
  stop();
}

function draw(history: MatchDetail['history'], { floorCents, observedAt }: PriceUpdate): void {
  const newest = history?.points.at(-1);
  // A resumed stream may resend prices already fetched.
  if (newest !== undefined && newest.at >= observedAt) return;
  history?.points.push({ at: observedAt, floorCents, late: false });
}
