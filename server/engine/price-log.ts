/** The floor of one collectible over time, as a change log in memory: instants ascending, one entry per change. */

const longestWindowMs = 366 * 24 * 3_600_000;

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

  const forgetOld = (): void => {
    // One entry older than the longest window stays: it is the value in force where the window starts.
    const keepFrom = lastBefore((newestAt ?? 0) - longestWindowMs);
    if (keepFrom < 1_000) return;
    instants.splice(0, keepFrom);
    floors.splice(0, keepFrom);
  };

  return {
    get floor() {
      return floors.at(-1) ?? null;
    },
    get newestAt() {
      return newestAt;
    },
    get firstValueAt() {
      return knownSince;
    },
    note(at, floor) {
      newestAt = at;
      if ((floors.at(-1) ?? null) === floor) return false;
      instants.push(at);
      floors.push(floor);
      if (floor !== null) knownSince ??= at;
      forgetOld();
      return true;
    },
    lowestIn(from, to) {
      // The value in force at `from` is the one after any reading at exactly `from`.
      const start = lastBefore(from + 1);
      const end = lastBefore(to);
      let lowest: number | null = null;
      for (let index = Math.max(start, 0); index <= end; index += 1) {
        const floor = floors[index] ?? null;
        if (floor !== null && (lowest === null || floor < lowest)) lowest = floor;
      }
      return lowest;
    },
  };
}
