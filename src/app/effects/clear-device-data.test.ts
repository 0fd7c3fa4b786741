// @vitest-environment jsdom
/** What a signed-out person leaves on a shared device: no prices, no notifications, no badge, no push messages. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readPushChannel, writePushChannel } from '#src/features/channels/push-subscription.ts';
import { writeLastPrices } from '#src/features/last-prices/last-prices-storage.ts';
import { clearDeviceData } from './clear-device-data.ts';

const close = vi.fn();
const unsubscribe = vi.fn(async () => true);
const clearAppBadge = vi.fn(async () => {});
let registration: object | undefined;

beforeEach(() => {
  vi.clearAllMocks();
  registration = {
    getNotifications: async () => [{ close }, { close }],
    pushManager: { getSubscription: async () => ({ unsubscribe }) },
  };
  define('clearAppBadge', clearAppBadge);
  define('serviceWorker', { getRegistration: async () => registration });
  writeLastPrices({ atMs: 0, prices: [], omitted: 0 });
  writePushChannel('canal');
});
afterEach(() => {
  for (const name of ['clearAppBadge', 'serviceWorker']) Reflect.deleteProperty(navigator, name);
});

function define(name: string, value: unknown) {
  Object.defineProperty(navigator, name, { configurable: true, value });
}

const storedHere = () => [localStorage.getItem('vigia-last-prices'), readPushChannel()];

it('removes the prices, closes the notifications, clears the badge and ends the push messages', async () => {
  clearDeviceData();
  expect(storedHere()).toEqual([null, null]);
  expect(clearAppBadge).toHaveBeenCalledOnce();
  await vi.waitFor(() => expect(unsubscribe).toHaveBeenCalledOnce());
  expect(close).toHaveBeenCalledTimes(2);
});

it('removes what there is in a browser without a worker: nothing fails', async () => {
  registration = undefined;
  clearDeviceData();
  Reflect.deleteProperty(navigator, 'serviceWorker');
  Reflect.deleteProperty(navigator, 'clearAppBadge');
  writePushChannel('canal');
  clearDeviceData();
  expect(storedHere()).toEqual([null, null]);
  // A rejection that nobody handles would fail the test.
  await new Promise((resolve) => setTimeout(resolve));
  expect(unsubscribe).not.toHaveBeenCalled();
});
