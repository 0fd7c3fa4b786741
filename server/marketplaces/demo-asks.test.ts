/** What is on sale of one collectible as its floor moves. */
import { expect, test } from 'vitest';
import { priceBounds } from '#domain/threshold.ts';
import { type Asks, lowerFloor, newAsks, raiseFloor, roundPrice } from './demo-asks.ts';
import type { Random } from './seeded-random.ts';

/** Gives these numbers, then 0.9: of a number, an ask lies this share of the floor above it. */
const numbers = (...values: number[]): Random => ({
  next: () => values.shift() ?? 0.9,
  normal: () => 0,
});
const above = (floor: number, number: number) =>
  roundPrice(floor * (1 - 0.24 * Math.log(1 - number)));
const many = (count: number) => Array.from({ length: count }, (_, index) => 10_000 + 50 * index);

test('prices are whole half euros, neither nothing nor more than a threshold can have', () => {
  expect([10_024, 10_025, 10_074, 3, priceBounds.max * 2].map(roundPrice)).toEqual([
    ...[10_000, 10_050, 10_050, 500],
    priceBounds.max,
  ]);
});

test.each<[string, Asks, Asks]>([
  [
    'new ones begin at the floor and rise',
    newAsks(10_000, 3, numbers(0.5, 0.1)),
    [10_000, above(10_000, 0.1), above(10_000, 0.5)],
  ],
  [
    'when the cheapest goes the next is raised to the new floor',
    raiseFloor([10_000, 12_000, 15_000], 11_000, numbers()),
    [11_000, 15_000],
  ],
  [
    'of those below the new floor one is raised to it, the others above',
    raiseFloor([10_000, 10_500, 11_000, 12_000], 11_000, numbers(0.5)),
    [11_000, 12_000, above(11_000, 0.5)],
  ],
  ['the last that goes leaves one', raiseFloor([10_000], 11_000, numbers()), [11_000]],
  [
    'a cheaper one comes in front',
    lowerFloor([10_000, 12_000], 9_000, numbers()),
    [9_000, 10_000, 12_000],
  ],
])('%s', (_name, asks, expected) => {
  expect(asks).toEqual(expected);
});

test.each([
  // Below nine, half of the times one more comes; above 27, half of the times the dearest goes; above 60 always.
  [7, 0.49, 9],
  [7, 0.5, 8],
  [8, 0.49, 9],
  [26, 0.49, 27],
  [27, 0.49, 27],
  [27, 0.5, 28],
  [60, 0.9, 60],
])('of %d asks and a cheaper one, at a chance of %d, %d are left', (count, chance, left) => {
  expect(lowerFloor(many(count), 9_000, numbers(chance))).toHaveLength(left);
});
