/** The user's thresholds on a match: on one of its collectibles, on one of its categories, or on all of it. */
import type { Collectible, Umbral } from '#store/api/types.ts';

export function matchThresholds(
  matchId: string,
  collectibles: readonly Collectible[] = [],
  umbrales: Readonly<Record<string, Umbral>> = {},
): Readonly<Record<string, Umbral>> {
  const own = new Set(collectibles.map(({ id }) => id));
  const concerns = ({ objetivo: { tipo, id } }: Umbral) =>
    tipo === 'partido' ? id === matchId : own.has(id);
  return Object.fromEntries(Object.entries(umbrales).filter(([, umbral]) => concerns(umbral)));
}
