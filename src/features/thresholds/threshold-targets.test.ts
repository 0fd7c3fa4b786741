/** What a threshold may watch in a match, in the words of its list, and the price of what it watches. */

import { expect, it } from 'vitest';
import { targetsOfMatch } from '#src/copy/threshold-form-texts.ts';
import { collectibleSample } from '#tests/support/threshold-samples.ts';
import { collectiblesOf, lowestFloor, targetOptions } from './threshold-targets.ts';

const item = (id: string, category: string, floorCents: number | null = 20_000) =>
  collectibleSample({ id, name: `Bloque ${id}`, category, floorCents });
const items = [item('a', '1', 30_000), item('b', '2', 20_000), item('c', '2', null)];

it('names one of its category by it and several by themselves, and offers the cheapest of several', () => {
  expect(targetOptions(items, 'match')).toEqual([
    { value: 'collectible:a', label: 'Categoría 1', isOfMatch: false },
    { value: 'collectible:b', label: 'Bloque b', isOfMatch: false },
    { value: 'collectible:c', label: 'Bloque c', isOfMatch: false },
    { value: 'category:2', label: targetsOfMatch.category('Categoría 2'), isOfMatch: true },
    { value: 'match', label: targetsOfMatch.all, isOfMatch: true },
  ]);
});

it.each([
  ['category:1', ['category:2', 'category:1']],
  ['category:2', ['category:2']],
  ['category:Palco', ['category:2', 'category:Palco']],
  ['collectible:category:9', ['category:2']],
])(
  'with %s chosen it offers that, though it has one collectible or none any more',
  (target, offered) => {
    const values = targetOptions(items, target).map(({ value }) => value);
    expect(values.filter((value) => value.startsWith('category'))).toEqual(offered);
  },
);

it('offers a hundred collectibles and categories, and the one that is chosen', () => {
  const many = Array.from({ length: 240 }, (_, n) => item(`n${n}`, `k${n >> 1}`));
  const values = (target: string) => targetOptions(many, target).map(({ value }) => value);
  expect(values('match').filter((value) => value.startsWith('collectible:'))).toEqual(
    Array.from({ length: 100 }, (_, n) => `collectible:n${n}`),
  );
  expect(values('match').filter((value) => value.startsWith('category:'))).toHaveLength(100);
  expect(values('collectible:n200').slice(99, 102)).toEqual([
    'collectible:n99',
    'collectible:n200',
    'category:k0',
  ]);
});

it.each([
  ['collectible:b', ['b']],
  ['collectible:gone', []],
  ['category:2', ['b', 'c']],
  ['match', ['a', 'b', 'c']],
])('%s watches %j', (target, ids) => {
  expect(collectiblesOf(items, target).map(({ id }) => id)).toEqual(ids);
});

it('the lowest price leaves out what is not on sale', () => {
  const lists = [items, [...items].reverse(), items.slice(2), []];
  expect(lists.map(lowestFloor)).toEqual([20_000, 20_000, null, null]);
});
