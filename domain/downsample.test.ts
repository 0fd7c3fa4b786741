import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ChartPoint, downsample } from './downsample.ts';

/** Uneven steps, from bursts within a second to pauses of days; one in five points is a gap, one in ten late. */
const series = fc
  .array(
    fc.record({
      stepMs: fc.oneof(
        fc.integer({ min: 0, max: 900 }),
        fc.integer({ min: 1_000, max: 300_000_000 }),
      ),
      floorCents: fc.option(fc.integer({ min: 1, max: 1_000_000_000 }), { freq: 4 }),
      late: fc.integer({ min: 0, max: 9 }).map((nth) => nth === 0),
    }),
    { maxLength: 1_500, size: 'max' },
  )
  .map((steps) => {
    let atMs = Date.parse('2026-01-01T00:00:00Z');
    return steps.map(({ stepMs, floorCents, late }): ChartPoint => {
      atMs += stepMs;
      return { at: new Date(atMs), floorCents, late };
    });
  });
const maxPoints = fc.integer({ min: 5, max: 500 });

const check = (assertion: (points: ChartPoint[], thinned: ChartPoint[], limit: number) => void) =>
  fc.assert(
    fc.property(series, maxPoints, (points, limit) =>
      assertion(points, downsample(points, limit), limit),
    ),
    { numRuns: 100 },
  );

const floorsOf = (points: readonly ChartPoint[]) =>
  points.flatMap(({ floorCents }) => (floorCents === null ? [] : [floorCents]));

describe('a thinned chart', () => {
  test('shows no more points than asked for, each as it was and in its place', () => {
    check((points, thinned, limit) => {
      expect(thinned.length).toBeLessThanOrEqual(limit);
      let from = 0;
      const places = thinned.map((point) => {
        const place = points.indexOf(point, from);
        from = place + 1;
        return place;
      });
      expect(places).not.toContain(-1);
    });
  });

  test('begins and ends as the market did, and keeps the lowest and the highest of all', () => {
    check((points, thinned) => {
      const [all, fewer] = [points, thinned].map((shown) => {
        const floors = floorsOf(shown);
        return [shown[0], shown.at(-1), Math.min(...floors), Math.max(...floors)];
      });
      expect(fewer).toEqual(all);
    });
  });

  test('close to every point left out shows one as low, one as high, and every gap as a gap', () => {
    check((points, thinned, limit) => {
      const [first] = points;
      const last = points.at(-1);
      if (first === undefined || last === undefined) return;
      const spanMs = last.at.getTime() - first.at.getTime() + 1;
      const nearMs = spanMs / Math.max(1, Math.floor((limit - 1) / 4));
      const shown = new Set(thinned);
      // Both indexes only grow with time: a sliding window.
      const timeOf = (place: number) => thinned[place]?.at.getTime() ?? Infinity;
      let from = 0;
      let to = 0;
      const isShown = ({ at, floorCents }: ChartPoint) => {
        while (timeOf(from) <= at.getTime() - nearMs) from += 1;
        while (timeOf(to) < at.getTime() + nearMs) to += 1;
        const near = thinned.slice(from, to);
        if (floorCents === null) return near.some((other) => other.floorCents === null);
        const floors = floorsOf(near);
        return Math.min(...floors) <= floorCents && Math.max(...floors) >= floorCents;
      };
      const leftOut = points.filter((point) => !shown.has(point));
      expect(leftOut.filter((point) => !isShown(point))).toEqual([]);
    });
  });
});
