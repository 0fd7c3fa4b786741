/** The newest price of every collectible, in the order told: whatever a reader missed, this is what it needs. */
import type { PriceUpdate } from '#contract/live-stream.ts';

/** A price with its number; the stream's events are numbered in the order in which they happened. */
export interface NumberedPrice {
  readonly seq: number;
  readonly update: PriceUpdate;
}

/** One entry per collectible and no more, however long a reader stays away. */
export class LatestPrices {
  #byId = new Map<string, NumberedPrice>();

  set(seq: number, update: PriceUpdate): void {
    // Put at the end anew, so that the map stays in order of number.
    this.#byId.delete(update.collectibleId);
    this.#byId.set(update.collectibleId, { seq, update });
  }

  has(collectibleId: string): boolean {
    return this.#byId.has(collectibleId);
  }

  clear(): void {
    this.#byId = new Map();
  }

  /** @param matches null = every match */
  after(seq: number, matches: ReadonlySet<string> | null): NumberedPrice[] {
    const found: NumberedPrice[] = [];
    for (const entry of this.#byId.values())
      if (entry.seq > seq && (matches === null || matches.has(entry.update.matchId)))
        found.push(entry);
    return found;
  }
}
