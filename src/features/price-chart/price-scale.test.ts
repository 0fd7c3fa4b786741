/** Heights and prices are inverse; dragging always gives a price within the bounds of a threshold. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { valueBounds } from '#domain/threshold.ts';
import { priceAt, scaleFor, stepFor, withoutSpikes, yOf } from './price-scale.ts';

it('returns a round price within one step of the pointer', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 100, max: 10_000_000 }),
      fc.integer({ min: 1, max: 10_000_000 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (low, spread, fraction) => {
        const scale = scaleFor([low, low + spread], []);
        const cents = priceAt(scale, fraction);
        const exact = scale.high - fraction * (scale.high - scale.low);
        expect(Math.abs(cents - exact)).toBeLessThanOrEqual(stepFor(exact));
        expect(cents).toBeGreaterThanOrEqual(valueBounds.below.min);
      },
    ),
  );
});

it.each([
  [5_000, 9_600, 10_400],
  [5_001, 4_401.12, 10_599.88],
  [15_999, 9_280.12, 16_718.88],
  [16_000, 9_600, 10_400],
])('of a price of 100 € a line at %i cents makes the scale %f to %f', (line, low, high) => {
  const scale = scaleFor([10_000], [line]);
  expect(scale.low).toBeCloseTo(low, 6);
  expect(scale.high).toBeCloseTo(high, 6);
});

it.each([
  [10, [1, 1_999, 9_999]],
  [50, [10_000]],
  [100, [20_000, 99_999]],
  [500, [100_000]],
  [1_000, [200_000, 999_999]],
  [5_000, [1_000_000, 90_000_000]],
])('a key moves by %i cents a line at any of %j', (step, prices) => {
  expect(prices.map(stepFor)).toEqual(prices.map(() => step));
});

it('gives the price at a height, and that of the edge beyond it', () => {
  const scale = { low: 9_010, high: 11_010 };
  expect([0, 0.25, 1].map((fraction) => priceAt(scale, fraction))).toEqual([11_000, 10_500, 9_010]);
  expect([priceAt(scale, -0.5), priceAt(scale, 1.5)]).toEqual([11_000, 9_010]);
  expect([yOf(scale, 10_510), yOf(scale, 11_010), yOf(scale, 9_010)]).toEqual([0.25, 0, 1]);
});

it.each<[string, string, { low: number; high: number } | null]>([
  ['a moment far above the rest', '0:200 50:210 98:900 99:200', { low: 200, high: 210 }],
  ['a moment far below the rest', '0:200 50:210 98:20 99:200', { low: 200, high: 210 }],
  ['nothing that lasts', '0:200 50:900', { low: 200, high: 900 }],
  ['nothing that is near the rest', '0:200 50:240 98:255 99:240', { low: 200, high: 255 }],
  ['nothing where there is one price', '0:200', { low: 200, high: 200 }],
  ['nothing where there is none', '0:-', null],
])('leaves out %s', (_what, words, expected) => {
  const steps = words.split(' ').map((step) => {
    const [atMs, cents] = step.split(':');
    return { atMs: Number(atMs), cents: cents === '-' ? null : Number(cents) };
  });
  expect(withoutSpikes(steps, 100)).toEqual(expected);
});
