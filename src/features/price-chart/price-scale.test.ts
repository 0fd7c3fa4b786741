/** Heights and prices are inverse; dragging always gives a price within the bounds of a threshold. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { valueBounds } from '#domain/threshold.ts';
import { clampPrice, priceAt, scaleFor, stepFor, yOf } from './price-scale.ts';

it('leaves a threshold far from every price out of the scale', () => {
  expect(scaleFor([10_000, 12_000], [100]).low).toBeGreaterThan(5_000);
  expect(scaleFor([10_000, 12_000], [9_000]).low).toBeLessThan(9_000);
});

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

it('clamps heights and prices', () => {
  const scale = scaleFor([10_000, 12_000], []);
  expect([yOf(scale, 1), yOf(scale, 1_000_000)]).toEqual([1, 0]);
  expect([clampPrice(-5), clampPrice(1e12)]).toEqual([1, 1_000_000_000]);
});
