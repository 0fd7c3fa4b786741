/** Merges a price from the live stream into a fetched item. Pure. */

export interface StreamedPrice {
  readonly floorCents: number | null;
  /** Market time of the change. */
  readonly observedAt: string;
}

/** Fields of a list item that a live price updates. */
export interface LivePriceFields {
  readonly id: string;
  readonly matchId: string;
  readonly floorCents: number | null;
  readonly change24hBp: number | null;
  readonly observedAt: string | null;
}

/** @returns the item with the live price and its change in 24 h, when that price is newer; else the same object */
export function mergeLivePrice<Item extends LivePriceFields>(
  item: Item,
  live: StreamedPrice | undefined,
): Item {
  if (live === undefined || live.floorCents === item.floorCents) return item;
  if (item.observedAt !== null && live.observedAt <= item.observedAt) return item;
  const { floorCents, observedAt } = live;
  return { ...item, floorCents, observedAt, change24hBp: change24hOf(item, floorCents) };
}

/** Recomputed against the day-old price implied by the fetched change. */
function change24hOf(item: LivePriceFields, nowCents: number | null): number | null {
  if (item.change24hBp === null || item.floorCents === null || nowCents === null) return null;
  const dayAgoCents = item.floorCents / (1 + item.change24hBp / 10_000);
  return Math.round(((nowCents - dayAgoCents) * 10_000) / dayAgoCents);
}
