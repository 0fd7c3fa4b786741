/** Prices of a target that is the cheapest of several, from the changes of each. Pure. */
import type { ChartPoint } from '#domain/downsample.ts';
import { lowestPrice } from '#domain/lowest-price.ts';
import type { TargetPriceChange } from '../db/market/price-history.ts';

/**
 * @param changes ascending, each collectible's first in force at or before `from`
 * @returns ascending, the first at `from`; null = nothing listed
 */
export function targetPrices(changes: readonly TargetPriceChange[], from: Date): ChartPoint[] {
  const floors = new Map<string, number>();
  let lowest: number | null = null;
  const points: ChartPoint[] = [];
  for (const { collectibleId, observedAt, floorCents } of changes) {
    const before = floors.get(collectibleId);
    if (floorCents === null) floors.delete(collectibleId);
    else floors.set(collectibleId, floorCents);
    if (floorCents !== null && (lowest === null || floorCents <= lowest)) lowest = floorCents;
    else if (before === lowest) lowest = lowestPrice(floors.values());
    const at = observedAt < from ? from : observedAt;
    if (points.at(-1)?.at.getTime() === at.getTime()) points.pop();
    const last = points.at(-1);
    if (last === undefined || last.floorCents !== lowest)
      points.push({ at, floorCents: lowest, late: false });
  }
  return points;
}
