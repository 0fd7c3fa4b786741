// @vitest-environment jsdom
/** What tabs of a browser tell each other, when one is looked at again, and what a signed-out person leaves on the device. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readPushChannel, writePushChannel } from '#src/features/channels/push-subscription.ts';
import { writeLastPrices } from '#src/features/last-prices/last-prices-storage.ts';
import { setVisibility } from '#tests/support/visibility.ts';
import { clearDeviceData } from './clear-device-data.ts';
import { openInvalidationChannel } from './invalidation-channel.ts';
import { onPageResume } from './page-resume.ts';

it('tells which lists are outdated, and ignores what another version calls its own', async () => {
  const [sender, receiver] = [openInvalidationChannel(), openInvalidationChannel()];
  const received = vi.fn();
  const stopReceiving = receiver.listen(received);
  const closeSender = sender.listen(() => {});
  sender.publish(['Alerts']);
  await expect.poll(() => received.mock.calls).toEqual([[['Alerts']]]);
  const newer = new BroadcastChannel('vigia-invalidations');
  newer.postMessage(['Alerts', 'Unheard']);
  newer.postMessage('Alerts');
  await expect.poll(() => received.mock.calls.length).toBe(3);
  expect(received.mock.calls.slice(1)).toEqual([[['Alerts']], [[]]]);
  newer.close();
  stopReceiving();
  closeSender();
});

describe('a page looked at again', () => {
  it('is told of a tab shown again, a page restored and a network that is back', () => {
    const resumed = vi.fn();
    const stop = onPageResume(resumed);
    setVisibility('visible');
    window.dispatchEvent(new Event('pageshow'));
    window.dispatchEvent(new Event('online'));
    expect(resumed).toHaveBeenCalledTimes(3);
    expect(resumed.mock.lastCall?.[0]).toBeCloseTo(Date.now(), -4);
    stop();
    setVisibility('visible');
    window.dispatchEvent(new Event('online'));
    expect(resumed).toHaveBeenCalledTimes(3);
  });

  it('is not told while it is hidden, or without a network', () => {
    const resumed = vi.fn();
    const stop = onPageResume(resumed);
    setVisibility('hidden');
    window.dispatchEvent(new Event('online'));
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    setVisibility('visible');
    expect(resumed).not.toHaveBeenCalled();
    stop();
  });
});

describe('a signed-out person leaves no prices, notifications, badge or push messages', () => {
  const [close, unsubscribe] = [vi.fn(), vi.fn(async () => true)];
  const clearAppBadge = vi.fn(async () => {});
  const define = (name: string, value: unknown) =>
    Object.defineProperty(navigator, name, { configurable: true, value });
  const storedHere = () => [localStorage.getItem('vigia-last-prices'), readPushChannel()];
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

  it('with a worker', async () => {
    clearDeviceData();
    expect(storedHere()).toEqual([null, null]);
    expect(clearAppBadge).toHaveBeenCalledOnce();
    await vi.waitFor(() => expect(unsubscribe).toHaveBeenCalledOnce());
    expect(close).toHaveBeenCalledTimes(2);
  });

  it('nor without one: nothing fails', async () => {
    registration = undefined;
    clearDeviceData();
    for (const name of ['serviceWorker', 'clearAppBadge']) Reflect.deleteProperty(navigator, name);
    writePushChannel('canal');
    clearDeviceData();
    expect(storedHere()).toEqual([null, null]);
    // A rejection that nobody handles would fail the test.
    await new Promise((resolve) => setTimeout(resolve));
    expect(unsubscribe).not.toHaveBeenCalled();
  });
});
