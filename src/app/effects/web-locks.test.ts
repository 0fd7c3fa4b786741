/** What tabs do one at a time: a token's refresh, a registration, and showing an alert as a notification; also where locks are refused. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setupWebLocks, setWebLocks } from '#tests/support/web-locks.ts';
import { runForNotificationLeader } from './notification-leader.ts';
import { refreshInOneTab } from './refresh-in-one-tab.ts';
import { createRegistrationLock } from './registration-lock.ts';
import { withLock } from './with-lock.ts';

setupWebLocks();
const settled = () => new Promise((resolve) => setImmediate(resolve));
const refuseLocks = () =>
  setWebLocks({ request: () => Promise.reject(new DOMException('forbidden', 'SecurityError')) });

describe('a refresh in one of several tabs: two at once would sign one of them out', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => vi.unstubAllGlobals());
  const forbidden = () => {
    throw new Error('SecurityError');
  };

  function start(
    stored: () => string | null,
    heldToken: string | null = 'held',
    isAnswered = true,
  ) {
    vi.stubGlobal('localStorage', { getItem: stored });
    const refresh = vi.fn(() =>
      isAnswered ? Promise.resolve('renewed') : new Promise<string>(() => {}),
    );
    const end = new AbortController();
    const onEnd = vi.fn();
    void refreshInOneTab({ heldToken, refresh, signal: end.signal }).then(onEnd, onEnd);
    return { refresh, end, onEnd, wait: (ms: number) => vi.advanceTimersByTimeAsync(ms) };
  }

  it.each([
    ['the stored token is this tab’s', () => 'held', 'held'],
    ['storage has none', () => null, 'held'],
    ['this tab has none', () => 'stored', null],
    ['storage is forbidden', forbidden, 'held'],
  ])('is made at once when %s', async (_case, stored, heldToken) => {
    const { onEnd, wait } = start(stored, heldToken);
    await wait(0);
    expect(onEnd).toHaveBeenCalledExactlyOnceWith('renewed');
  });

  it.each([
    ['another tab is refreshing', true],
    ['another tab has stored a newer token', false],
  ])(
    'waits for the newer token when %s, and is made if it does not come',
    async (_case, isHeld) => {
      const { promise: held, resolve: release } = Promise.withResolvers<void>();
      if (isHeld) void navigator.locks.request('vigia-token', () => held);
      const { refresh, onEnd, wait } = start(() => (isHeld ? 'held' : 'newer'));
      await wait(0);
      release();
      await wait(1_999);
      expect(refresh).not.toHaveBeenCalled();
      await wait(1);
      expect(onEnd).toHaveBeenCalledExactlyOnceWith('renewed');
    },
  );

  it.each([
    ['the newer token has come', 'newer', 0],
    ['nobody needs it', 'held', 1],
  ])('ends once %s', async (reason, stored, refreshes) => {
    const { refresh, end, onEnd, wait } = start(() => stored, 'held', false);
    await wait(0);
    end.abort(reason);
    await wait(10_000);
    expect(onEnd).toHaveBeenCalledExactlyOnceWith(reason);
    expect(refresh).toHaveBeenCalledTimes(refreshes);
  });
});

describe('a tab that registers an account', () => {
  const never = new AbortController().signal;
  const waitElsewhere = (signal: AbortSignal) => createRegistrationLock().waitForOtherTabs(signal);

  it('keeps the others waiting until it is done, and not itself; and can do so again', async () => {
    const registering = createRegistrationLock();
    for (const _attempt of [1, 2]) {
      registering.hold();
      registering.hold();
      await registering.waitForOtherTabs(never);
      const order: string[] = [];
      const waiting = waitElsewhere(never).then(() => order.push('goes on'));
      await settled();
      order.push('released');
      registering.release();
      await waiting;
      expect(order).toEqual(['released', 'goes on']);
    }
  });

  it('is waited for a quarter of a minute, or until that is no longer wanted', async () => {
    vi.useFakeTimers();
    createRegistrationLock().hold();
    const late = expect(waitElsewhere(never)).rejects.toThrow('too long');
    await vi.advanceTimersByTimeAsync(15_000);
    await late;
    vi.useRealTimers();
    const unwanted = new AbortController();
    const ended = expect(waitElsewhere(unwanted.signal)).rejects.toThrow('left');
    unwanted.abort(new Error('left'));
    await ended;
  });
});

describe('the tab that shows notifications', () => {
  it('is the first, and when it resigns the next that has not left', async () => {
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

  it('is every one that has not left where the browser refuses locks', async () => {
    refuseLocks();
    const [elected, left] = [vi.fn(), vi.fn()];
    runForNotificationLeader(elected);
    runForNotificationLeader(left)();
    await settled();
    expect(elected).toHaveBeenCalledOnce();
    expect(left).not.toHaveBeenCalled();
  });
});

describe('work under a lock', () => {
  it('is done where locks are missing or refused', async () => {
    Reflect.deleteProperty(globalThis, 'navigator');
    Object.defineProperty(globalThis, 'navigator', { configurable: true, value: {} });
    expect(await withLock('a', {}, () => 'done')).toBe('done');
    refuseLocks();
    expect(await withLock('a', {}, () => 'done')).toBe('done');
  });

  it('is not repeated when it failed, nor started once it was aborted', async () => {
    const fail = vi.fn(() => Promise.reject(new Error('failed')));
    await expect(withLock('a', {}, fail)).rejects.toThrow('failed');
    refuseLocks();
    const aborted = { signal: AbortSignal.abort() };
    await expect(withLock('a', aborted, fail)).rejects.toThrow('forbidden');
    expect(fail).toHaveBeenCalledOnce();
  });
});
