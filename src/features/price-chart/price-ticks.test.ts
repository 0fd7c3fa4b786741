/** Price ticks: at least three labels at round prices, over neither each other nor a tag. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { scaleFor, yOf } from './price-scale.ts';
import { labelGapPx, placeTag, priceTicks, tagGapPx } from './price-ticks.ts';

it('has three labels or more, apart from each other and from the tags, for any prices', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 100_000_000 }),
      fc.integer({ min: 0, max: 100_000_000 }),
      fc.integer({ min: 190, max: 400 }),
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 3 }),
      (low, spread, heightPx, tags) => {
        const scale = scaleFor([low, low + spread], []);
        // Of a few cents there are too few prices to choose from.
        fc.pre(scale.high - scale.low >= 200);
        const { grid, labels } = priceTicks(scale, { heightPx, tags });
        expect(labels.length).toBeGreaterThanOrEqual(3);
        const heights = labels.map((cents) => yOf(scale, cents) * heightPx);
        for (const [index, height] of heights.entries()) {
          if (index > 0)
            expect((heights[index - 1] ?? 0) - height).toBeGreaterThanOrEqual(labelGapPx - 1e-6);
          for (const tag of tags)
            expect(Math.abs(tag * heightPx - height)).toBeGreaterThanOrEqual(tagGapPx);
        }
        const step = labels.map((cents, index) => cents - (labels[index - 1] ?? 0)).slice(1);
        if (grid !== labels) return;
        expect(step.every((cents) => Number.isInteger(cents))).toBe(true);
      },
    ),
    { numRuns: 200 },
  );
});

it('moves a tag off the others, by as little as it can', () => {
  expect(placeTag(0.5, [0.2], 0.1)).toBe(0.5);
  expect(placeTag(0.5, [0.52], 0.1)).toBeCloseTo(0.42);
  expect(placeTag(0.02, [0], 0.1)).toBeCloseTo(0.1);
  expect(placeTag(0.5, [0.45, 0.55], 0.1)).toBeCloseTo(0.35);
});
