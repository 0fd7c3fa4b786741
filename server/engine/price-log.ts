/** The floor of one collectible over time, as a change log in memory: instants ascending, one entry per change. */
import { RunningMinima } from './running-minima.ts';

const longestWindowMs = 366 * 24 * 3_600_000;
/** Old entries are dropped so many at a time. */
const dropAtOnce = 1_000;

export interface PriceLog {
  /** Floor in force now, in integer cents; null = nothing listed (or never seen). */
  readonly floor: number | null;
  /** observedAt of the newest accepted tick, changed or not; null = never seen. */
  readonly newestAt: number | null;
  /** When a price was first known; the age of a target is counted from here. */
  readonly firstValueAt: number | null;
  /** Notes an accepted tick. Callers keep instants ascending. @returns whether the floor changed */
  note(at: number, floor: number | null): boolean;
  /** The lowest floor in force at any moment of [from, to); null when there was none in all of it. */
  lowestIn(from: number, to: number): number | null;
}

/** @param firstValueAt known from storage when the log is loaded without its oldest part */
export function createPriceLog(firstValueAt: number | null = null): PriceLog {
  const instants: number[] = [];
  const floors: (number | null)[] = [];
  /** Of every entry but the newest, which joins them when it is replaced. */
  const minima = new RunningMinima();
  let floorNow: number | null = null;
  let changedAt = -Infinity;
  let newestAt: number | null = null;
  let knownSince = firstValueAt;

  /** Index of the last entry with an instant before `at`; -1 when there is none. */
  const lastBefore = (at: number): number => {
    let low = 0;
    let high = instants.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((instants[middle] ?? 0) < at) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  };

  const forgetOld = (now: number): void => {
    // One entry older than the longest window stays: it is the value in force where the window starts.
    const since = now - longestWindowMs;
    if (instants.length <= dropAtOnce || (instants[dropAtOnce] ?? since) >= since) return;
    const keepFrom = lastBefore(since);
    instants.splice(0, keepFrom);
    floors.splice(0, keepFrom);
    minima.forget(since);
  };

  /** Where a reading came in after newer ones of other collectibles: entry by entry. */
  const lowestAmong = (from: number, to: number): number | null => {
    // The value in force at `from` is the one after any reading at exactly `from`.
    const start = lastBefore(from + 1);
    const end = lastBefore(to);
    let lowest: number | null = null;
    for (let index = Math.max(start, 0); index <= end; index += 1) {
      const floor = floors[index] ?? null;
      if (floor !== null && (lowest === null || floor < lowest)) lowest = floor;
    }
    return lowest;
  };

  return {
    get floor() {
      return floorNow;
    },
    get newestAt() {
      return newestAt;
    },
    get firstValueAt() {
      return knownSince;
    },
    note(at, floor) {
      newestAt = at;
      if (floorNow === floor) return false;
      if (floorNow !== null) minima.add(floorNow, at);
      instants.push(at);
      floors.push(floor);
      floorNow = floor;
      changedAt = at;
      if (floor !== null) knownSince ??= at;
      forgetOld(at);
      return true;
    },
    lowestIn(from, to) {
      if (to < changedAt) return lowestAmong(from, to);
      const earlier = minima.lowestAfter(from);
      if (to === changedAt || floorNow === null) return earlier;
      return earlier === null ? floorNow : Math.min(earlier, floorNow);
    },
  };
}
