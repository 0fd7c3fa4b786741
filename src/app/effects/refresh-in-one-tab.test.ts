/** Of several tabs one refreshes the token: two at once would sign one of them out. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { refreshInOneTab } from './refresh-in-one-tab.ts';

let storedToken: () => string | null;
/** Another tab holds the lock until it is released. */
let otherTab: Promise<void> | null;

/** As Web Locks: one holder at a time, `ifAvailable` gets null when there is one. */
async function request(
  _name: string,
  { ifAvailable = false }: LockOptions,
  use: (lock: object | null) => Promise<unknown>,
) {
  if (otherTab === null) return use({});
  if (ifAvailable) return use(null);
  await otherTab;
  return use({});
}

beforeEach(() => {
  vi.useFakeTimers();
  otherTab = null;
  storedToken = () => 'held';
  vi.stubGlobal('localStorage', { getItem: () => storedToken() });
  vi.stubGlobal('navigator', { locks: { request } });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function start(
  heldToken: string | null = 'held',
  refresh = vi.fn(async (): Promise<string> => 'renewed'),
) {
  const end = new AbortController();
  const onEnd = vi.fn();
  const ended = refreshInOneTab({ heldToken, refresh, signal: end.signal }).then(onEnd, onEnd);
  return { refresh, end, onEnd, ended };
}

it.each([
  ['the stored token is this tab’s', () => 'held', 'held'],
  ['storage has none', () => null, 'held'],
  ['this tab has none', () => 'stored', null],
  [
    'storage is forbidden',
    () => {
      throw new Error('SecurityError');
    },
    'held',
  ],
])('refreshes at once when %s', async (_case, stored, heldToken) => {
  storedToken = stored;
  const { refresh, onEnd } = start(heldToken);
  await vi.advanceTimersByTimeAsync(0);
  expect(refresh).toHaveBeenCalledOnce();
  expect(onEnd).toHaveBeenCalledExactlyOnceWith('renewed');
});

it.each([
  [
    'another tab is refreshing',
    () => {
      otherTab = Promise.resolve();
    },
  ],
  [
    'another tab has stored a newer token',
    () => {
      storedToken = () => 'newer';
    },
  ],
])('waits for the newer token when %s, and refreshes if it does not come', async (_case, set) => {
  set();
  const { refresh, onEnd } = start();
  await vi.advanceTimersByTimeAsync(1_999);
  expect(refresh).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(onEnd).toHaveBeenCalledExactlyOnceWith('renewed');
});

it('ends without a refresh once the newer token has come', async () => {
  storedToken = () => 'newer';
  const { refresh, end, onEnd, ended } = start();
  await vi.advanceTimersByTimeAsync(0);
  end.abort('token received');
  await ended;
  expect(onEnd).toHaveBeenCalledExactlyOnceWith('token received');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(refresh).not.toHaveBeenCalled();
});

it('waits no longer for a refresh that nobody needs', async () => {
  const unanswered = vi.fn(() => new Promise<string>(() => {}));
  const { end, onEnd, ended } = start('held', unanswered);
  expect(unanswered).toHaveBeenCalledOnce();
  end.abort('signed out');
  await ended;
  expect(onEnd).toHaveBeenCalledExactlyOnceWith('signed out');
});

it('refreshes without Web Locks too', async () => {
  vi.stubGlobal('navigator', {});
  const { onEnd, ended } = start();
  await ended;
  expect(onEnd).toHaveBeenCalledExactlyOnceWith('renewed');
});
