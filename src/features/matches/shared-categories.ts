/** Categories that several collectibles of a match share: those are told apart by name. */
import type { Collectible } from '#store/api/api-types.ts';

export function sharedCategories(collectibles: readonly Collectible[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const shared = new Set<string>();
  for (const { category } of collectibles) {
    if (seen.has(category)) shared.add(category);
    seen.add(category);
  }
  return shared;
}
