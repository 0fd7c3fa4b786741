/** What the worker does when a browser replaces the push subscription that is a channel. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { pushRenewal } from '#contract/channels.ts';
import { dispatch, workerScope } from '#tests/support/service-worker.ts';
import { createPushRenewal } from './push-renewal.ts';
import type { StoredPushSubscription } from './stored-subscription.ts';

const subscriptionOf = (initial: string) => ({
  endpoint: `https://push.example/${initial}`,
  keys: { p256dh: 'B'.repeat(87), auth: initial.repeat(22) },
});
const former: StoredPushSubscription = {
  channelId: '00000000-0000-4000-8000-000000000001',
  publicKey: 'clave-del-servidor',
  subscription: subscriptionOf('a'),
};
const unsubscribe = vi.fn(async () => true);
const ofBrowser = (initial: string) => ({ toJSON: () => subscriptionOf(initial), unsubscribe });

let stored: StoredPushSubscription | null;
let current: object | null;
const subscribe = vi.fn(async () => ofBrowser('c'));
const send = vi.fn<typeof fetch>();
const renewal = createPushRenewal(
  workerScope({
    registration: { pushManager: { subscribe, getSubscription: async () => current } },
  }),
);
const change = (newSubscription?: object | null) =>
  dispatch(renewal.onSubscriptionChange, {
    ...(newSubscription !== undefined && { newSubscription }),
  });
const sent = () =>
  send.mock.calls.map(([path, init]) => [path, pushRenewal.parse(JSON.parse(String(init?.body)))]);
const previous = { endpoint: 'https://push.example/a', auth: 'a'.repeat(22) };
const renewedTo = (initial: string) => [
  ['/api/push/renewal', { channel: former.channelId, previous, next: subscriptionOf(initial) }],
];

beforeEach(() => {
  stored = former;
  current = null;
  vi.clearAllMocks();
  send.mockImplementation(async () => Response.json({ renewed: true }));
  vi.stubGlobal('fetch', send);
  vi.stubGlobal('caches', {
    open: async () => ({
      match: async () => (stored === null ? undefined : Response.json(stored)),
      put: async (_key: string, response: Response) => {
        stored = await response.json();
      },
    }),
    delete: async () => {
      stored = null;
      return true;
    },
  });
});
afterEach(() => vi.unstubAllGlobals());

it('sends the new subscription, proven by the former, and keeps it as the next proof', async () => {
  await change(ofBrowser('b'));
  expect(sent()).toEqual(renewedTo('b'));
  expect(stored).toEqual({ ...former, subscription: subscriptionOf('b') });
});

it.each([[undefined], [null]])('subscribes again where the browser did not: %s', async (given) => {
  await change(given);
  expect(subscribe).toHaveBeenCalledWith({
    userVisibleOnly: true,
    applicationServerKey: 'clave-del-servidor',
  });
  expect(sent()).toEqual(renewedTo('c'));
});

it('ends a subscription whose channel is gone', async () => {
  send.mockImplementation(async () => Response.json({}, { status: 404 }));
  await change(ofBrowser('b'));
  expect(unsubscribe).toHaveBeenCalledOnce();
  expect(stored).toBeNull();
});

it('tries again when a page opens, after a failure or without an event', async () => {
  send.mockRejectedValueOnce(new TypeError('offline'));
  await expect(change(ofBrowser('b'))).rejects.toThrow('offline');
  expect(stored).toBe(former);
  send.mockClear();
  current = ofBrowser('b');
  await renewal.onPageOpened();
  expect(sent()).toEqual(renewedTo('b'));
  send.mockClear();
  await renewal.onPageOpened();
  expect(send).not.toHaveBeenCalled();
});
