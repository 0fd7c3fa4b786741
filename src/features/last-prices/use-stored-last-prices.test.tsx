/** The last prices on this device: what somebody without a network is shown is the newest they have seen, never older. */
import { act, render } from '@testing-library/react';
import { Provider } from 'react-redux';
import { beforeEach, expect, it, vi } from 'vitest';
import { buildWatchRows } from '#src/features/watch-list/watch-list-rows.ts';
import { createAppStore } from '#store/app-store.ts';
import { type Connection, connectionChanged } from '#store/live.slice.ts';
import { settingsSample } from '#tests/support/settings-backend.ts';
import { storeSession } from '#tests/support/store-session.ts';
import { collectibleSample, umbralSample } from '#tests/support/threshold-samples.ts';
import { clearLastPrices, readLastPrices } from './last-prices-storage.ts';
import { useStoredLastPrices } from './use-stored-last-prices.ts';

let hidden: boolean;

beforeEach(() => {
  hidden = false;
  vi.useFakeTimers();
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => hidden);
});

const rowsAt = (floorCents: number, count = 1) =>
  buildWatchRows(
    Array.from({ length: count }, (_, n) => collectibleSample({ id: `c${n}`, floorCents })),
    settingsSample({ t: umbralSample({ target: { kind: 'collectible', id: 'c0' } }) }, ['m1']),
  );

function Watched({ floorCents, count }: { floorCents: number | null; count?: number }) {
  useStoredLastPrices(floorCents === null ? null : rowsAt(floorCents, count));
  return null;
}

function show(floorCents: number | null, count?: number) {
  const store = createAppStore({ session: storeSession() });
  const tree = (cents: number | null) => (
    <Provider store={store}>
      <Watched floorCents={cents} {...(count !== undefined && { count })} />
    </Provider>
  );
  const { rerender, unmount } = render(tree(floorCents));
  const become = (connection: Connection) =>
    act(() => store.dispatch(connectionChanged({ connection, lastActivityAtMs: Date.now() })));
  return { become, unmount, update: (cents: number) => rerender(tree(cents)) };
}

function leavePage() {
  hidden = true;
  document.dispatchEvent(new Event('visibilitychange'));
}

it('are stored once they are loaded, with the threshold in words', () => {
  const { update } = show(null);
  expect(readLastPrices()).toBeNull();
  update(20_000);
  const price = { match: 'España – Uruguay', floorCents: 20_000, isCrossed: false };
  const stored = { atMs: Date.now(), prices: [price], omitted: 0 };
  expect(readLastPrices()).toMatchObject(stored);
  expect(readLastPrices()?.prices[0]?.rule).toMatch(/90/);
});

it('are stored every minute and when the page is left, not while it is hidden or without the list', () => {
  const { become, update, unmount } = show(20_000);
  become('open');
  const stored = () => readLastPrices()?.prices[0]?.floorCents;
  update(19_000);
  expect(stored()).toBe(20_000);
  vi.advanceTimersByTime(60_000);
  expect(stored()).toBe(19_000);
  update(18_000);
  leavePage();
  expect(stored()).toBe(18_000);
  update(17_000);
  vi.advanceTimersByTime(60_000);
  expect(stored()).toBe(18_000);
  hidden = false;
  unmount();
  clearLastPrices();
  vi.advanceTimersByTime(60_000);
  leavePage();
  expect(stored()).toBeUndefined();
});

it.each<[string, (become: (connection: Connection) => void) => void]>([
  ['while the connection is being made again', (become) => become('connecting')],
  ['in a tab without a stream', (become) => become('streamLimitReached')],
  ['without a network', (become) => become('lost')],
  ['after a sleep of the device', () => vi.setSystemTime(Date.now() + 3_600_000)],
])('keep their age %s: those on screen are as old', (_when, part) => {
  const { become } = show(20_000);
  become('open');
  const storedAtMs = Date.now();
  part(become);
  vi.advanceTimersByTime(60_000);
  leavePage();
  expect(readLastPrices()?.atMs).toBe(storedAtMs);
});

it('are stored again in the minute after a sleep', () => {
  show(20_000).become('open');
  vi.setSystemTime(Date.now() + 3_600_000);
  vi.advanceTimersByTime(120_000);
  expect(readLastPrices()?.atMs).toBe(Date.now());
});

it('are the nearest two hundred, and say how many more there are', () => {
  show(20_000, 203);
  expect(readLastPrices()?.prices).toHaveLength(200);
  expect(readLastPrices()?.omitted).toBe(3);
});
