/** The cheapest of several collectibles, with what belongs to all of them. */
import { expect, it } from 'vitest';
import type { Collectible } from '#store/api/api-types.ts';
import { collectibleSample } from '#tests/support/threshold-samples.ts';
import { cheapestOf } from './cheapest-collectible.ts';

const item = (id: string, floorCents: number | null, part: Partial<Collectible> = {}) =>
  collectibleSample({ id, floorCents, change24hBp: 0, ...part });
const idOf = (...items: readonly Collectible[]) => cheapestOf(items).id;

it('is the one with the lowest price, the first of equals, one on sale before one that is not', () => {
  expect(idOf(item('a', 300), item('b', 200), item('c', 250))).toBe('b');
  expect(idOf(item('a', 200), item('b', 200))).toBe('a');
  expect(idOf(item('a', null), item('b', 900))).toBe('b');
  expect(idOf(item('a', 900), item('b', null))).toBe('a');
  expect(idOf(item('a', null), item('b', null))).toBe('a');
});

it.each([
  // 100 of 200 a day ago, against 90 of now: the cheapest then was 100.
  [
    'each known',
    [item('a', 300, { change24hBp: 20_000 }), item('b', 90, { change24hBp: -5_500 })],
    -1_000,
  ],
  ['one unknown', [item('a', 300, { change24hBp: null }), item('b', 90)], null],
  ['one that is not on sale', [item('a', null, { change24hBp: null }), item('b', 90)], 0],
  ['none on sale', [item('a', null), item('b', null)], null],
  ['a dearer one that fell', [item('a', 100, { change24hBp: -5_000 }), item('b', 90)], 0],
])('changes against the cheapest of a day ago: with %s', (_which, items, change) => {
  expect(cheapestOf(items).change24hBp).toBe(change);
});

it('draws the lowest of each slot, however long each one’s line is', () => {
  const sparkOf = (...sparks: readonly Collectible['spark'][]) =>
    cheapestOf(
      sparks.map((spark, index) => item(`s${index}`, 100, spark === undefined ? {} : { spark })),
    ).spark;
  expect(sparkOf([3, null, 5], [4, 2])).toEqual([3, 2, 5]);
  expect(sparkOf([null], [null])).toEqual([null]);
  expect(sparkOf([7, 8], undefined)).toEqual([7, 8]);
});
