/** Appends live prices to a cached price history. */
import type { PriceUpdate } from '#contract/live-stream.ts';
import type { History } from '#contract/monitoring.ts';
import { type CacheEntry, followPriceBatches } from './follow-price-batches.ts';

/** Changes only the chart's history; lists show live prices from live-prices-api.ts. */
export const appendLivePrices = (
  { collectible }: { readonly collectible: string },
  entry: CacheEntry<History>,
): Promise<void> =>
  followPriceBatches(entry, (batch) => {
    const update = batch.get(collectible);
    return update === undefined ? null : (history) => appendPrice(history, update);
  });

function appendPrice({ points }: History, { floorCents, observedAt }: PriceUpdate): void {
  const newest = points.at(-1);
  // A resumed stream may resend prices already fetched.
  if (newest !== undefined && newest.at >= observedAt) return;
  points.push({ at: observedAt, floorCents, late: false });
}
