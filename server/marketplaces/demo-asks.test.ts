/** What is on sale of one collectible as its floor moves. */
import { expect, test } from 'vitest';
import { priceBounds } from '#domain/threshold.ts';
import { lowerFloor, newAsks, raiseFloor, roundPrice } from './demo-asks.ts';
import type { Random } from './seeded-random.ts';

/** Gives these numbers, then 0.9. */
const numbers = (...values: number[]): Random => ({
  next: () => values.shift() ?? 0.9,
  normal: () => 0,
});
/** Of a number, the share of the floor that an ask lies above it. */
const above = (number: number) => -0.24 * Math.log(1 - number);
const many = (count: number) => Array.from({ length: count }, (_, index) => 10_000 + 50 * index);

test('prices are whole half euros, neither nothing nor more than a threshold can have', () => {
  expect([10_024, 10_025, 10_074].map(roundPrice)).toEqual([10_000, 10_050, 10_050]);
  expect(roundPrice(3)).toBe(500);
  expect(roundPrice(priceBounds.max * 2)).toBe(priceBounds.max);
});

test('new asks begin at the floor and rise, sixty at most', () => {
  expect(newAsks(10_000, 3, numbers(0.5, 0.1))).toEqual([
    10_000,
    roundPrice(10_000 * (1 + above(0.1))),
    roundPrice(10_000 * (1 + above(0.5))),
  ]);
  expect(newAsks(10_000, 1, numbers())).toEqual([10_000]);
  expect(newAsks(10_000, 100, numbers())).toHaveLength(60);
});

test('when the cheapest goes the next is raised to the new floor, if none lies below it', () => {
  expect(raiseFloor([10_000, 12_000, 15_000], 11_000, numbers())).toEqual([11_000, 15_000]);
});

test('those below the new floor are raised, one of them to it', () => {
  const asks = raiseFloor([10_000, 10_500, 11_000, 12_000], 11_000, numbers(0.5));
  expect(asks).toEqual([11_000, roundPrice(11_000 * (1 + above(0.5))), 12_000].sort());
});

test('the last one that goes leaves one at the new floor', () => {
  expect(raiseFloor([10_000], 11_000, numbers())).toEqual([11_000]);
});

test('a cheaper one is added in front of the others', () => {
  expect(lowerFloor([10_000, 12_000], 9_000, numbers())).toEqual([9_000, 10_000, 12_000]);
});

test('few asks attract more: below nine, half of the times', () => {
  expect(lowerFloor(many(7), 9_000, numbers(0.49))).toHaveLength(9);
  expect(lowerFloor(many(7), 9_000, numbers(0.5))).toHaveLength(8);
  expect(lowerFloor(many(8), 9_000, numbers(0.49))).toHaveLength(9);
  const asks = lowerFloor([10_000, 10_050], 9_000, numbers(0.1, 0.01));
  expect(asks).toEqual([9_000, roundPrice(9_000 * (1 + above(0.01))), 10_000, 10_050]);
});

test('of many the dearest is withdrawn: above 27 half of the times, above 60 always', () => {
  expect(lowerFloor(many(26), 9_000, numbers(0.49))).toHaveLength(27);
  expect(lowerFloor(many(27), 9_000, numbers(0.49))).toEqual([9_000, ...many(26)]);
  expect(lowerFloor(many(27), 9_000, numbers(0.5))).toHaveLength(28);
  expect(lowerFloor(many(59), 9_000, numbers(0.9))).toHaveLength(60);
  expect(lowerFloor(many(60), 9_000, numbers(0.9))).toHaveLength(60);
  expect(lowerFloor(many(61), 9_000, numbers(0.9))).toHaveLength(61);
});
