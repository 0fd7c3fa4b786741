/** Floor of one collectible over time. Instants are epoch milliseconds and ascend; prices are integer cents. */
const longestWindowMs = 366 * 24 * 3_600_000;
const fewestDropped = 1_024;

export interface FloorAt {
  readonly atMs: number;
  /** null = nothing listed. */
  readonly floorCents: number | null;
}

export class PriceHistory {
  /** In force now. */
  floorCents: number | null = null;
  /** Of the newest accepted tick, changed or not; −∞ = never seen. */
  newestAtMs = -Infinity;
  /** When a price was first known, +∞ = never: the age of a target counts from here. */
  firstValueAtMs = Infinity;
  // Two arrays of numbers: half the memory of one of objects.
  #atMs: number[] = [];
  #floors: (number | null)[] = [];
  #dropAt = 2 * fewestDropped;

  /**
   * Replaces what is known.
   * @param changes ascending
   * @param known from the database, where `changes` lack the oldest
   */
  load(
    changes: readonly FloorAt[],
    known?: { readonly firstValueAtMs: number | null; readonly newestAtMs: number | null },
  ): void {
    this.floorCents = null;
    this.newestAtMs = -Infinity;
    this.firstValueAtMs = known?.firstValueAtMs ?? Infinity;
    this.#atMs = [];
    this.#floors = [];
    for (const { atMs, floorCents } of changes) this.record(atMs, floorCents);
    this.newestAtMs = Math.max(this.newestAtMs, known?.newestAtMs ?? -Infinity);
  }

  /** Records an accepted tick, later than the last. @returns whether the floor changed */
  record(atMs: number, floorCents: number | null): boolean {
    this.newestAtMs = atMs;
    if (floorCents === this.floorCents) return false;
    this.floorCents = floorCents;
    if (this.firstValueAtMs === Infinity) this.firstValueAtMs = atMs;
    this.#atMs.push(atMs);
    this.#floors.push(floorCents);
    if (this.#atMs.length >= this.#dropAt) this.#dropBefore(atMs - longestWindowMs);
    return true;
  }

  /** The prices in force at any moment of [fromMs, toMs), newest first. */
  *pricesIn(fromMs: number, toMs: number): Generator<number> {
    for (let index = this.#atMs.length - 1; index >= 0; index -= 1) {
      const atMs = this.#atMs[index] ?? 0;
      const floor = this.#floors[index] ?? null;
      if (atMs < toMs && floor !== null) yield floor;
      // The value in force at `fromMs` is the one after any reading at exactly that instant.
      if (atMs <= fromMs) return;
    }
  }

  /** The change in force at that instant stays: the longest window starts with its value. */
  #dropBefore(instantMs: number): void {
    const inForce = this.#atMs.findLastIndex((atMs) => atMs <= instantMs);
    this.#atMs.splice(0, Math.max(inForce, 0));
    this.#floors.splice(0, Math.max(inForce, 0));
    this.#dropAt = 2 * Math.max(this.#atMs.length, fewestDropped);
  }
}
