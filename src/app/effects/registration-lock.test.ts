/** A tab that registers an account keeps the others waiting until its profile exists. */
import { expect, it, vi } from 'vitest';
import { setupWebLocks } from '#tests/support/web-locks.ts';
import { createRegistrationLock } from './registration-lock.ts';

setupWebLocks();
const never = new AbortController().signal;

it('other tabs wait until it is released, the tab itself does not, and it can be held again', async () => {
  const registering = createRegistrationLock();
  for (const _attempt of [1, 2]) {
    registering.hold();
    registering.hold();
    await registering.waitForOtherTabs(never);
    const order: string[] = [];
    const waiting = createRegistrationLock()
      .waitForOtherTabs(never)
      .then(() => order.push('goes on'));
    await new Promise(setImmediate);
    order.push('released');
    registering.release();
    await waiting;
    expect(order).toEqual(['released', 'goes on']);
  }
});

it('gives up after a quarter of a minute, or when it is no longer wanted', async () => {
  vi.useFakeTimers();
  createRegistrationLock().hold();
  const late = expect(createRegistrationLock().waitForOtherTabs(never)).rejects.toThrow('too long');
  await vi.advanceTimersByTimeAsync(15_000);
  await late;
  vi.useRealTimers();
  const unwanted = new AbortController();
  const ended = expect(createRegistrationLock().waitForOtherTabs(unwanted.signal)).rejects.toThrow(
    'left',
  );
  unwanted.abort(new Error('left'));
  await ended;
});
