/** Name of a collectible among those of its match. */
import { categoryName } from '#src/copy/thresholds.ts';
import type { Collectible } from '#store/api/api-types.ts';

/** @param shared categories that several collectibles of the match have */
export const tabName = ({ category, name }: Collectible, shared: ReadonlySet<string>): string =>
  shared.has(category) ? `${categoryName(category)} · ${name}` : categoryName(category);
