/** A toast whose code does not arrive: it is shown after a second request, and never an unhandled rejection. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLazyToaster } from './lazy-toaster.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const offline = new Error('offline');

it('is requested once more, and shown then', async () => {
  const shown = vi.fn(async () => {});
  const load = vi.fn().mockRejectedValueOnce(offline).mockResolvedValue({ showToast: shown });
  createLazyToaster(load)('Sin conexión', 'error');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(shown).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(shown).toHaveBeenCalledExactlyOnceWith('Sin conexión', 'error');
});

it('is given up after that', async () => {
  const load = vi.fn().mockRejectedValue(offline);
  createLazyToaster(load)('Sin conexión', 'error');
  await vi.advanceTimersByTimeAsync(600_000);
  // An unhandled rejection would fail the test.
  expect(load).toHaveBeenCalledTimes(2);
});
