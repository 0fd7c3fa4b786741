import fc from 'fast-check';
import { expect, it } from 'vitest';
import { placeLines } from './place-lines.ts';

const scale = { low: 0, high: 10_000 };
const tag = 0.1;

it('puts the tag of a lone line beside it', () => {
  expect(placeLines([4_000], scale, tag)).toEqual([
    { height: 0.6, tag: 0.6, beyond: null, crowd: 0 },
  ]);
});

it('stacks tags off the scale at the edge they lie beyond', () => {
  const placed = placeLines([20_000, 30_000, -1], scale, tag);
  expect(placed.map(({ beyond }) => beyond)).toEqual(['top', 'top', 'bottom']);
  expect(placed.map(({ tag: height }) => height)).toEqual([0.05, expect.closeTo(0.15), 0.95]);
});

it('never puts a tag over another as long as the axis has room for all', () => {
  const prices = fc.array(fc.integer({ min: -2_000, max: 12_000 }), { maxLength: 9 });
  fc.assert(
    fc.property(prices, (values) => {
      const tags = placeLines(values, scale, tag).map((line) => line.tag);
      tags.sort((a, b) => a - b);
      for (const [index, height] of tags.entries()) {
        expect(height).toBeGreaterThanOrEqual(0);
        expect(height).toBeLessThanOrEqual(1);
        if (index > 0) expect(height - (tags[index - 1] ?? 0)).toBeGreaterThanOrEqual(tag - 1e-9);
      }
    }),
  );
});
