/** What a threshold may watch in a match: its collectibles, the cheapest of a category, the cheapest of all. */
import { targetsOfMatch } from '#src/copy/threshold-form-texts.ts';
import { categoryName } from '#src/copy/thresholds.ts';
import type { Collectible } from '#store/api/api-types.ts';

export interface TargetOption {
  /** As in `FormValues.target`. */
  readonly value: string;
  readonly label: string;
  /** Cheapest of several collectibles, which not every plan includes. */
  readonly isOfMatch: boolean;
}

/** Further collectibles are chosen in the searchable list of the match. */
const maxCollectibles = 100;

/** @param target the one chosen, which is always among them */
export function targetOptions(
  collectibles: readonly Collectible[],
  target: string,
): TargetOption[] {
  const counts = new Map<string, number>();
  for (const { category } of collectibles) counts.set(category, (counts.get(category) ?? 0) + 1);
  const chosen = (item: Collectible) => target === `collectible:${item.id}`;
  const shown = collectibles.filter((item, index) => index < maxCollectibles || chosen(item));
  const several = [...counts.keys()].filter((category) => (counts.get(category) ?? 0) > 1);
  const chosenCategory = target.startsWith('category:') ? [target.slice(9)] : [];
  return [
    ...shown.map((item) => ({
      value: `collectible:${item.id}`,
      // Several of one category are distinguished by name.
      label: counts.get(item.category) === 1 ? categoryName(item.category) : item.name,
      isOfMatch: false,
    })),
    ...[...new Set([...several.slice(0, maxCollectibles), ...chosenCategory])].map((category) => ({
      value: `category:${category}`,
      label: targetsOfMatch.category(categoryName(category)),
      isOfMatch: true,
    })),
    { value: 'match', label: targetsOfMatch.all, isOfMatch: true },
  ];
}

/** The collectibles a target watches. */
export function collectiblesOf(
  collectibles: readonly Collectible[],
  target: string,
): readonly Collectible[] {
  if (target.startsWith('collectible:'))
    return collectibles.filter(({ id }) => target === `collectible:${id}`);
  if (!target.startsWith('category:')) return collectibles;
  return collectibles.filter(({ category }) => target === `category:${category}`);
}

/** Lowest price in cents; null when nothing is on sale. */
export const lowestFloor = (
  collectibles: readonly Pick<Collectible, 'floorCents'>[],
): number | null =>
  collectibles.reduce<number | null>(
    (lowest, { floorCents }) =>
      floorCents !== null && (lowest === null || floorCents < lowest) ? floorCents : lowest,
    null,
  );
