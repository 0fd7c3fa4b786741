import fc from 'fast-check';
import { expect, test } from 'vitest';
import { downsample } from './downsample.ts';

const series = fc
  .array(fc.option(fc.integer({ min: 1, max: 1_000_000 })), { maxLength: 2_000 })
  .map((floors) =>
    floors.map((floorCents, index) => ({ at: new Date(index * 60_000), floorCents, late: false })),
  );

test('however many points there were, the lowest, the highest and the last survive', () => {
  fc.assert(
    fc.property(series, fc.integer({ min: 10, max: 500 }), (points, atMost) => {
      const kept = downsample(points, atMost);
      expect(kept.length).toBeLessThanOrEqual(Math.max(atMost, 0));
      expect(kept.at(-1)).toEqual(points.at(-1));
      expect(kept[0]).toEqual(points[0]);
      const floors = (some: typeof points) =>
        some.flatMap(({ floorCents }) => (floorCents === null ? [] : [floorCents]));
      expect(Math.min(...floors(kept))).toBe(Math.min(...floors(points)));
      expect(Math.max(...floors(kept))).toBe(Math.max(...floors(points)));
      expect(kept.map(({ at }) => at.getTime())).toEqual(
        kept.map(({ at }) => at.getTime()).sort((a, b) => a - b),
      );
    }),
  );
});
