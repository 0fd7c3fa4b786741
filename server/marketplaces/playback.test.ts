import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PlaybackController } from './playback.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

const { signal } = new AbortController();
const watch = (turn: Promise<void>) => {
  const seen = { passed: false };
  turn.then(() => {
    seen.passed = true;
  });
  return seen;
};

test('an hour of market takes a minute at sixty times', async () => {
  const turn = watch(
    new PlaybackController({ playing: true, speed: 60 }).waitForNext(3_600_000, signal),
  );
  await vi.advanceTimersByTimeAsync(59_000);
  expect(turn.passed).toBe(false);
  await vi.advanceTimersByTimeAsync(1_001);
  expect(turn.passed).toBe(true);
});

test('flat out it waits for nothing', async () => {
  await new PlaybackController({ playing: true, speed: 'max' }).waitForNext(3_600_000, signal);
});

test('a change of speed counts from where the wait stands', async () => {
  const pacer = new PlaybackController({ playing: true, speed: 1 });
  const turn = watch(pacer.waitForNext(10_000, signal));
  await vi.advanceTimersByTimeAsync(5_000);
  pacer.set({ speed: 5 });
  await vi.advanceTimersByTimeAsync(990);
  expect(turn.passed).toBe(false);
  await vi.advanceTimersByTimeAsync(20);
  expect(turn.passed).toBe(true);
});

test('while paused only a step lets one through', async () => {
  const pacer = new PlaybackController({ playing: false, speed: 'max' });
  const first = watch(pacer.waitForNext(0, signal));
  await vi.advanceTimersByTimeAsync(1e7);
  expect([first.passed, pacer.isPaused]).toEqual([false, true]);
  pacer.step();
  await vi.advanceTimersByTimeAsync(0);
  expect(first.passed).toBe(true);
  const second = watch(pacer.waitForNext(0, signal));
  await vi.advanceTimersByTimeAsync(1e7);
  expect(second.passed).toBe(false);
});

test('aborting frees whoever waits, with the reason', async () => {
  const abort = new AbortController();
  const turn = new PlaybackController({ playing: false, speed: 1 }).waitForNext(0, abort.signal);
  abort.abort(new Error('closing'));
  await expect(turn).rejects.toThrow('closing');
});
