/** Name of what a watch list row shows, within its match. */
import { categoryName, cheapestOfCategory, cheapestOfMatch } from '#src/copy/thresholds.ts';
import type { WatchRow } from './watch-list-rows.ts';

export function targetNameOf({ item, matchTarget, isCategoryShared }: WatchRow): string {
  const name = categoryName(item.category);
  if (matchTarget === null) return isCategoryShared ? `${name} · ${item.name}` : name;
  return matchTarget.category === null ? cheapestOfMatch : cheapestOfCategory(matchTarget.category);
}
