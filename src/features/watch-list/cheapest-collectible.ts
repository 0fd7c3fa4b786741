/** Cheapest of several collectibles, for match thresholds (docs/alerts.md, rule 3). Pure. */
import type { Collectible } from '#store/api/api-types.ts';

/**
 * @param items at least one
 * @returns the cheapest on sale, with the listings, change and sparkline of all of them
 * @throws RangeError without items
 */
export function cheapestOf(items: readonly Collectible[]): Collectible {
  const [first] = items;
  if (first === undefined) throw new RangeError('nothing to be the cheapest of');
  if (items.length === 1) return first;
  const cheapest = items.reduce((low, item) => (isCheaper(item, low) ? item : low));
  return {
    ...cheapest,
    listings: items.reduce((sum, { listings }) => sum + listings, 0),
    change24hBp: changeOf(items, cheapest.floorCents),
    spark: lowestBySlot(items.map(({ spark }) => spark ?? [])),
  };
}

const isCheaper = (item: Collectible, than: Collectible): boolean =>
  item.floorCents !== null && (than.floorCents === null || item.floorCents < than.floorCents);

/** Change against the cheapest price a day ago, in basis points; null unless every price a day ago is known. */
function changeOf(items: readonly Collectible[], nowCents: number | null): number | null {
  const dayAgo = items
    .filter(({ floorCents }) => floorCents !== null)
    .map(({ floorCents, change24hBp }) =>
      floorCents === null || change24hBp === null ? null : floorCents / (1 + change24hBp / 10_000),
    );
  const known = dayAgo.filter((cents) => cents !== null);
  if (nowCents === null || known.length < dayAgo.length) return null;
  const before = known.reduce((low, cents) => Math.min(low, cents));
  return Math.round(((nowCents - before) * 10_000) / before);
}

/** Sparkline of the lowest price in each slot. */
function lowestBySlot(sparks: readonly (readonly (number | null)[])[]): (number | null)[] {
  const slots = sparks.reduce((max, { length }) => Math.max(max, length), 0);
  return Array.from({ length: slots }, (_slot, index) => {
    const known = sparks.flatMap((spark) => spark[index] ?? []);
    return known.length === 0 ? null : known.reduce((low, cents) => Math.min(low, cents));
  });
}
