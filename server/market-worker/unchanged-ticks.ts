/**
 * Leaves out of a reading what says again what its source said before, so that neither the log nor the rows of prices that
 * stayed are written. Its memory is of what one reader has stored: the first reading of each is whole.
 */
import { isDeepStrictEqual } from 'node:util';
import type { NewReading, StoredTick } from '../db/market/readings.ts';

type Ticks = Pick<NewReading, 'ticks' | 'unseen'>;

/** Whole again after so long: a message that the log has lost stays missing until then. */
const wholeEveryMs = 3_600_000;

export class UnchangedTicks {
  /** What each collectible's newest price in the log says. */
  readonly #last = new Map<string, StoredTick>();
  #wholeAtMs: number | null = null;

  /**
   * @param reading each collectible once
   * @param known ids of all collectibles
   * @param isNewest no reading of its instant or a later one was stored: all its prices count
   */
  remove(
    { arrivedAt, ticks }: Pick<NewReading, 'arrivedAt' | 'ticks'>,
    known: ReadonlyMap<string, unknown>,
    isNewest: boolean,
  ): Ticks {
    if (!isNewest) {
      // Which of them count is decided where they are applied.
      for (const [id] of ticks) this.#last.delete(id);
      return { ticks };
    }
    const atMs = arrivedAt.getTime();
    this.#wholeAtMs ??= atMs;
    const changed = ticks.filter((tick) => !isSame(this.#last.get(tick[0]), tick));
    for (const tick of changed) this.#last.set(tick[0], tick);
    const unseenCount = known.size - ticks.length;
    // The unseen are then named one by one, which pays while they are fewer than the ticks left out.
    if (ticks.length - changed.length <= unseenCount) return { ticks };
    if (atMs - this.#wholeAtMs >= wholeEveryMs) {
      this.#wholeAtMs = atMs;
      return { ticks };
    }
    return { ticks: changed, unseen: unseenCount === 0 ? [] : idsWithout(known, ticks) };
  }
}

function idsWithout(known: ReadonlyMap<string, unknown>, ticks: readonly StoredTick[]): string[] {
  const named = new Set(ticks.map(([id]) => id));
  return [...known.keys()].filter((id) => !named.has(id));
}

function isSame(last: StoredTick | undefined, tick: StoredTick): boolean {
  if (last === undefined) return false;
  const [, floor, listings, lastSale] = tick;
  return (
    last[1] === floor &&
    last[2] === listings &&
    last[3] === lastSale &&
    last.length === tick.length &&
    (tick.length === 4 || isDeepStrictEqual(tick, last))
  );
}
