/** The floor of one collectible over time, as a change log in memory: instants ascending, one entry per change. */
import { RunningMinima } from './running-minima.ts';

const longestWindowMs = 366 * 24 * 3_600_000;
/** Old entries are dropped so many at a time. */
const dropAtOnce = 1_000;

/** Prices are integer cents, 0 = nothing listed: a price is never 0. */
export class PriceLog {
  /** Floor in force now. */
  floor = 0;
  /** observedAt of the newest accepted tick, changed or not; −∞ = never seen. */
  newestAt = -Infinity;
  /** When a price was first known, +∞ = never; the age of a target is counted from here. */
  firstValueAt: number;
  /** Pairs of instant and floor. */
  readonly #entries: number[] = [];
  /** Of every entry but the newest, which joins them when it is replaced; kept once `low` has asked. */
  #minima: RunningMinima | null = null;

  /** @param firstValueAt known from storage when the log is loaded without its oldest part */
  constructor(firstValueAt = Infinity) {
    this.firstValueAt = firstValueAt;
  }

  /** Notes an accepted tick. Callers keep instants ascending. @returns whether the floor changed */
  note(at: number, floor: number): boolean {
    this.newestAt = at;
    if (this.floor === floor) return false;
    if (this.floor !== 0) this.#minima?.add(this.floor, at);
    else if (this.firstValueAt === Infinity) this.firstValueAt = at;
    this.#entries.push(at, floor);
    this.floor = floor;
    if (this.#entries.length > dropAtOnce * 2) this.#forgetOld(at);
    return true;
  }

  /** The lowest floor in force at any moment of [from, to); 0 when there was none in all of it. */
  lowestIn(from: number, to: number): number {
    const changedAt = this.#entries.at(-2) ?? -Infinity;
    if (to < changedAt) return this.#lowestAmong(from, to);
    this.#minima ??= this.#minimaUntilNow();
    const earlier = this.#minima.lowestAfter(from);
    if (to === changedAt || this.floor === 0) return earlier;
    return earlier === 0 ? this.floor : Math.min(earlier, this.floor);
  }

  /** Where a reading came in after newer ones of other collectibles: entry by entry. */
  #lowestAmong(from: number, to: number): number {
    // The value in force at `from` is the one after any reading at exactly `from`.
    const start = Math.max(this.#lastBefore(from + 1), 0);
    const end = this.#lastBefore(to);
    let lowest = 0;
    for (let index = start; index <= end; index += 1) {
      const floor = this.#entries[index * 2 + 1] ?? 0;
      if (floor !== 0 && (lowest === 0 || floor < lowest)) lowest = floor;
    }
    return lowest;
  }

  #minimaUntilNow(): RunningMinima {
    const minima = new RunningMinima();
    for (let index = 0; index + 2 < this.#entries.length; index += 2) {
      const floor = this.#entries[index + 1] ?? 0;
      if (floor !== 0) minima.add(floor, this.#entries[index + 2] ?? 0);
    }
    return minima;
  }

  #forgetOld(now: number): void {
    // One entry older than the longest window stays: it is the value in force where the window starts.
    const since = now - longestWindowMs;
    if ((this.#entries[dropAtOnce * 2] ?? since) >= since) return;
    this.#entries.splice(0, this.#lastBefore(since) * 2);
    this.#minima?.forget(since);
  }

  /** Index of the last entry with an instant before `at`; -1 when there is none. */
  #lastBefore(at: number): number {
    let low = 0;
    let high = this.#entries.length / 2;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#entries[middle * 2] ?? 0) < at) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}
