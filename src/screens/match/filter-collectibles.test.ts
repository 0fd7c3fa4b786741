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

it('needs the category, the sale and the words at once', () => {
  const items = [
    item('a', { category: 'Palco', name: 'Norte' }),
    item('b', { category: 'Palco', name: 'Norte', floorCents: null }),
    item('c', { category: 'Palco', name: 'Sur' }),
    item('d', { name: 'Norte' }),
  ];
  expect(found(items, { category: 'Palco', listed: true, q: 'norte' })).toEqual(['a']);
  expect(found(items, { category: 'Palco', q: 'norte' })).toEqual(['a', 'b']);
});

it.each([
  ['change', { change24hBp: -50 }, { change24hBp: 50 }],
  ['listings', { listings: 1 }, { listings: 2 }],
  ['lastSale', { lastSaleCents: 100 }, { lastSaleCents: 200 }],
  ['name', { category: 'Ámbar' }, { category: 'Bronce' }],
] as const)('sorts by %s, up and down', (by, low, high) => {
  const items = [item('high', high), item('low', low)];
  expect(found(items, { sort: { by, descending: false } })).toEqual(['low', 'high']);
  expect(found(items, { sort: { by, descending: true } })).toEqual(['high', 'low']);
});

it('sorts by the price now, which may have passed another since the list was read', () => {
  const items = toSearchable([item('a', { floorCents: 100 }), item('b', { floorCents: 200 })]);
  const nowDearer = (each: Collectible) => (each.id === 'a' ? { ...each, floorCents: 300 } : each);
  const search = { ...everything, sort: { by: 'floor', descending: false } } as const;
  expect(filterCollectibles(items, search, nowDearer).map(({ id }) => id)).toEqual(['b', 'a']);
});
