/** Selects the user's thresholds on a match, one of its categories or one of its collectibles. */
import type { Collectible, Threshold } from '#store/api/api-types.ts';

export function selectMatchThresholds(
  matchId: string,
  collectibles: readonly Collectible[] = [],
  umbrales: Readonly<Record<string, Threshold>> = {},
): Readonly<Record<string, Threshold>> {
  const own = new Set(collectibles.map(({ id }) => id));
  const isOnMatch = ({ target: { kind, id } }: Threshold) =>
    kind === 'match' ? id === matchId : own.has(id);
  return Object.fromEntries(
    Object.entries(umbrales).filter(([, threshold]) => isOnMatch(threshold)),
  );
}
