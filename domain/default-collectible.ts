/** The collectible whose chart a match opens with: the first on sale, or the first. */
export const defaultCollectible = <Item extends { readonly floorCents: number | null }>(
  items: readonly Item[],
): Item | undefined => items.find(({ floorCents }) => floorCents !== null) ?? items[0];
