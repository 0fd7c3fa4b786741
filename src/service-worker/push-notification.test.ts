/** Push messages: what their notification says, where it leads, and how it silences a threshold. */

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { pushMessage } from '#contract/channels.ts';
import { marketPageCopy } from '#src/copy/market-page.ts';
import { dispatch, workerScope } from '#tests/support/service-worker.ts';
import { createPushNotifications, readPushMessage } from './push-notification.ts';

const origin = 'https://vigia.example';
const message = {
  id: 'uno',
  title: 'Brasil – Chile: 90,00 €',
  body: 'Categoría 2 ha quedado por debajo de 100 €.',
  url: `${origin}/dashboard/alertas`,
  snoozeUrl: `${origin}/api/alerts/actions?token=a`,
  marketUrl: 'https://mercado.example/c1',
};

const openWindow = vi.fn(async () => null);
const setAppBadge = vi.fn(async () => {});
const showNotification = vi.fn(async (_title: string, _options: { actions?: object[] }) => {});
let pages: ReturnType<typeof page>[];

/** A page of ours, as the worker sees it. */
const page = (visibilityState: DocumentVisibilityState) => ({
  visibilityState,
  focus: vi.fn(async () => ({})),
  navigate: vi.fn(async (_url: string): Promise<object | null> => ({})),
});

const push = createPushNotifications(
  workerScope({
    location: { origin },
    navigator: { setAppBadge },
    registration: { showNotification },
    clients: {
      openWindow,
      matchAll: async ({ includeUncontrolled }: { includeUncontrolled: boolean }) =>
        includeUncontrolled ? pages : [],
    },
  }),
);

beforeEach(() => {
  pages = [];
  vi.clearAllMocks();
});
afterEach(() => vi.unstubAllGlobals());

const shown = () => showNotification.mock.lastCall;
async function receive(text: string | null = JSON.stringify(message)) {
  await dispatch(push.onPush, { data: text === null ? null : { text: () => text } });
  return shown();
}
/** Chooses the notification shown last, or an action of it. */
async function choose(action = '') {
  const [title, options] = shown() ?? [];
  const close = vi.fn();
  await dispatch(push.onNotificationClick, { action, notification: { title, ...options, close } });
  expect(close).toHaveBeenCalledOnce();
}

it('a message is shown in the person’s language, one notification for each alert', async () => {
  expect(await receive()).toEqual([
    message.title,
    expect.objectContaining({ body: message.body, tag: 'uno', lang: 'es' }),
  ]);
});

it('offers to silence the threshold and to open the marketplace, where there is either', async () => {
  const actionsOf = async (text?: string) => (await receive(text))?.[1].actions;
  expect(await actionsOf()).toEqual([
    { action: 'snooze', title: 'Silenciar 24\u00a0h' },
    { action: 'market', title: marketPageCopy.label },
  ]);
  const plain = { ...message, snoozeUrl: null, marketUrl: undefined };
  expect(await actionsOf(JSON.stringify(plain))).toEqual([]);
});

it.each(['', 'x', null])('%j is shown, too: a browser ends what shows nothing', async (text) => {
  expect(await receive(text)).toEqual([
    'Vigía',
    expect.objectContaining({ body: 'Tienes alertas nuevas.' }),
  ]);
  await choose();
  expect(openWindow).toHaveBeenCalledExactlyOnceWith(`${origin}/dashboard/alertas`);
});

it('leads to the chart in the page that is looked at', async () => {
  const [hidden, visible] = [page('hidden'), page('visible')];
  pages = [hidden, visible];
  await receive();
  await choose();
  expect(visible.focus).toHaveBeenCalledOnce();
  expect(visible.navigate).toHaveBeenCalledExactlyOnceWith(message.url);
  expect(hidden.focus).not.toHaveBeenCalled();
  expect(openWindow).not.toHaveBeenCalled();
});

it('a message leads to no other site: to the app’s first page instead', async () => {
  await receive(JSON.stringify({ ...message, url: 'https://other.example/dashboard' }));
  await choose();
  expect(openWindow).toHaveBeenCalledExactlyOnceWith(`${origin}/dashboard`);
});

it('silences the threshold without opening a page, says so, and still leads to the chart', async () => {
  const send = vi.fn(async () => new Response());
  vi.stubGlobal('fetch', send);
  await receive();
  await choose('snooze');
  expect(send).toHaveBeenCalledExactlyOnceWith(message.snoozeUrl, { method: 'POST' });
  expect(openWindow).not.toHaveBeenCalled();
  expect(shown()).toEqual([
    message.title,
    expect.objectContaining({
      tag: 'uno',
      body: 'Umbral en silencio durante 24\u00a0h. Después vuelve solo.',
      actions: [{ action: 'market', title: marketPageCopy.label }],
    }),
  ]);
  await choose();
  expect(openWindow).toHaveBeenCalledExactlyOnceWith(message.url);
});

it.each([
  ['refused', async () => new Response('', { status: 410 })],
  ['not sent', () => Promise.reject(new TypeError('offline'))],
])('says that it could not when it was %s, and leads to the page that can', async (_what, send) => {
  vi.stubGlobal('fetch', send);
  await receive();
  await choose('snooze');
  expect(shown()).toEqual([
    message.title,
    expect.objectContaining({
      body: 'No se ha podido silenciar el umbral. Pulsa aquí para intentarlo de nuevo.',
    }),
  ]);
  await choose();
  expect(openWindow).toHaveBeenCalledExactlyOnceWith(message.snoozeUrl);
});

it('reads what the contract allows', () => {
  for (const sent of [message, { ...message, snoozeUrl: null }])
    expect(readPushMessage(JSON.stringify(pushMessage.parse(sent)))).toEqual(sent);
});

it.each([
  '',
  'x',
  'null',
  '[]',
  '{}',
  JSON.stringify({ ...message, url: undefined }),
  JSON.stringify({ ...message, title: 3 }),
])('rejects %j', (text) => {
  expect(readPushMessage(text)).toBeNull();
});
