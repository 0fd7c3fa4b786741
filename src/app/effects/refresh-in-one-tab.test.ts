/** Of several tabs one refreshes the token: two at once would sign one of them out. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setupWebLocks } from '#tests/support/web-locks.ts';
import { refreshInOneTab } from './refresh-in-one-tab.ts';

setupWebLocks();
const forbidden = () => {
  throw new Error('SecurityError');
};
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function start(
  stored: () => string | null,
  heldToken: string | null = 'held',
  refresh = vi.fn(async (): Promise<string> => 'renewed'),
) {
  vi.stubGlobal('localStorage', { getItem: stored });
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
])('refreshes at once when %s', async (_case, stored, heldToken) => {
  const { onEnd, wait } = start(stored, heldToken);
  await wait(0);
  expect(onEnd).toHaveBeenCalledExactlyOnceWith('renewed');
});

it.each([
  ['another tab is refreshing', true],
  ['another tab has stored a newer token', false],
])(
  'waits for the newer token when %s, and refreshes if it does not come',
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

it('ends without a refresh once the newer token has come', async () => {
  const { refresh, end, onEnd, wait } = start(() => 'newer');
  await wait(0);
  end.abort('token received');
  await wait(10_000);
  expect(onEnd).toHaveBeenCalledExactlyOnceWith('token received');
  expect(refresh).not.toHaveBeenCalled();
});

it('waits no longer for a refresh that nobody needs', async () => {
  const { end, onEnd, wait } = start(
    () => 'held',
    'held',
    vi.fn(() => new Promise<string>(() => {})),
  );
  await wait(0);
  end.abort('signed out');
  await wait(0);
  expect(onEnd).toHaveBeenCalledExactlyOnceWith('signed out');
});
