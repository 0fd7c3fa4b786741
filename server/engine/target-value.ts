/** The value of a target, the lowest floor among its members, and whether it is a new low. */

import type { CatalogueItem } from '../market-model/catalogue-item.ts';
import type { HeldValue } from './engine-types.ts';
import type { PriceLog } from './price-log.ts';

const dayMs = 24 * 3_600_000;

interface Priced {
  readonly item: CatalogueItem;
  /** Its number in the logs. */
  readonly log: number;
}

/** Lowest floor of the members in cents; 0 = none. */
export function minFloorCents({ floors }: PriceLog, members: readonly Priced[]): number {
  let lowest = 0;
  for (const { log } of members) {
    const floor = floors[log] ?? 0;
    if (floor !== 0 && (lowest === 0 || floor < lowest)) lowest = floor;
  }
  return lowest;
}

/** Ties go to the lowest id: the order in which collectibles came to be known differs after a restart. */
export function cheapestMember({ floors }: PriceLog, members: readonly Priced[]): HeldValue | null {
  let lowest: HeldValue | null = null;
  for (const { item, log } of members) {
    const floor = floors[log] ?? 0;
    if (floor === 0 || (lowest !== null && floor > lowest.cents)) continue;
    if (lowest === null || floor < lowest.cents || item.id < lowest.collectibleId) {
      lowest = { cents: floor, collectibleId: item.id };
    }
  }
  return lowest;
}

/**
 * The `low` window, [at − days·24 h, at). A target's value is the lowest of its members', so being below
 * every value the target had is being below every value any member had.
 */
export function isLowest(
  logs: PriceLog,
  members: readonly Priced[],
  cents: number,
  { at, days }: { at: number; days: number },
): boolean {
  const from = at - days * dayMs;
  let isOldEnough = false;
  let wasListed = false;
  for (const { log } of members) {
    if ((logs.firstValueAtMs[log] ?? Infinity) <= from) isOldEnough = true;
    const lowest = logs.lowestIn(log, from, at);
    if (lowest === 0) continue;
    if (cents >= lowest) return false;
    wasListed = true;
  }
  return isOldEnough && wasListed;
}
