/** The value of a target (the lowest floor among its members), and the test for a new low. */

import type { CatalogueItem } from '../market-model/catalogue-item.ts';
import type { TargetValue } from './engine-types.ts';
import type { PriceLog } from './price-log.ts';

const dayMs = 24 * 3_600_000;

interface Priced {
  readonly item: CatalogueItem;
  /** Its number in the price log. */
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

/** Ties go to the lowest id, because the order in which collectibles were added differs after a restart. */
export function cheapestMember(
  { floors }: PriceLog,
  members: readonly Priced[],
): TargetValue | null {
  let lowest: TargetValue | null = null;
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
 * Whether a value is a new low: below every value in the window [atMs − days·24 h, atMs), with that much history
 * known. A target's value is the lowest of its members', so it suffices to compare with each member.
 */
export function isLowest(
  logs: PriceLog,
  members: readonly Priced[],
  cents: number,
  { atMs, days }: { atMs: number; days: number },
): boolean {
  const fromMs = atMs - days * dayMs;
  let isOldEnough = false;
  let wasListed = false;
  for (const { log } of members) {
    if ((logs.firstValueAtMs[log] ?? Infinity) <= fromMs) isOldEnough = true;
    const lowest = logs.lowestIn(log, fromMs, atMs);
    if (lowest === 0) continue;
    if (cents >= lowest) return false;
    wasListed = true;
  }
  return isOldEnough && wasListed;
}
