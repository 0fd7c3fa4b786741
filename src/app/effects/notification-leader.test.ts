/** Of several tabs one shows an alert as a notification; which one passes on when it is closed or no longer may. */
import { expect, it, vi } from 'vitest';
import { setupWebLocks, setWebLocks } from '#tests/support/web-locks.ts';
import { runForNotificationLeader } from './notification-leader.ts';

setupWebLocks();
const settled = () => new Promise((resolve) => setImmediate(resolve));

it('elects the first tab, and when it resigns the next that has not left', async () => {
  const [first, left, next] = [vi.fn(), vi.fn(), vi.fn()];
  const resign = runForNotificationLeader(first);
  const leave = runForNotificationLeader(left);
  runForNotificationLeader(next);
  await settled();
  expect(first).toHaveBeenCalledOnce();
  expect(next).not.toHaveBeenCalled();
  leave();
  resign();
  await settled();
  expect(left).not.toHaveBeenCalled();
  expect(next).toHaveBeenCalledOnce();
});

it('elects every tab that has not left where the browser refuses locks', async () => {
  setWebLocks({ request: () => Promise.reject(new DOMException('forbidden', 'SecurityError')) });
  const [elected, left] = [vi.fn(), vi.fn()];
  runForNotificationLeader(elected);
  runForNotificationLeader(left)();
  await settled();
  expect(elected).toHaveBeenCalledOnce();
  expect(left).not.toHaveBeenCalled();
});
