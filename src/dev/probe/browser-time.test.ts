// @vitest-environment jsdom
/** The clock of a traced machine: still within a task, so that a replay starts its timers at the same instant. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createBrowserTime } from './browser-time.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('stands still within a task, and goes on in the next', async () => {
  const { now } = createBrowserTime();
  const before = now();
  vi.advanceTimersByTime(500);
  expect(now()).toBe(before);
  await Promise.resolve();
  expect(now()).toBe(before + 500);
});
