/** Draws what the stream tells into a match's history, while somebody looks at it. */
import type { PriceUpdate } from '#contract/live-stream.ts';
import type { MatchDetail } from '#contract/monitoring.ts';
import { withLivePrice } from './live-price.ts';
import type { ApiExtra } from './reauth-base-query.ts';

/** What RTK Query hands to `onCacheEntryAdded`, as far as it is needed here. */
interface CacheEntry {
  readonly extra: unknown;
  readonly cacheDataLoaded: Promise<unknown>;
  readonly cacheEntryRemoved: Promise<void>;
  getCacheEntry(): { readonly data?: MatchDetail | undefined };
  updateCachedData(change: (draft: MatchDetail) => void): unknown;
}

/** A list of prices shows its own (live-prices-api.ts); here only the one that is drawn moves. */
export async function drawLivePrices(_query: unknown, entry: CacheEntry): Promise<void> {
  const { live } = entry.extra as ApiExtra;
  if (live === undefined) return;
  const stop = live.listen((batch) => {
    const read = entry.getCacheEntry().data;
    const update = batch.get(read?.history?.collectibleId ?? '');
    if (read === undefined || update === undefined) return;
    // Looked for outside the draft, which would copy every item it is asked for.
    const at = read.collectibles.findIndex(({ id }) => id === update.collectibleId);
    entry.updateCachedData((detail) => draw(detail, at, update));
  });
  await entry.cacheEntryRemoved;
  stop();
}

function draw({ history, collectibles }: MatchDetail, at: number, update: PriceUpdate): void {
  const { floorCents, observedAt } = update;
  const newest = history?.points.at(-1);
  // Catching up tells again what was read already.
  if (newest !== undefined && newest.at >= observedAt) return;
  history?.points.push({ at: observedAt, floorCents, late: false });
  const item = collectibles[at];
  if (item !== undefined) collectibles[at] = withLivePrice(item, update);
}
