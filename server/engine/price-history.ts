/** Floor of one collectible over time. Instants are epoch milliseconds and ascend; prices are integer cents. */
import type { FloorAt, KnownPrice } from '../market-model/stored-price.ts';

const longestWindowMs = 366 * 24 * 3_600_000;
const fewestDropped = 1_024;

export class PriceHistory {
  /** In force now. */
  floorCents: number | null = null;
  /** Of the newest accepted tick, changed or not; −∞ = never seen. */
  newestAtMs = -Infinity;
  /** When a price was first known, +∞ = never: the age of a target counts from here. */
  firstValueAtMs = Infinity;
  // Two arrays of numbers: half the memory of one of objects. null = the changes are not in memory.
  #atMs: number[] | null;
  #floors: (number | null)[] = [];
  #dropAt = 2 * fewestDropped;

  /** @param known absent = no price yet: its changes are kept from the first on */
  constructor(known?: KnownPrice) {
    this.#atMs = known === undefined ? [] : null;
    if (known === undefined) return;
    this.floorCents = known.floorCents;
    this.newestAtMs = known.newestAtMs ?? -Infinity;
    this.firstValueAtMs = known.firstValueAtMs ?? Infinity;
  }

  get hasChanges(): boolean {
    return this.#atMs !== null;
  }

  /** Of a known price, its changes up to now. @param changes ascending */
  load(changes: readonly FloorAt[]): void {
    this.#atMs = changes.map(({ atMs }) => atMs);
    this.#floors = changes.map(({ floorCents }) => floorCents);
    this.#dropAt = 2 * Math.max(changes.length, fewestDropped);
  }

  /** Records an accepted tick, later than the last. @returns whether the floor changed */
  record(atMs: number, floorCents: number | null): boolean {
    this.newestAtMs = atMs;
    if (floorCents === this.floorCents) return false;
    this.floorCents = floorCents;
    if (this.firstValueAtMs === Infinity) this.firstValueAtMs = atMs;
    if (this.#atMs === null) return true;
    this.#atMs.push(atMs);
    this.#floors.push(floorCents);
    if (this.#atMs.length >= this.#dropAt) this.#dropBefore(this.#atMs, atMs - longestWindowMs);
    return true;
  }

  /**
   * Until when, before an instant, a price of at most so many cents was in force; −∞ = never.
   * @throws RangeError when its changes are not in memory: an alert must not be missed silently
   */
  lastAtMost(cents: number, beforeMs: number): number {
    if (this.#atMs === null) throw new RangeError('the changes of this price are not in memory');
    let endMs = beforeMs;
    for (let index = this.#atMs.length - 1; index >= 0; index -= 1) {
      const atMs = this.#atMs[index] ?? 0;
      const floor = this.#floors[index] ?? null;
      if (atMs < beforeMs && floor !== null && floor <= cents) return endMs;
      endMs = Math.min(endMs, atMs);
    }
    return -Infinity;
  }

  /** The change in force at that instant stays: the longest window starts with its value. */
  #dropBefore(all: number[], instantMs: number): void {
    const inForce = all.findLastIndex((atMs) => atMs <= instantMs);
    all.splice(0, Math.max(inForce, 0));
    this.#floors.splice(0, Math.max(inForce, 0));
    this.#dropAt = 2 * Math.max(all.length, fewestDropped);
  }
}
