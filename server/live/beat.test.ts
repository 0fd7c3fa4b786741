import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Beat } from './beat.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('turns on the grid, once, however often and whenever asked', () => {
  const at: number[] = [];
  const start = performance.now();
  const beat = new Beat(250, () => at.push(performance.now() - start));
  vi.advanceTimersByTime(100);
  beat.request();
  beat.request();
  vi.advanceTimersByTime(400);
  expect(at).toEqual([250]);
  beat.request();
  vi.advanceTimersByTime(1_000);
  expect(at).toEqual([250, 750]);
});

it('is not put off by turns that last, nor by a timer that comes late', () => {
  const at: number[] = [];
  const start = performance.now();
  const beat = new Beat(250, () => {
    at.push(performance.now() - start);
    // A turn of 90 ms in which more is heard.
    vi.setSystemTime(Date.now() + 90);
    vi.advanceTimersByTime(0);
    beat.request();
  });
  beat.request();
  vi.advanceTimersByTime(10_000);
  expect(at.length).toBeGreaterThan(30);
  expect(at.every((instant) => instant % 250 === 0)).toBe(true);
  beat.cancel();
});

it('cancelled, it does not turn', () => {
  const turn = vi.fn();
  const beat = new Beat(250, turn);
  beat.request();
  beat.cancel();
  vi.advanceTimersByTime(1_000);
  expect(turn).not.toHaveBeenCalled();
});
