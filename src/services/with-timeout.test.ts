/** Waits for services that may never answer. */
import { beforeEach, expect, it, vi } from 'vitest';
import { withTimeout } from './with-timeout.ts';

beforeEach(() => void vi.useFakeTimers());

it('ends the wait for a silent service as a lost network, which the screens offer to try again', async () => {
  const waiting = expect(withTimeout(new Promise(() => {}), 5_000)).rejects.toMatchObject({
    code: 'auth/network-request-failed',
  });
  await vi.advanceTimersByTimeAsync(5_000);
  await waiting;
});
