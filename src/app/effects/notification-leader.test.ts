/** Of several tabs one shows an alert as a notification; which one passes on when it is closed or no longer may. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { runForNotificationLeader } from './notification-leader.ts';

/** As Web Locks: one holder at a time, in the order of the requests; an aborted request is not granted. */
class LockManagerStub {
  #last: Promise<unknown> = Promise.resolve();

  request(_name: string, { signal }: { signal: AbortSignal }, use: () => Promise<void>) {
    const granted = this.#last.then(() => {
      signal.throwIfAborted();
      return use();
    });
    this.#last = granted.catch(() => {});
    return granted;
  }
}

beforeEach(() => void vi.stubGlobal('navigator', { locks: new LockManagerStub() }));
afterEach(() => vi.unstubAllGlobals());

const settled = () => new Promise((resolve) => setImmediate(resolve));

it('elects the first tab, and the next when it resigns', async () => {
  const [first, second] = [vi.fn(), vi.fn()];
  const resign = runForNotificationLeader(first);
  runForNotificationLeader(second);
  await settled();
  expect(first).toHaveBeenCalledOnce();
  expect(second).not.toHaveBeenCalled();
  resign();
  await settled();
  expect(second).toHaveBeenCalledOnce();
});

it('never elects a tab that has left: it would show what was switched off there', async () => {
  const [left, next] = [vi.fn(), vi.fn()];
  const resign = runForNotificationLeader(vi.fn());
  const leave = runForNotificationLeader(left);
  runForNotificationLeader(next);
  await settled();
  leave();
  resign();
  await settled();
  expect(left).not.toHaveBeenCalled();
  expect(next).toHaveBeenCalledOnce();
});

it('without Web Locks elects every tab that has not left, once the caller can resign', async () => {
  vi.stubGlobal('navigator', {});
  const [elected, left] = [vi.fn(), vi.fn()];
  runForNotificationLeader(elected);
  runForNotificationLeader(left)();
  expect(elected).not.toHaveBeenCalled();
  await settled();
  expect(elected).toHaveBeenCalledOnce();
  expect(left).not.toHaveBeenCalled();
});
