/** Zoom and pan stay within the bounds; the instant zoomed at keeps its place. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fitWindow, instantAt, minSpanMs, pan, spanOf, zoom } from './time-window.ts';

const dayMs = 86_400_000;
const bounds = { fromMs: 1_000 * dayMs, untilMs: 1_030 * dayMs };

it('zooms around an instant and stays within the bounds, in any order of gestures', () => {
  const step = fc.record({
    factor: fc.double({ min: 0.05, max: 20, noNaN: true }),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    panMs: fc.integer({ min: -60 * dayMs, max: 60 * dayMs }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
      let window = bounds;
      for (const { factor, at, panMs } of steps) {
        const atMs = instantAt(window, at);
        const zoomed = zoom(window, bounds, { atMs, factor });
        window = pan(zoomed, bounds, panMs);
        for (const { fromMs, untilMs } of [zoomed, window]) {
          expect(fromMs).toBeGreaterThanOrEqual(bounds.fromMs);
          expect(untilMs).toBeLessThanOrEqual(bounds.untilMs);
          expect(untilMs - fromMs).toBeGreaterThanOrEqual(minSpanMs);
        }
        expect(Math.abs(spanOf(window) - spanOf(zoomed))).toBeLessThanOrEqual(1);
      }
    }),
  );
});

it('moves a window that lies outside into the bounds, whole where it can', () => {
  const before = { fromMs: bounds.fromMs - 5 * dayMs, untilMs: bounds.fromMs - 3 * dayMs };
  expect(fitWindow(before, bounds)).toEqual({
    fromMs: bounds.fromMs,
    untilMs: bounds.fromMs + 2 * dayMs,
  });
  expect(fitWindow({ fromMs: 0, untilMs: 2_000 * dayMs }, bounds)).toEqual(bounds);
});
