import { afterEach, beforeEach, expect, test, vi } from 'vitest';
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

test('an hour of market takes a minute at sixty times', async () => {
  const wait = track(
    new PlaybackController({ playing: true, speed: 60 }).waitForNext(3_600_000, signal),
  );
  await vi.advanceTimersByTimeAsync(59_000);
  expect(wait.passed).toBe(false);
  await vi.advanceTimersByTimeAsync(1_001);
  expect(wait.passed).toBe(true);
});

test('a source that has not begun is not taken for paused', () => {
  expect(new PlaybackController({ playing: true, speed: 1 }).isPaused).toBe(false);
});

test('at max speed it does not wait', async () => {
  await new PlaybackController({ playing: true, speed: 'max' }).waitForNext(3_600_000, signal);
});

test('a change of speed applies to the rest of the wait', async () => {
  const playback = new PlaybackController({ playing: true, speed: 1 });
  const wait = track(playback.waitForNext(10_000, signal));
  await vi.advanceTimersByTimeAsync(5_000);
  playback.set({ speed: 5 });
  await vi.advanceTimersByTimeAsync(990);
  expect(wait.passed).toBe(false);
  await vi.advanceTimersByTimeAsync(20);
  expect(wait.passed).toBe(true);
});

test('while paused only a step lets one through', async () => {
  const playback = new PlaybackController({ playing: false, speed: 'max' });
  const first = track(playback.waitForNext(0, signal));
  await vi.advanceTimersByTimeAsync(1e7);
  expect([first.passed, playback.isPaused]).toEqual([false, true]);
  playback.step();
  await vi.advanceTimersByTimeAsync(0);
  expect(first.passed).toBe(true);
  const second = track(playback.waitForNext(0, signal));
  await vi.advanceTimersByTimeAsync(1e7);
  expect(second.passed).toBe(false);
});

test('a step ends the pause at once: a market taken for settled before its reading comes would be stepped twice', async () => {
  const playback = new PlaybackController({ playing: false, speed: 'max' });
  const stepped = playback.waitForNext(0, signal);
  expect(playback.isPaused).toBe(true);
  playback.step();
  expect(playback.isPaused).toBe(false);
  await stepped;
  expect(playback.isPaused).toBe(false);
});

test('aborting rejects the wait with the reason', async () => {
  const abort = new AbortController();
  const wait = new PlaybackController({ playing: false, speed: 1 }).waitForNext(0, abort.signal);
  abort.abort(new Error('closing'));
  await expect(wait).rejects.toThrow('closing');
});

test('at max speed readings still keep their distance, a pause between them not counted', async () => {
  const playback = new PlaybackController({ playing: true, speed: 'max' });
  const wait = track(playback.waitForNext(3_600_000, signal, 100));
  await vi.advanceTimersByTimeAsync(60);
  playback.set({ playing: false });
  await vi.advanceTimersByTimeAsync(1e7);
  playback.set({ playing: true });
  await vi.advanceTimersByTimeAsync(39);
  expect(wait.passed).toBe(false);
  await vi.advanceTimersByTimeAsync(2);
  expect(wait.passed).toBe(true);
});

test('a pause stops the market’s clock, which then goes on', async () => {
  const playback = new PlaybackController({ playing: true, speed: 2 });
  const wait = track(playback.waitForNext(10_000, signal));
  await vi.advanceTimersByTimeAsync(2_000);
  playback.set({ playing: false });
  await vi.advanceTimersByTimeAsync(1e7);
  playback.set({ playing: true });
  await vi.advanceTimersByTimeAsync(2_990);
  expect(wait.passed).toBe(false);
  await vi.advanceTimersByTimeAsync(20);
  expect(wait.passed).toBe(true);
});

test('what passed at max speed is no time of the market', async () => {
  const playback = new PlaybackController({ playing: true, speed: 'max' });
  const wait = track(playback.waitForNext(1_000, signal, 500));
  await vi.advanceTimersByTimeAsync(400);
  playback.set({ speed: 1 });
  await vi.advanceTimersByTimeAsync(990);
  expect(wait.passed).toBe(false);
  await vi.advanceTimersByTimeAsync(20);
  expect(wait.passed).toBe(true);
});

test('a source that waits for the next reading while the market plays is not paused', async () => {
  const playback = new PlaybackController({ playing: true, speed: 1 });
  const wait = playback.waitForNext(1_000, signal);
  expect(playback.isPaused).toBe(false);
  await vi.advanceTimersByTimeAsync(1_001);
  await wait;
});

test('each beginning and end of a pause is reported once', async () => {
  const playback = new PlaybackController({ playing: false, speed: 1 });
  const states: boolean[] = [];
  playback.onPauseChange = () => states.push(playback.isPaused);
  const wait = track(playback.waitForNext(0, signal));
  playback.set({ speed: 2 });
  await vi.advanceTimersByTimeAsync(0);
  playback.set({ playing: true });
  await vi.advanceTimersByTimeAsync(0);
  expect(wait.passed).toBe(true);
  // A change wakes the source, which then pauses again.
  expect(states).toEqual([true, false, true, false]);
});

test('two steps let two readings through, and no third', async () => {
  const playback = new PlaybackController({ playing: false, speed: 1 });
  playback.step();
  playback.step();
  const waits = [1, 2, 3].map(() => track(playback.waitForNext(1_000, signal)));
  await vi.advanceTimersByTimeAsync(1e7);
  expect(waits.map(({ passed }) => passed)).toEqual([true, true, false]);
});

test('a wait of months, longer than a timer counts, is waited for', async () => {
  const playback = new PlaybackController({ playing: true, speed: 1 });
  const wait = track(playback.waitForNext(2 ** 31 + 10_000, signal));
  await vi.advanceTimersByTimeAsync(2 ** 31);
  expect(wait.passed).toBe(false);
  await vi.advanceTimersByTimeAsync(10_002);
  expect(wait.passed).toBe(true);
});

test('an abort ends the wait at once and leaves no timer', async () => {
  const abort = new AbortController();
  const playback = new PlaybackController({ playing: true, speed: 1 });
  const ended = expect(playback.waitForNext(1e6, abort.signal)).rejects.toThrow('closing');
  abort.abort(new Error('closing'));
  await ended;
  expect(vi.getTimerCount()).toBe(0);
  await expect(playback.waitForNext(0, abort.signal)).rejects.toThrow('closing');
});
