/** Distances to a threshold, as the list of thresholds sorts by them. */
import { expect, it } from 'vitest';
import { distanceBp, isCrossedAt, isNearAt } from './threshold-distance.ts';

it.each([
  ['below', 15_000, 20_000, null, 2_500],
  ['below', 15_000, 15_000, null, 0],
  ['below', 15_000, 10_000, null, -5_000],
  ['below', 15_000, null, null, null],
  ['above', 25_000, 20_000, null, 2_500],
  ['above', 15_000, 20_000, null, -2_500],
  // 10 % of 20 000 are 2 000, of which 500 are gone; rounded up.
  ['change', 1_000, 20_500, 20_000, 732],
  ['change', 1_000, 19_500, 20_000, 770],
  ['change', 1_000, 22_000, 20_000, 0],
  ['change', 1_000, 16_000, 20_000, -1_250],
  ['change', 1_000, 20_500, null, null],
  ['low', 7, 20_000, 20_000, null],
] as const)('%s %i at %o with base %o is %o bp away', (condition, line, value, base, expected) => {
  expect(distanceBp({ condition, value: line }, value, base)).toBe(expected);
});

it.each([
  [null, false, false],
  [-1, true, false],
  [0, true, false],
  [1, false, true],
  [499, false, true],
  [500, false, false],
] as const)('at %o bp it is crossed: %s, near: %s', (distance, crossed, near) => {
  expect([isCrossedAt(distance), isNearAt(distance)]).toEqual([crossed, near]);
});
