/** The per-key throttle on simulated time. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { KeyedThrottle } from './keyed-throttle.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** The simulated clock's time for one more round of the event loop. */
const nextRoundMs = 1;

function harness() {
  const runs: [string, number][] = [];
  const startedAtMs = Date.now();
  const throttle = new KeyedThrottle<string>(
    250,
    (key) => void runs.push([key, Date.now() - startedAtMs]),
  );
  return { runs, throttle, elapsedMs: () => Date.now() - startedAtMs };
}

it('yields to the event loop once keys have run for two milliseconds', () => {
  let nowMs = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
  const order: string[] = [];
  const throttle = new KeyedThrottle<string>(250, (key) => {
    order.push(key);
    nowMs += 1;
    setImmediate(() => order.push(`after ${key}`));
  });
  for (const key of ['a', 'b', 'c']) throttle.request(key);
  vi.advanceTimersByTime(10);
  expect(order).toEqual(['a', 'b', 'after a', 'after b', 'c', 'after c']);
});

it('runs a key four times a second however often it is requested, and once more for the last request', () => {
  const { runs, throttle } = harness();
  for (let ms = 0; ms < 1_000; ms += 10) {
    throttle.request('a');
    vi.advanceTimersByTime(10);
  }
  vi.advanceTimersByTime(10_000);
  expect(runs.map(([, atMs]) => atMs)).toEqual([0, 250, 500, 750, 1_000]);
});

it('runs an idle key at once, whatever others do, and once for requests made together', () => {
  const { runs, throttle, elapsedMs } = harness();
  for (const atMs of [0, 300, 1_000]) {
    vi.advanceTimersByTime(atMs - elapsedMs());
    for (const key of ['busy', 'a', 'a']) throttle.request(key);
    vi.advanceTimersByTime(nextRoundMs);
  }
  expect(runs.filter(([key]) => key === 'a').map(([, atMs]) => atMs)).toEqual([0, 300, 1_000]);
});

it('startCooldown cancels a pending request and restarts the interval', () => {
  const { runs, throttle } = harness();
  throttle.request('a');
  throttle.startCooldown('a');
  vi.advanceTimersByTime(200);
  expect(runs).toEqual([]);
  throttle.request('a');
  vi.advanceTimersByTime(49);
  expect(runs).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(runs).toEqual([['a', 250]]);
});

it('runs nothing after close', () => {
  const { runs, throttle } = harness();
  throttle.request('a');
  vi.advanceTimersByTime(0);
  throttle.request('a');
  throttle.request('b');
  throttle.close();
  vi.advanceTimersByTime(10_000);
  expect(runs).toEqual([['a', 0]]);
  expect(vi.getTimerCount()).toBe(0);
});
