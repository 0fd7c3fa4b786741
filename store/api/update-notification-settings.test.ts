// @vitest-environment jsdom
/** A change of notification settings preserves concurrent changes by other tabs, mail links and earlier clicks. */
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { errorResponse, server, setupScreenTests } from '#tests/support/screen-harness.tsx';
import { storeSession } from '#tests/support/store-session.ts';
import { createAppStore } from '../app-store.ts';
import type { Notifications } from './api-types.ts';
import { baseApi } from './base-api.ts';
import { notificationSettingsApi } from './notification-settings-api.ts';

setupScreenTests();

const address = 'https://vigia.example/api/users/notifications';
const night = { desde: '23:00', hasta: '08:00', zona: 'Europe/Madrid' };
const quiet: Notifications = { silencio: night, correo: 'activo', navegador: false };

/** A server with the record, which answers 409 to a stale If-Match. */
async function setup() {
  const now = { stored: quiet, version: 1 };
  const sent: Notifications[] = [];
  server.use(
    http.get(address, () =>
      HttpResponse.json(now.stored, { headers: { etag: `"${now.version}"` } }),
    ),
    http.put(address, async ({ request }) => {
      const body = (await request.json()) as Notifications;
      sent.push(body);
      const ifMatch = request.headers.get('if-match');
      if (ifMatch !== null && ifMatch !== `"${now.version}"`)
        return errorResponse(409, 'conflict', 'Cambió.');
      now.stored = body;
      now.version += 1;
      return HttpResponse.json(body);
    }),
  );
  const store = createAppStore({ session: storeSession() });
  const { getNotificationSettings } = baseApi.endpoints;
  await store.dispatch(getNotificationSettings.initiate());
  const change = (part: Partial<Notifications>) =>
    store.dispatch(notificationSettingsApi.endpoints.putNotificationSettings.initiate(part));
  const shown = () => getNotificationSettings.select()(store.getState()).data;
  /** By another tab, or a link in a mail. */
  const changeElsewhere = (part: Partial<Notifications>) => {
    now.stored = { ...now.stored, ...part };
    now.version += 1;
  };
  server.use(http.get('https://vigia.example/health', () => HttpResponse.json({})));
  /** The duration of a request. */
  const pause = () =>
    store.dispatch(baseApi.endpoints.getHealth.initiate(undefined, { forceRefetch: true }));
  /** As on a sign-out, with a screen that still shows the record: it is requested again, in vain. */
  const resetCache = () => {
    server.use(http.get(address, () => new Promise<Response>(() => {})));
    store.dispatch(baseApi.util.resetApiState());
    void store.dispatch(getNotificationSettings.initiate());
  };
  return { now, sent, change, shown, changeElsewhere, pause, resetCache };
}

it('leaves mail off when an unsubscribe link turned it off after this tab had read it', async () => {
  const { now, change, shown, changeElsewhere } = await setup();
  changeElsewhere({ correo: 'baja' });
  await change({ silencio: null });
  expect(now.stored).toEqual({ silencio: null, correo: 'baja', navegador: false });
  await expect.poll(shown).toEqual(now.stored);
});

it('is merged with a change made while it was pending', async () => {
  const { now, sent, change, changeElsewhere } = await setup();
  const { arrived, respond } = delayFirstWrite();
  const saving = change({ silencio: null });
  await arrived;
  changeElsewhere({ correo: 'baja' });
  respond();
  expect((await saving).error).toBeUndefined();
  expect(sent).toHaveLength(2);
  expect(now.stored).toEqual({ silencio: null, correo: 'baja', navegador: false });
});

it('is rolled back when the server refuses, with its message, and earlier changes stay', async () => {
  const { now, change, shown } = await setup();
  await change({ navegador: true });
  server.use(
    http.put(address, () =>
      errorResponse(422, 'validation_failed', 'No conocemos esa zona horaria.'),
    ),
  );
  const saving = change({ silencio: null });
  expect(shown()?.silencio).toBeNull();
  expect((await saving).error).toMatchObject({ message: 'No conocemos esa zona horaria.' });
  await expect.poll(shown).toEqual(now.stored);
  expect(now.stored).toEqual({ ...quiet, navegador: true });
});

it('gives up after repeated conflicts', async () => {
  const { change, shown } = await setup();
  let tries = 0;
  server.use(
    http.put(address, () => {
      tries += 1;
      return errorResponse(409, 'conflict', 'Cambió.');
    }),
  );
  expect((await change({ navegador: true })).error).toMatchObject({ code: 'conflict' });
  expect(tries).toBe(4);
  await expect.poll(shown).toEqual(quiet);
});

/** Delays the response to the first PUT until `respond` is called. */
function delayFirstWrite() {
  const first = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  server.use(
    http.put(
      address,
      async () => {
        first.resolve();
        await go.promise;
      },
      { once: true },
    ),
  );
  return { arrived: first.promise, respond: go.resolve };
}
