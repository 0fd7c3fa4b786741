/** Search, filters and order of the collectibles of a match. */
import { expect, it } from 'vitest';
import type { Collectible } from '#store/api/api-types.ts';
import { collectibleSample } from '#tests/support/threshold-samples.ts';
import { type CollectibleSearch, filterCollectibles, toSearchable } from './filter-collectibles.ts';

const item = (id: string, part: Partial<Collectible> = {}) =>
  collectibleSample({ id, name: id, category: 'Categoría 1', ...part });
const items = [
  item('norte', { category: 'Palco', floorCents: 300, rarity: 'Épica' }),
  item('norte y sur', { category: 'Palco', floorCents: null }),
  item('sur', { category: 'Palco', floorCents: 100 }),
  item('norte bajo', { floorCents: 200, rarity: 'Épica' }),
];
const everything: CollectibleSearch = { q: '', category: '', listed: false, sort: null };
const by = (sort: 'floor' | 'name', descending: boolean) => ({ sort: { by: sort, descending } });

it.each<[string, Partial<CollectibleSearch>, string[]]>([
  ['every word, whatever its case and accents', { q: 'EPICA categoria' }, ['norte bajo']],
  ['no part of the words alone', { q: 'sur épica' }, []],
  ['the category and the words', { category: 'Palco', q: 'norte' }, ['norte', 'norte y sur']],
  ['all of it on sale', { category: 'Palco', q: 'norte', listed: true }, ['norte']],
  ['unknown prices last, up', by('floor', false), ['sur', 'norte bajo', 'norte', 'norte y sur']],
  ['and down', by('floor', true), ['norte', 'norte bajo', 'sur', 'norte y sur']],
])('finds %s', (_what, search, found) => {
  const shown = filterCollectibles(toSearchable(items), { ...everything, ...search });
  expect(shown.map(({ id }) => id)).toEqual(found);
});

it.each([false, true])('sorts by name as in Spanish, descending: %s', (descending) => {
  const named = toSearchable([item('b', { category: 'Bronce' }), item('a', { category: 'Ámbar' })]);
  const shown = filterCollectibles(named, { ...everything, ...by('name', descending) });
  expect(shown.map(({ id }) => id)).toEqual(descending ? ['b', 'a'] : ['a', 'b']);
});

it('sorts by the price now, which may have passed another since the list was read', () => {
  const searchable = toSearchable([item('a', { floorCents: 100 }), item('b', { floorCents: 200 })]);
  const nowDearer = (each: Collectible) => (each.id === 'a' ? { ...each, floorCents: 300 } : each);
  const search = { ...everything, ...by('floor', false) };
  expect(filterCollectibles(searchable, search, nowDearer).map(({ id }) => id)).toEqual(['b', 'a']);
});
