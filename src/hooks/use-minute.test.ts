// @vitest-environment jsdom
/** The time on screen goes on with the full minute of the clock. */
import { act, renderHook } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { useMinute } from './use-minute.ts';

it('is renewed at each full minute, however late in one it began', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const minute = Date.UTC(2026, 10, 20, 12);
  vi.setSystemTime(minute + 40_000);
  const { result, unmount } = renderHook(useMinute);
  expect(result.current).toBe(minute + 40_000);
  act(() => vi.advanceTimersByTime(19_999));
  expect(result.current).toBe(minute + 40_000);
  act(() => vi.advanceTimersByTime(1));
  expect(result.current).toBe(minute + 60_000);
  act(() => vi.advanceTimersByTime(59_999));
  expect(result.current).toBe(minute + 60_000);
  act(() => vi.advanceTimersByTime(1));
  expect(result.current).toBe(minute + 120_000);
  unmount();
  expect(vi.getTimerCount()).toBe(0);
});
