/**
 * The floor of each collectible over time: one change log for all of them, in the order the changes came, in which each
 * entry says where the one before of its collectible is. Instants ascend within a collectible.
 */
import { SlidingMinimum } from './sliding-minimum.ts';

const longestWindowMs = 366 * 24 * 3_600_000;
const none = -1;

/** Collectibles are small numbers; prices are integer cents, 0 = nothing listed: a price is never 0. */
export class PriceLog {
  /** Floor in force now. */
  readonly floors: number[] = [];
  /** observedAt of the newest accepted tick, changed or not; −∞ = never seen. */
  readonly newestAt: number[] = [];
  /** When a price was first known, +∞ = never; the age of a target is counted from here. */
  readonly firstValueAtMs: number[] = [];
  /** Where the newest entry is. */
  readonly #newest: number[] = [];
  /** Of every entry but the newest, which joins them when it is replaced; kept once `low` has asked. */
  readonly #minima: (SlidingMinimum | null)[] = [];

  #at = new Float64Array(256);
  #cents = new Int32Array(256);
  #before = new Int32Array(256);
  #end = 0;

  /**
   * An empty log, in place of any that is there.
   * @param firstValueAtMs known from storage when the log is loaded without its oldest part
   */
  open(collectible: number, firstValueAtMs = Infinity): void {
    this.floors[collectible] = 0;
    this.newestAt[collectible] = -Infinity;
    this.firstValueAtMs[collectible] = firstValueAtMs;
    this.#newest[collectible] = none;
    this.#minima[collectible] = null;
  }

  /** Notes an accepted tick. Callers keep instants ascending. @returns whether the floor changed */
  note(collectible: number, at: number, floor: number): boolean {
    const before = this.floors[collectible] ?? 0;
    this.newestAt[collectible] = at;
    if (before === floor) return false;
    if (before !== 0) this.#minima[collectible]?.add(before, at);
    else if (this.firstValueAtMs[collectible] === Infinity) this.firstValueAtMs[collectible] = at;
    this.floors[collectible] = floor;
    if (this.#end === this.#at.length) this.#makeRoom(at);
    const entry = this.#end;
    this.#end += 1;
    this.#at[entry] = at;
    this.#cents[entry] = floor;
    this.#before[entry] = this.#newest[collectible] ?? none;
    this.#newest[collectible] = entry;
    return true;
  }

  /** The lowest floor in force at any moment of [from, to); 0 when there was none in all of it. */
  lowestIn(collectible: number, from: number, to: number): number {
    const newest = this.#newest[collectible] ?? none;
    const changedAtMs = this.#at[newest] ?? -Infinity;
    if (to < changedAtMs) return this.#lowestAmong(newest, from, to);
    this.#minima[collectible] ??= this.#minimaUntil(newest);
    const earlier = this.#minima[collectible].lowestAfter(from);
    const floor = this.floors[collectible] ?? 0;
    if (to === changedAtMs || floor === 0) return earlier;
    return earlier === 0 ? floor : Math.min(earlier, floor);
  }

  /** Bytes of the change log. */
  get bytes(): number {
    return this.#at.byteLength + this.#cents.byteLength + this.#before.byteLength;
  }

  /** Where a reading came in after newer ones of other collectibles: entry by entry. */
  #lowestAmong(newest: number, from: number, to: number): number {
    let lowest = 0;
    for (let entry = newest; entry !== none; entry = this.#before[entry] ?? none) {
      const at = this.#at[entry] ?? 0;
      const floor = this.#cents[entry] ?? 0;
      if (at < to && floor !== 0 && (lowest === 0 || floor < lowest)) lowest = floor;
      // The value in force at `from` is the one after any reading at exactly `from`.
      if (at <= from) break;
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
      if (floor !== 0) minima.add(floor, this.#at[entries[index - 1] ?? 0] ?? 0);
    }
    return minima;
  }

  /** The log grows; once it is older than the longest window, what no window reaches any more goes first. */
  #makeRoom(now: number): void {
    const since = now - longestWindowMs;
    if ((this.#at[0] ?? now) <= since) this.#dropReplacedBy(since);
    // Pages nobody has written to yet take no memory.
    const capacity = this.#end * 2 + 256;
    this.#at = resized(this.#at, new Float64Array(capacity));
    this.#cents = resized(this.#cents, new Int32Array(capacity));
    this.#before = resized(this.#before, new Int32Array(capacity));
  }

  /** The entry in force at that instant stays: its value is the one where the longest window starts. */
  #dropReplacedBy(instant: number): void {
    const [at, cents, before] = [this.#at, this.#cents, this.#before];
    const places = new Int32Array(this.#end);
    for (let entry = 0; entry < places.length; entry += 1) {
      const replaced = before[entry] ?? none;
      if (replaced !== none && (at[entry] ?? 0) <= instant) places[replaced] = none;
    }
    let end = 0;
    for (let entry = 0; entry < places.length; entry += 1) {
      if (places[entry] === none) continue;
      at[end] = at[entry] ?? 0;
      cents[end] = cents[entry] ?? 0;
      before[end] = places[before[entry] ?? none] ?? none;
      places[entry] = end;
      end += 1;
    }
    this.#end = end;
    for (const [collectible, entry] of this.#newest.entries()) {
      this.#newest[collectible] = places[entry] ?? none;
      this.#minima[collectible]?.forget(instant);
    }
  }
}

function resized<Cells extends Float64Array | Int32Array>(old: Cells, fresh: Cells): Cells {
  fresh.set(old.subarray(0, fresh.length));
  return fresh;
}
