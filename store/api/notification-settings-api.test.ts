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

const night = { from: '23:00', to: '08:00', zone: 'Europe/Madrid' };
const quiet: Notifications = { quietHours: night, mail: 'on', browser: false };

/** A server with the record. */
async function setup() {
  const now = { stored: quiet };
  mockRoute('GET users/notifications', () => HttpResponse.json(now.stored));
  mockRoute('PATCH users/notifications', async (request: Request) => {
    now.stored = { ...now.stored, ...((await request.json()) as Partial<Notifications>) };
    return now.stored;
  });
  const store = createAppStore({ session: storeSession() });
  const { getNotificationSettings } = baseApi.endpoints;
  await store.dispatch(getNotificationSettings.initiate());
  const change = (part: Partial<Notifications>) =>
    store.dispatch(notificationSettingsApi.endpoints.patchNotificationSettings.initiate(part));
  const shown = () => getNotificationSettings.select()(store.getState()).data;
  /** By another tab, or a link in a mail. */
  const changeElsewhere = (part: Partial<Notifications>) => {
    now.stored = { ...now.stored, ...part };
  };
  return { now, change, shown, changeElsewhere };
}

it('leaves mail off when an unsubscribe link turned it off after this tab had read it', async () => {
  const { now, change, shown, changeElsewhere } = await setup();
  changeElsewhere({ mail: 'off' });
  await change({ quietHours: null });
  expect(now.stored).toEqual({ quietHours: null, mail: 'off', browser: false });
  await expect.poll(shown).toEqual(now.stored);
});

it('is rolled back when the server refuses, with its message, and earlier changes stay', async () => {
  const { now, change, shown } = await setup();
  await change({ browser: true });
  mockRoute('PATCH users/notifications', errorResponse(422, 'validation_failed', 'Esa zona no.'));
  const saving = change({ quietHours: null });
  expect(shown()?.quietHours).toBeNull();
  expect((await saving).error).toMatchObject({ message: 'Esa zona no.' });
  await expect.poll(shown).toEqual(now.stored);
  expect(now.stored).toEqual({ ...quiet, browser: true });
});
