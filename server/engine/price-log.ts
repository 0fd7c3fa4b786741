/**
 * Floor of each collectible over time: one change log shared by all, in order of arrival; each entry links to the
 * collectible's previous one. Instants are epoch milliseconds and ascend within a collectible.
 */
import { SlidingMinimum } from './sliding-minimum.ts';

const longestWindowMs = 366 * 24 * 3_600_000;
const none = -1;

/** Collectibles are small integers; prices are integer cents, 0 = nothing listed (no price is 0). */
export class PriceLog {
  /** Floor in force now. */
  readonly floors: number[] = [];
  /** observedAt of the newest accepted tick, changed or not; −∞ = never seen. */
  readonly newestAtMs: number[] = [];
  /** When a price was first known, +∞ = never; the age of a target counts from here. */
  readonly firstValueAtMs: number[] = [];
  /** Index of the newest entry. */
  readonly #newest: number[] = [];
  /** Over every entry but the newest, which is added when it is replaced; built at the first query of a window. */
  readonly #minima: (SlidingMinimum | null)[] = [];

  #atMs = new Float64Array(256);
  #cents = new Int32Array(256);
  #before = new Int32Array(256);
  #end = 0;

  /**
   * Resets a collectible's log.
   * @param firstValueAtMs from the database when the log is loaded without its oldest part
   */
  reset(collectible: number, firstValueAtMs = Infinity): void {
    this.floors[collectible] = 0;
    this.newestAtMs[collectible] = -Infinity;
    this.firstValueAtMs[collectible] = firstValueAtMs;
    this.#newest[collectible] = none;
    this.#minima[collectible] = null;
  }

  /** Records an accepted tick; its instant must be later than the last. @returns whether the floor changed */
  record(collectible: number, atMs: number, floor: number): boolean {
    const before = this.floors[collectible] ?? 0;
    this.newestAtMs[collectible] = atMs;
    if (before === floor) return false;
    if (before !== 0) this.#minima[collectible]?.add(before, atMs);
    else if (this.firstValueAtMs[collectible] === Infinity) this.firstValueAtMs[collectible] = atMs;
    this.floors[collectible] = floor;
    if (this.#end === this.#atMs.length) this.#grow(atMs);
    const entry = this.#end;
    this.#end += 1;
    this.#atMs[entry] = atMs;
    this.#cents[entry] = floor;
    this.#before[entry] = this.#newest[collectible] ?? none;
    this.#newest[collectible] = entry;
    return true;
  }

  /** The lowest floor in force during [fromMs, toMs); 0 when there was none. */
  lowestIn(collectible: number, fromMs: number, toMs: number): number {
    const newest = this.#newest[collectible] ?? none;
    const changedAtMs = this.#atMs[newest] ?? -Infinity;
    if (toMs < changedAtMs) return this.#lowestAmong(newest, fromMs, toMs);
    this.#minima[collectible] ??= this.#minimaUntil(newest);
    const earlier = this.#minima[collectible].lowestAfter(fromMs);
    const floor = this.floors[collectible] ?? 0;
    if (toMs === changedAtMs || floor === 0) return earlier;
    return earlier === 0 ? floor : Math.min(earlier, floor);
  }

  /** Bytes of the change log. */
  get bytes(): number {
    return this.#atMs.byteLength + this.#cents.byteLength + this.#before.byteLength;
  }

  /** Linear scan, for a window that ends before the newest entry (a reading older than those of other collectibles). */
  #lowestAmong(newest: number, fromMs: number, toMs: number): number {
    let lowest = 0;
    for (let entry = newest; entry !== none; entry = this.#before[entry] ?? none) {
      const atMs = this.#atMs[entry] ?? 0;
      const floor = this.#cents[entry] ?? 0;
      if (atMs < toMs && floor !== 0 && (lowest === 0 || floor < lowest)) lowest = floor;
      // The value in force at `fromMs` is the one after any reading at exactly that instant.
      if (atMs <= fromMs) break;
    }
    return lowest;
  }

  #minimaUntil(newest: number): SlidingMinimum {
    const entries: number[] = [];
    for (let entry = newest; entry !== none; entry = this.#before[entry] ?? none) {
      entries.push(entry);
    }
    const minima = new SlidingMinimum();
    for (let index = entries.length - 1; index > 0; index -= 1) {
      const floor = this.#cents[entries[index] ?? 0] ?? 0;
      if (floor !== 0) minima.add(floor, this.#atMs[entries[index - 1] ?? 0] ?? 0);
    }
    return minima;
  }

  /** Doubles the log; entries that the longest window no longer reaches are dropped first. */
  #grow(nowMs: number): void {
    const sinceMs = nowMs - longestWindowMs;
    if ((this.#atMs[0] ?? nowMs) <= sinceMs) this.#dropReplacedBy(sinceMs);
    // Pages never written to take no memory.
    const capacity = this.#end * 2 + 256;
    this.#atMs = resized(this.#atMs, new Float64Array(capacity));
    this.#cents = resized(this.#cents, new Int32Array(capacity));
    this.#before = resized(this.#before, new Int32Array(capacity));
  }

  /** The entry in force at that instant stays: the longest window starts with its value. */
  #dropReplacedBy(instantMs: number): void {
    const [atMs, cents, before] = [this.#atMs, this.#cents, this.#before];
    const positions = new Int32Array(this.#end);
    for (let entry = 0; entry < positions.length; entry += 1) {
      const replaced = before[entry] ?? none;
      if (replaced !== none && (atMs[entry] ?? 0) <= instantMs) positions[replaced] = none;
    }
    let end = 0;
    for (let entry = 0; entry < positions.length; entry += 1) {
      if (positions[entry] === none) continue;
      atMs[end] = atMs[entry] ?? 0;
      cents[end] = cents[entry] ?? 0;
      before[end] = positions[before[entry] ?? none] ?? none;
      positions[entry] = end;
      end += 1;
    }
    this.#end = end;
    for (const [collectible, entry] of this.#newest.entries()) {
      this.#newest[collectible] = positions[entry] ?? none;
      this.#minima[collectible]?.dropUntil(instantMs);
    }
  }
}

function resized<Cells extends Float64Array | Int32Array>(old: Cells, target: Cells): Cells {
  target.set(old.subarray(0, target.length));
  return target;
}
