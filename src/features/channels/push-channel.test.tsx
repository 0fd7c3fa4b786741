/** This browser as a channel: offered once it can be one, added with its permission, and ended when it is removed. */

import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ChannelItem, ChannelList } from '#contract/channels.ts';
import { channelSetupCopy, channelsCopy } from '#src/copy/channels.ts';
import {
  mockBackend,
  noButton,
  press,
  profile,
  renderScreen,
  server,
  setupScreenTests,
} from '#tests/support/screen-harness.tsx';
import { ChannelOffers } from './channel-offers.tsx';
import { RemoveChannelDialog } from './remove-channel-dialog.tsx';

setupScreenTests();

const url = 'https://vigia.example/api/users/channels';
const stored = () => localStorage.getItem('vigia-push-channel');
const item = (part: Partial<ChannelItem> = {}): ChannelItem => ({
  id: 'este',
  tipo: 'push',
  nombre: 'Este navegador',
  estado: 'activo',
  motivo: null,
  ultimaEntrega: null,
  creadoEn: '2026-01-01T00:00:00.000Z',
  ...part,
});
const mail = item({ id: 'correo', tipo: 'correo', nombre: channelsCopy.kinds.correo });

let permission: string;
let subscription: { endpoint: string; unsubscribe: () => Promise<boolean> } | null;
let refusal: Error | null;
const cached = new Map<string, string>();
const unsubscribe = vi.fn(async () => true);

beforeEach(() => {
  permission = 'granted';
  subscription = { endpoint: 'https://push.example/1', unsubscribe };
  refusal = null;
  cached.clear();
  unsubscribe.mockClear();
  const registration = {
    pushManager: {
      getSubscription: async () => subscription,
      subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
        if (refusal !== null) throw refusal;
        return {
          toJSON: () => ({
            endpoint: `https://push.example/${applicationServerKey}`,
            keys: { p256dh: 'p', auth: 'a' },
          }),
        };
      },
    },
  };
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
  Reflect.deleteProperty(window, 'PushManager');
  Reflect.deleteProperty(window, 'Notification');
  Reflect.deleteProperty(globalThis, 'caches');
});
const define = (target: object, name: string, value: unknown) =>
  Object.defineProperty(target, name, { configurable: true, value });

function show(part: Partial<ChannelList> = {}) {
  mockBackend({ 'GET users/profile': [{ ...profile(), plan: 'basico' }] });
  const channels: ChannelList = {
    items: [mail],
    tipos: [{ tipo: 'push', plan: 'basico' }],
    clavePush: 'clave',
    maximo: 10,
    ...part,
  };
  const sent: unknown[] = [];
  server.use(
    http.get(url, () => HttpResponse.json(channels)),
    http.post(url, async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json(item({ id: 'nuevo' }));
    }),
    http.post(`${url}/:id/prueba`, ({ params }) => {
      sent.push(`test ${params.id}`);
      return HttpResponse.json({ entregado: true, estado: 200, respuesta: 'ok' });
    }),
  );
  renderScreen(<ChannelOffers channels={channels} />, '/dashboard/configuracion', {
    sessionPart: { actorEnvironment: {} },
  });
  return sent;
}
const dialog = () => within(screen.getByRole('dialog', { name: 'Añadir este navegador' }));

it('is added with its permission under its own name, and tested', async () => {
  const sent = show();
  await press('Añadir este navegador');
  expect(dialog().getByText(/^Tu navegador te pedirá permiso/)).toBeVisible();
  await userEvent.clear(dialog().getByLabelText(channelsCopy.name));
  await userEvent.type(dialog().getByLabelText(channelsCopy.name), 'Portátil');
  await press(channelSetupCopy.askPermission);
  expect(await dialog().findByText(channelSetupCopy.delivered)).toBeVisible();
  const settings = { endpoint: 'https://push.example/clave', keys: { p256dh: 'p', auth: 'a' } };
  expect(sent).toEqual([{ tipo: 'push', nombre: 'Portátil', ajustes: settings }, 'test nuevo']);
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
  await press('Añadir este navegador');
  await press(channelSetupCopy.askPermission);
  expect(await dialog().findByText(/^Este navegador no deja que Vigía te avise/)).toBeVisible();
  expect(dialog().queryByText(/^Tu navegador te pedirá permiso/)).toBeNull();
  expect(sent).toEqual([]);
  expect(stored()).toBeNull();
});

it('is not offered a second time, nor while it cannot be pushed to', async () => {
  localStorage.setItem('vigia-push-channel', 'este');
  show({ items: [mail, item()] });
  expect(await screen.findByText(channelsCopy.pushHere)).toBeVisible();
  noButton('Añadir este navegador');
});

it.each(['PushManager', 'Notification'])(
  'without %s it says that it cannot be one',
  async (name) => {
    Reflect.deleteProperty(window, name);
    show();
    expect(
      await screen.findByText(/^Este navegador no recibe avisos con la página cerrada/),
    ).toBeVisible();
    noButton('Añadir este navegador');
  },
);

function remove(id: string) {
  mockBackend({});
  server.use(http.delete(`${url}/:id`, () => HttpResponse.json(item())));
  const onClose = vi.fn();
  const { showToast } = renderScreen(
    <RemoveChannelDialog channel={item({ id })} onClose={onClose} />,
    '/dashboard/configuracion',
  );
  return { onClose, showToast };
}

it('removed, its subscription ends with it', async () => {
  localStorage.setItem('vigia-push-channel', 'este');
  const { onClose, showToast } = remove('este');
  await press(channelsCopy.remove);
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(stored()).toBeNull();
  expect(unsubscribe).toHaveBeenCalledOnce();
  expect(showToast).toHaveBeenCalledExactlyOnceWith('Canal quitado: Este navegador.', 'success');
});
