/** Zoom and pan stay within the bounds; the instant zoomed at keeps its place. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  clampTo,
  fitWindow,
  fractionOf,
  instantAt,
  isWithin,
  minSpanMs,
  pan,
  spanOf,
  zoom,
} from './time-window.ts';

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

it('keeps the instant under the pointer where it is', () => {
  const atMs = instantAt(bounds, 0.3);
  const zoomed = zoom(bounds, bounds, { atMs, factor: 0.25 });
  expect(fractionOf(zoomed, atMs)).toBeCloseTo(0.3);
});

it('moves a window that lies outside into the bounds, whole where it can', () => {
  const before = { fromMs: bounds.fromMs - 5 * dayMs, untilMs: bounds.fromMs - 3 * dayMs };
  expect(fitWindow(before, bounds)).toEqual({
    fromMs: bounds.fromMs,
    untilMs: bounds.fromMs + 2 * dayMs,
  });
  expect(fitWindow({ fromMs: 0, untilMs: 2_000 * dayMs }, bounds)).toEqual(bounds);
});

it('shows all again when zoomed out as far as in, though readings arrived meanwhile', () => {
  const atMs = instantAt(bounds, 0.5);
  const near = zoom(bounds, bounds, { atMs, factor: 0.5 });
  const grown = { ...bounds, untilMs: bounds.untilMs + 60_000 };
  expect(zoom(near, grown, { atMs, factor: 2 })).toEqual(grown);
});

it('shows no less than five minutes, or all where there is less', () => {
  const window = { fromMs: bounds.fromMs + dayMs, untilMs: bounds.fromMs + dayMs + 60_000 };
  expect(fitWindow(window, bounds)).toEqual({
    fromMs: window.fromMs - 2 * 60_000,
    untilMs: window.untilMs + 2 * 60_000,
  });
  const short = { fromMs: 0, untilMs: 60_000 };
  expect(fitWindow({ fromMs: 10, untilMs: 20 }, short)).toEqual(short);
  expect(minSpanMs).toBe(300_000);
});

it.each([
  [0.5, 10, 5],
  [2, 10, 0],
  [0.5, 0, 0],
  [0.5, 20, 10],
])('zooms by %f around day %i to begin with day %i', (factor, day, firstDay) => {
  const window = { fromMs: bounds.fromMs, untilMs: bounds.fromMs + 20 * dayMs };
  const atMs = bounds.fromMs + day * dayMs;
  const { fromMs, untilMs } = zoom(window, bounds, { atMs, factor });
  expect(fromMs).toBe(bounds.fromMs + firstDay * dayMs);
  expect(untilMs - fromMs).toBe(Math.min(30, 20 * factor) * dayMs);
});

it('moves by as much as it is asked to, as long as there is more', () => {
  const window = { fromMs: bounds.fromMs + 5 * dayMs, untilMs: bounds.fromMs + 10 * dayMs };
  const days = (byDays: number) => {
    const { fromMs, untilMs } = pan(window, bounds, byDays * dayMs);
    return [fromMs, untilMs].map((ms) => (ms - bounds.fromMs) / dayMs);
  };
  expect(days(3)).toEqual([8, 13]);
  expect(days(-3)).toEqual([2, 7]);
  expect(days(99)).toEqual([25, 30]);
  expect(days(-99)).toEqual([0, 5]);
});

it('a window of 99 hundredths is all of it', () => {
  const hundred = { fromMs: 0, untilMs: 100 * dayMs };
  const part = (days: number) => ({ fromMs: 0, untilMs: days * dayMs });
  expect(fitWindow(part(99), hundred)).toBe(hundred);
  expect(fitWindow(part(98), hundred)).toEqual(part(98));
});

it('finds an instant at its place and a place at its instant', () => {
  const window = { fromMs: 1_000, untilMs: 3_000 };
  expect([fractionOf(window, 1_500), instantAt(window, 0.25)]).toEqual([0.25, 1_500]);
  expect([999, 1_000, 3_000, 3_001].map((atMs) => isWithin(window, atMs))).toEqual([
    false,
    true,
    true,
    false,
  ]);
  expect([0, 2_000, 4_000].map((atMs) => clampTo(window, atMs))).toEqual([1_000, 2_000, 3_000]);
  expect(spanOf({ fromMs: 5, untilMs: 5 })).toBe(1);
});
