/** Lowest and highest value of each category of a match in a week (docs/alerts.md, rule 3: its lowest floor). */
import { collator } from '#domain/intl-formats.ts';
import { lowestPrice } from '#domain/lowest-price.ts';
import type { WeekPoint } from '../db/market/weekly-prices.ts';

export interface CategoryRange {
  readonly category: string;
  readonly currency: string;
  readonly lowCents: number;
  readonly lowAt: Date;
  readonly highCents: number;
  readonly highAt: Date;
}

/**
 * By category and currency; of equal values the first counts. A category that was not listed all week has none.
 * @param points oldest first; of one instant all are applied before the value is taken
 */
export function categoryRanges(points: readonly WeekPoint[]): CategoryRange[] {
  const groups = Map.groupBy(points, ({ category, currency }) =>
    JSON.stringify([category, currency]),
  );
  return [...groups.values()]
    .flatMap((group) => rangeOf(group) ?? [])
    .sort((a, b) => collator({ numeric: true }).compare(a.category, b.category));
}

function rangeOf(points: readonly WeekPoint[]): CategoryRange | null {
  const floors = new Map<string, number | null>();
  let range: CategoryRange | null = null;
  for (const [index, { collectibleId, category, currency, at, floorCents }] of points.entries()) {
    floors.set(collectibleId, floorCents);
    if (points[index + 1]?.at.getTime() === at.getTime()) continue;
    const value = lowestPrice(floors.values());
    if (value === null) continue;
    range ??= { category, currency, lowCents: value, lowAt: at, highCents: value, highAt: at };
    if (value < range.lowCents) range = { ...range, lowCents: value, lowAt: at };
    if (value > range.highCents) range = { ...range, highCents: value, highAt: at };
  }
  return range;
}
