/** Search, filters and order of the collectibles of a match. */
import { expect, it } from 'vitest';
import type { Collectible } from '#store/api/api-types.ts';
import { collectibleSample } from '#tests/support/threshold-samples.ts';
import { type CollectibleSearch, filterCollectibles, toSearchable } from './filter-collectibles.ts';

const item = (id: string, part: Partial<Collectible> = {}) =>
  collectibleSample({
    id,
    name: id,
    category: 'Categoría 1',
    floorCents: 10_000,
    change24hBp: 0,
    ...part,
  });
const everything: CollectibleSearch = { q: '', category: '', listed: false, sort: null };
const found = (items: readonly Collectible[], search: Partial<CollectibleSearch>) =>
  filterCollectibles(toSearchable(items), { ...everything, ...search }).map(({ id }) => id);

it('finds every word, whatever its case and accents', () => {
  const items = [item('a', { rarity: 'Épica' }), item('b', { category: 'Palco' })];
  expect(found(items, { q: 'EPICA categoria' })).toEqual(['a']);
  expect(found(items, { q: 'palco épica' })).toEqual([]);
});

it('filters by category, and by what is on sale', () => {
  const items = [item('a', { category: 'Palco' }), item('b'), item('c', { floorCents: null })];
  expect(found(items, { category: 'Categoría 1' })).toEqual(['b', 'c']);
  expect(found(items, { listed: true })).toEqual(['a', 'b']);
});

it('puts unknown values last in both directions', () => {
  const items = [
    item('none', { floorCents: null }),
    item('dear', { floorCents: 2 }),
    item('cheap', { floorCents: 1 }),
  ];
  const by = 'floor';
  expect(found(items, { sort: { by, descending: false } })).toEqual(['cheap', 'dear', 'none']);
  expect(found(items, { sort: { by, descending: true } })).toEqual(['dear', 'cheap', 'none']);
});

it('sorts names numerically: 2 comes before 10', () => {
  const items = [item('x', { category: 'Bloque 10' }), item('y', { category: 'Bloque 2' })];
  expect(found(items, { sort: { by: 'name', descending: false } })).toEqual(['y', 'x']);
});
