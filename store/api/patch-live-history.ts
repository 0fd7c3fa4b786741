/** Draws what the stream tells into a match's history, while somebody looks at it. */
import type { PriceUpdate } from '#contract/live-stream.ts';
import type { MatchDetail } from '#contract/monitoring.ts';
import type { ApiExtra } from './reauth-base-query.ts';

/** What RTK Query hands to `onCacheEntryAdded`, as far as it is needed here. */
interface CacheEntry {
  readonly extra: unknown;
  readonly cacheDataLoaded: Promise<unknown>;
  readonly cacheEntryRemoved: Promise<void>;
  getCacheEntry(): { readonly data?: MatchDetail | undefined };
  updateCachedData(change: (draft: MatchDetail) => void): unknown;
}

/** Only the line that is drawn moves: what lists show of a price is apart from them (live-prices-api.ts). */
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
  // Catching up tells again what was read already.
  if (newest !== undefined && newest.at >= observedAt) return;
  history?.points.push({ at: observedAt, floorCents, late: false });
}
