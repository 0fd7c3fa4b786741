/** Selects the user's thresholds on a match, one of its categories or one of its collectibles. */
import type { Collectible, Umbral } from '#store/api/api-types.ts';

export function selectMatchThresholds(
  matchId: string,
  collectibles: readonly Collectible[] = [],
  umbrales: Readonly<Record<string, Umbral>> = {},
): Readonly<Record<string, Umbral>> {
  const own = new Set(collectibles.map(({ id }) => id));
  const isOnMatch = ({ objetivo: { tipo, id } }: Umbral) =>
    tipo === 'partido' ? id === matchId : own.has(id);
  return Object.fromEntries(Object.entries(umbrales).filter(([, umbral]) => isOnMatch(umbral)));
}
