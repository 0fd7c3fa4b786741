/** One price as the stream tells it, and what it makes of an item that was read before. Pure. */

export interface LivePrice {
  readonly floorCents: number | null;
  /** Market time of the change. */
  readonly observedAt: string;
}

/** What a list holds of a collectible that a live price can bring up to date. */
export interface Priced {
  readonly id: string;
  readonly floorCents: number | null;
  readonly change24hBp: number | null;
  readonly observedAt: string | null;
}

/** The item as it stands now: the stream's price if it is newer than what was read, and the change in 24 h with it. */
export function mergeLivePrice<Item extends Priced>(item: Item, live: LivePrice | undefined): Item {
  if (live === undefined || live.floorCents === item.floorCents) return item;
  if (item.observedAt !== null && live.observedAt <= item.observedAt) return item;
  const { floorCents, observedAt } = live;
  return { ...item, floorCents, observedAt, change24hBp: changeOf(item, floorCents) };
}

/** Against the same day-old price as the change that was read. */
function changeOf(read: Priced, nowCents: number | null): number | null {
  if (read.change24hBp === null || read.floorCents === null || nowCents === null) return null;
  const dayAgoCents = read.floorCents / (1 + read.change24hBp / 10_000);
  return Math.round(((nowCents - dayAgoCents) * 10_000) / dayAgoCents);
}
