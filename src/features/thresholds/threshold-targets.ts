/** What a threshold may watch in a match: its collectibles, the cheapest of a category, the cheapest of all. */
import type { Target } from '#domain/threshold.ts';
import { targetsOfMatch } from '#src/copy/threshold-form-texts.ts';
import { categoryName } from '#src/copy/thresholds.ts';
import type { Collectible } from '#store/api/api-types.ts';

interface TargetOption {
  readonly target: Target;
  readonly label: string;
}

/** Further collectibles are chosen in the searchable list of the match. */
const maxCollectibles = 100;

/** @param chosen is always among them */
export function targetOptions(
  matchId: string,
  collectibles: readonly Collectible[],
  chosen: Target,
): TargetOption[] {
  const counts = new Map<string, number>();
  for (const { category } of collectibles) counts.set(category, (counts.get(category) ?? 0) + 1);
  const isChosen = ({ id }: Collectible) => chosen.kind === 'collectible' && chosen.id === id;
  const shown = collectibles.filter((item, index) => index < maxCollectibles || isChosen(item));
  const several = [...counts.keys()].filter((category) => (counts.get(category) ?? 0) > 1);
  const categories = new Set<string | null>(several.slice(0, maxCollectibles));
  if (chosen.kind === 'match' && chosen.category !== null) categories.add(chosen.category);
  return [
    ...shown.map(({ id, category, name }) => ({
      target: { kind: 'collectible', id } as const,
      // Several of one category are distinguished by name.
      label: counts.get(category) === 1 ? categoryName(category) : name,
    })),
    ...[...categories, null].map((category) => ({
      target: { kind: 'match', id: matchId, category } as const,
      label:
        category === null ? targetsOfMatch.all : targetsOfMatch.category(categoryName(category)),
    })),
  ];
}
