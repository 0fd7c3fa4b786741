/** Searching and ordering the collectibles of a match, fast enough for ten thousand while somebody types. Pure. */
import type { Collectible } from '#store/api/types.ts';

export const collectibleSorts = ['name', 'floor', 'change', 'listings', 'lastSale'] as const;
export type CollectibleSort = (typeof collectibleSorts)[number];

export interface CollectibleSearch {
  readonly q: string;
  readonly category: string;
  /** Only what can be bought now. */
  readonly listed: boolean;
  /** null: as the market lists them. */
  readonly sort: { readonly by: CollectibleSort; readonly descending: boolean } | null;
}

/** Items with the text they are found by, made once for each answer of the server. */
export interface SearchableCollectible {
  readonly item: Collectible;
  readonly text: string;
  /** Orders by name; figures padded, so that 2 comes before 10. */
  readonly key: string;
}

export const findable = (items: readonly Collectible[]): SearchableCollectible[] =>
  items.map((item) => {
    const text = plain(`${item.category} ${item.name} ${item.rarity ?? ''} ${item.id}`);
    return { item, text, key: text.replaceAll(/\d+/g, (digits) => digits.padStart(6, '0')) };
  });

/** @param now an item as it stands now, asked for where the order depends on it */
export function filterCollectibles(
  all: readonly SearchableCollectible[],
  { q, category, listed, sort }: CollectibleSearch,
  now: (item: Collectible) => Collectible = (item) => item,
): Collectible[] {
  const words = plain(q).split(' ').filter(Boolean);
  const found = all.filter(
    ({ item, text }) =>
      (category === '' || item.category === category) &&
      (!listed || item.floorCents !== null) &&
      words.every((word) => text.includes(word)),
  );
  if (sort === null) return found.map(({ item }) => item);
  const sign = sort.descending ? -1 : 1;
  const { by } = sort;
  if (by === 'name') {
    // Not by locale: that takes ten times as long, and the key has no accents left.
    found.sort((a, b) => sign * (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
    return found.map(({ item }) => item);
  }
  return found
    .map(({ item }) => ({ item, figure: figures[by](now(item)) }))
    .sort((a, b) => unknownLast(a.figure, b.figure, sign))
    .map(({ item }) => item);
}

const figures: Record<Exclude<CollectibleSort, 'name'>, (item: Collectible) => number | null> = {
  floor: (item) => item.floorCents,
  change: (item) => item.change24hBp,
  listings: (item) => item.listings,
  lastSale: (item) => item.lastSaleCents,
};

/** What is not known comes last, whichever way round. */
function unknownLast(a: number | null, b: number | null, sign: 1 | -1): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return sign * (a - b);
}

/** Without case or accents, as people search. */
const plain = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
