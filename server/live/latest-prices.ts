/** The newest price of each collectible, ordered by sequence number: what is resent after a gap. */
import type { PriceUpdate } from '#contract/live-stream.ts';

/** A price with its sequence number; the hub numbers events in the order in which it sends them. */
export interface NumberedPrice {
  readonly seq: number;
  readonly update: PriceUpdate;
}

/** Bounded by the number of collectibles, however long a client stays away. */
export class LatestPrices {
  #byId = new Map<string, NumberedPrice>();
  /** Of each match, by collectible. */
  #byMatch = new Map<string, Map<string, NumberedPrice>>();

  set(seq: number, update: PriceUpdate): void {
    const { matchId, collectibleId } = update;
    const ofMatch = this.#byMatch.get(matchId);
    if (ofMatch === undefined)
      this.#byMatch.set(matchId, new Map([[collectibleId, { seq, update }]]));
    else ofMatch.set(collectibleId, { seq, update });
    const known = this.#byId.get(collectibleId);
    if (known !== undefined && known.update.matchId !== matchId)
      this.#byMatch.get(known.update.matchId)?.delete(collectibleId);
    // Deleted first, so that it goes to the end and the map stays in order of seq.
    this.#byId.delete(update.collectibleId);
    this.#byId.set(update.collectibleId, { seq, update });
  }

  find(collectibleId: string): PriceUpdate | undefined {
    return this.#byId.get(collectibleId)?.update;
  }

  clear(): void {
    this.#byId = new Map();
    this.#byMatch = new Map();
  }

  /** Prices numbered higher than `seq`, ascending. @param matches null = every match */
  after(seq: number, matches: ReadonlySet<string> | null): NumberedPrice[] {
    const found: NumberedPrice[] = [];
    if (matches === null) {
      for (const entry of this.#byId.values()) if (entry.seq > seq) found.push(entry);
      return found;
    }
    for (const matchId of matches) {
      for (const entry of this.#byMatch.get(matchId)?.values() ?? [])
        if (entry.seq > seq) found.push(entry);
    }
    return found.sort((one, other) => one.seq - other.seq);
  }
}
