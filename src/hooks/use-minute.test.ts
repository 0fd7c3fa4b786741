// @vitest-environment jsdom
/** The time on screen goes on with the full minute of the clock. */
import { act, renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { useMinute } from './use-minute.ts';

it('is renewed at each full minute, however late in one it began', () => {
  vi.useFakeTimers();

  const minute = Date.UTC(2026, 10, 20, 12);
  vi.setSystemTime(minute + 40_000);
  const { result, unmount } = renderHook(useMinute);
  for (const [passedMs, seconds] of [
    [0, 40],
    [19_999, 40],
    [1, 60],
    [59_999, 60],
    [1, 120],
  ] as const) {
    act(() => vi.advanceTimersByTime(passedMs));
    expect(result.current).toBe(minute + seconds * 1_000);
  }
  unmount();
  expect(vi.getTimerCount()).toBe(0);
});
