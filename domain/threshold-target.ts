/** What a threshold watches: a collectible, or the cheapest of a match, optionally within one category of it. */
import type { Target } from './threshold.ts';

/** The same for the same target. */
export const targetKey = (target: Target): string =>
  target.kind === 'collectible' ? `c:${target.id}` : `p:${target.id}:${target.category ?? ''}`;

/** @param items of the target's match */
export const collectiblesOf = <Item extends { readonly id: string; readonly category: string }>(
  items: readonly Item[],
  target: Target,
): Item[] =>
  items.filter(({ id, category }) =>
    target.kind === 'collectible'
      ? id === target.id
      : target.category === null || category === target.category,
  );
