/** This browser as a channel: offered once it can be one, added with its permission, and ended when it is removed. */

import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ChannelItem, ChannelList } from '#contract/channels.ts';
import { channelSetupCopy, channelsCopy } from '#src/copy/channels.ts';
import { RemoveChannelDialog } from '#src/features/channels/remove-channel-dialog.tsx';
import {
  mockBackend,
  mockRoute,
  noButton,
  press,
  profile,
  renderScreen,
} from '#tests/support/screen-harness.tsx';
import { BrowserRow } from './browser-row.tsx';

const stored = () => localStorage.getItem('vigia-push-channel');
const item = (part: Partial<ChannelItem> = {}): ChannelItem => ({
  id: 'este',
  kind: 'push',
  name: 'Este navegador',
  state: 'active',
  reason: null,
  lastDelivery: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  ...part,
});
const mail = item({ id: 'mail', kind: 'mail', name: channelsCopy.kinds.mail });

let permission: string;
const settings = { endpoint: 'https://push.example/clave', keys: { p256dh: 'p', auth: 'a' } };
/** The key of this browser's subscription. */
let subscribed: string | null;
const cached = new Map<string, string>();
/** A push service with one subscription, which refuses a second key. */
const pushManager = {
  getSubscription: async () =>
    subscribed && {
      toJSON: () => ({ ...settings, endpoint: `https://push.example/${subscribed}` }),
      unsubscribe: async () => {
        subscribed = null;
      },
    },
  async subscribe({ applicationServerKey: key }: { applicationServerKey: string }) {
    if (subscribed !== null && subscribed !== key)
      throw new DOMException('another key', 'InvalidStateError');
    subscribed = key;
    return pushManager.getSubscription();
  },
};

beforeEach(() => {
  permission = 'granted';
  subscribed = null;
  cached.clear();
  const registration = { pushManager };
  define(navigator, 'serviceWorker', {
    ready: Promise.resolve(registration),
    getRegistration: async () => registration,
  });
  define(window, 'PushManager', class {});
  define(window, 'Notification', { requestPermission: async () => permission });
  define(globalThis, 'caches', {
    open: async () => ({
      put: async (key: string, response: Response) => void cached.set(key, await response.text()),
    }),
    delete: async () => void cached.clear(),
  });
});
afterEach(() => {
  Reflect.deleteProperty(navigator, 'serviceWorker');
  for (const name of ['PushManager', 'Notification', 'caches'])
    Reflect.deleteProperty(window, name);
});
const define = (target: object, name: string, value: unknown) =>
  Object.defineProperty(target, name, { configurable: true, value });

function show(part: Partial<ChannelList> = {}) {
  const channels: ChannelList = {
    items: [mail],
    kinds: [{ kind: 'push', plan: 'basico' }],
    pushKey: 'clave',
    limit: 10,
    ...part,
  };
  const requests = mockBackend({
    'GET users/profile': [{ ...profile(), plan: 'basico' }],
    'GET users/channels': [channels],
    'POST users/channels': [item({ id: 'nuevo' })],
    'POST users/channels/:id/test': [{ delivered: true, state: 200, answer: 'ok' }],
  });
  renderScreen(<BrowserRow channels={channels} />, '/dashboard/configuracion');
  return () => requests.filter((request) => request.startsWith('POST'));
}
const add = channelSetupCopy.title(channelSetupCopy.titles.push);
const dialog = () => within(screen.getByRole('dialog', { name: add }));

it.each([
  ['without a subscription', null],
  ['with one of the server’s key', 'clave'],
  ['with one of a former key, by which no alert would arrive', 'former'],
])('%s it is added with its permission under its own name, and tested', async (_which, key) => {
  subscribed = key;
  const sent = show();
  await press(add);
  expect(dialog().getByText(channelSetupCopy.pushLead)).toBeVisible();
  await userEvent.clear(dialog().getByLabelText(channelsCopy.name));
  await userEvent.type(dialog().getByLabelText(channelsCopy.name), 'Portátil');
  await press(channelSetupCopy.askPermission);
  expect(await dialog().findByText(channelSetupCopy.delivered)).toBeVisible();
  const added = JSON.stringify({ kind: 'push', name: 'Portátil', settings });
  expect(sent()).toEqual([`POST users/channels${added}`, 'POST users/channels/nuevo/test']);
  expect(stored()).toBe('nuevo');
  // For the service worker, which renews it.
  expect([...cached.values()].map((text) => JSON.parse(text))).toEqual([
    { channelId: 'nuevo', publicKey: 'clave', subscription: settings },
  ]);
  await press(channelSetupCopy.done);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('says where to allow it once it is forbidden, and adds nothing', async () => {
  permission = 'denied';
  const sent = show();
  await press(add);
  await press(channelSetupCopy.askPermission);
  expect(await dialog().findByText(channelSetupCopy.blocked)).toBeVisible();
  expect(dialog().queryByText(channelSetupCopy.pushLead)).toBeNull();
  expect(sent()).toEqual([]);
  expect(stored()).toBeNull();
});

it('is not offered a second time, nor while it cannot be pushed to', async () => {
  localStorage.setItem('vigia-push-channel', 'este');
  subscribed = 'clave';
  show({ items: [mail, item()] });
  expect(await screen.findByText(channelsCopy.pushHere)).toBeVisible();
  noButton(add);
});

it.each(['PushManager', 'Notification'])(
  'without %s it says that it cannot be one',
  async (name) => {
    Reflect.deleteProperty(window, name);
    show();
    expect(await screen.findByText(channelsCopy.pushUnsupported)).toBeVisible();
    noButton(add);
  },
);

it('removed, its subscription ends with it', async () => {
  localStorage.setItem('vigia-push-channel', 'este');
  subscribed = 'clave';
  cached.set('/subscription', 'what the worker would renew it from');
  mockRoute('DELETE users/channels/:id', item());
  const onClose = vi.fn();
  const { showToast } = renderScreen(
    <RemoveChannelDialog channel={item()} onClose={onClose} />,
    '/dashboard/configuracion',
  );
  await press(channelsCopy.remove);
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect([stored(), subscribed, cached.size]).toEqual([null, null, 0]);
  const toast = [channelsCopy.removed('Este navegador'), 'success'];
  expect(showToast.mock.calls).toEqual([toast]);
});
