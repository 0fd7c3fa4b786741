/** A change of notification settings preserves concurrent changes by other tabs, mail links and earlier clicks. */
import { HttpResponse } from 'msw';
import { expect, it } from 'vitest';
import { errorResponse, mockRoute, setupScreenTests } from '#tests/support/screen-harness.tsx';
import { storeSession } from '#tests/support/store-session.ts';
import { createAppStore } from '../app-store.ts';
import type { Notifications } from './api-types.ts';
import { baseApi } from './base-api.ts';
import { notificationSettingsApi } from './notification-settings-api.ts';

setupScreenTests();

const night = { desde: '23:00', hasta: '08:00', zona: 'Europe/Madrid' };
const quiet: Notifications = { silencio: night, correo: 'activo', navegador: false };

/** A server with the record, which answers 409 to a stale If-Match. */
async function setup() {
  const now = { stored: quiet, version: 1 };
  const sent: Notifications[] = [];
  mockRoute('GET users/notifications', () =>
    HttpResponse.json(now.stored, { headers: { etag: `"${now.version}"` } }),
  );
  mockRoute('PUT users/notifications', async (request: Request) => {
    const body = (await request.json()) as Notifications;
    sent.push(body);
    const ifMatch = request.headers.get('if-match');
    if (ifMatch !== null && ifMatch !== `"${now.version}"`)
      return errorResponse(409, 'conflict', 'Cambió.');
    now.stored = body;
    now.version += 1;
    return body;
  });
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
  return { now, sent, change, shown, changeElsewhere };
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
  const answer = Promise.withResolvers<undefined>();
  const requests = mockRoute('PUT users/notifications', answer.promise);
  const saving = change({ silencio: null });
  await expect.poll(() => requests).toHaveLength(1);
  changeElsewhere({ correo: 'baja' });
  answer.resolve(undefined);
  expect((await saving).error).toBeUndefined();
  expect(sent).toHaveLength(2);
  expect(now.stored).toEqual({ silencio: null, correo: 'baja', navegador: false });
});

it('is rolled back when the server refuses, with its message, and earlier changes stay', async () => {
  const { now, change, shown } = await setup();
  await change({ navegador: true });
  mockRoute('PUT users/notifications', errorResponse(422, 'validation_failed', 'Esa zona no.'));
  const saving = change({ silencio: null });
  expect(shown()?.silencio).toBeNull();
  expect((await saving).error).toMatchObject({ message: 'Esa zona no.' });
  await expect.poll(shown).toEqual(now.stored);
  expect(now.stored).toEqual({ ...quiet, navegador: true });
});

it('gives up after repeated conflicts', async () => {
  const { change, shown } = await setup();
  const tries = mockRoute('PUT users/notifications', errorResponse(409, 'conflict', 'Cambió.'));
  expect((await change({ navegador: true })).error).toMatchObject({ code: 'conflict' });
  expect(tries).toHaveLength(4);
  await expect.poll(shown).toEqual(quiet);
});
