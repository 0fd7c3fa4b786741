/** Several collectibles as the one that a threshold on their cheapest watches (alerts.md, rule 3). Pure. */
import type { Collectible } from '#store/api/types.ts';

/**
 * @param of at least one
 * @returns the cheapest on sale, with the offers, the change and the last days of them all
 */
export function cheapestOf(of: readonly Collectible[]): Collectible {
  const [first] = of;
  if (first === undefined) throw new RangeError('nothing to be the cheapest of');
  if (of.length === 1) return first;
  const cheapest = of.reduce((low, item) => (isCheaper(item, low) ? item : low));
  return {
    ...cheapest,
    listings: of.reduce((sum, { listings }) => sum + listings, 0),
    change24hBp: changeOf(of, cheapest.floorCents),
    spark: lowestBySlot(of.map(({ spark }) => spark ?? [])),
  };
}

const isCheaper = (item: Collectible, than: Collectible): boolean =>
  item.floorCents !== null && (than.floorCents === null || item.floorCents < than.floorCents);

/** Against the cheapest of a day ago; null as long as one of them could have been it and is not known. */
function changeOf(of: readonly Collectible[], nowCents: number | null): number | null {
  const dayAgo = of
    .filter(({ floorCents }) => floorCents !== null)
    .map(({ floorCents, change24hBp }) =>
      floorCents === null || change24hBp === null ? null : floorCents / (1 + change24hBp / 10_000),
    );
  const known = dayAgo.filter((cents) => cents !== null);
  if (nowCents === null || known.length < dayAgo.length) return null;
  const before = known.reduce((low, cents) => Math.min(low, cents));
  return Math.round(((nowCents - before) * 10_000) / before);
}

/** The last days of the cheapest: whichever it was in each slot. */
function lowestBySlot(sparks: readonly (readonly (number | null)[])[]): (number | null)[] {
  const slots = sparks.reduce((most, { length }) => Math.max(most, length), 0);
  return Array.from({ length: slots }, (_slot, at) => {
    const known = sparks.flatMap((spark) => spark[at] ?? []);
    return known.length === 0 ? null : known.reduce((low, cents) => Math.min(low, cents));
  });
}
