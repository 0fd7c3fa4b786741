/** When the next reading of a played market comes: speed, pause, step, stop. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PlaybackSettings } from '../market-model/playback-settings.ts';
import { PlaybackController } from './playback.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

const { signal } = new AbortController();
const track = (wait: Promise<void>) => {
  const seen = { passed: false };
  wait.then(() => {
    seen.passed = true;
  });
  return seen;
};
const [playing, paused] = [{ playing: true }, { playing: false }];
type Change = readonly [afterMs: number, change: Partial<PlaybackSettings>];

test.each<[string, PlaybackSettings['speed'], { next: number; apart?: number }, Change[], number]>([
  ['an hour of market takes a minute at sixty times', 60, { next: 3_600_000 }, [], 60_000],
  ['at max speed readings keep their distance', 'max', { next: 3_600_000, apart: 100 }, [], 100],
  ['a change of speed applies to the rest', 1, { next: 10_000 }, [[5_000, { speed: 5 }]], 1_000],
  [
    'a pause stops the market’s clock, which then goes on',
    2,
    { next: 10_000 },
    [
      [2_000, paused],
      [1e7, playing],
    ],
    3_000,
  ],
  ['months, longer than a timer counts', 1, { next: 2 ** 31 + 1e4 }, [], 2 ** 31 + 1e4],
])('%s', async (_name, speed, { next, apart }, changes, leftMs) => {
  const playback = new PlaybackController({ playing: true, speed });
  const wait = track(playback.waitForNext(next, signal, apart));
  for (const [afterMs, change] of changes) {
    await vi.advanceTimersByTimeAsync(afterMs);
    playback.set(change);
  }
  await vi.advanceTimersByTimeAsync(leftMs - 2);
  expect(wait.passed).toBe(false);
  await vi.advanceTimersByTimeAsync(4);
  expect(wait.passed).toBe(true);
});

describe('while paused', () => {
  test('each step lets one reading through, and no more', async () => {
    const playback = new PlaybackController({ playing: false, speed: 'max' });
    playback.step();
    const waits = [1, 2, 3].map(() => track(playback.waitForNext(1_000, signal)));
    playback.step();
    await vi.advanceTimersByTimeAsync(1e7);
    expect(waits.map(({ passed }) => passed)).toEqual([true, true, false]);
  });

  test('a step ends the pause at once: a market taken for settled before its reading would be stepped twice', async () => {
    const playback = new PlaybackController({ playing: false, speed: 'max' });
    expect(playback.isPaused).toBe(false);
    const stepped = playback.waitForNext(0, signal);
    expect(playback.isPaused).toBe(true);
    playback.step();
    expect(playback.isPaused).toBe(false);
    await stepped;
    expect(playback.isPaused).toBe(false);
  });
});

test.each([playing, paused])(
  'an abort ends the wait at once and leaves no timer: %o',
  async (how) => {
    const abort = new AbortController();
    const playback = new PlaybackController({ ...how, speed: 1 });
    const ended = expect(playback.waitForNext(1e6, abort.signal)).rejects.toThrow('closing');
    abort.abort(new Error('closing'));
    await ended;
    expect(vi.getTimerCount()).toBe(0);
  },
);
