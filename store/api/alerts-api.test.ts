/** Marking alerts as read: a refused mark is taken back, and what arrived meanwhile is never hidden by it. */
import { expect, it } from 'vitest';
import type { AlertItem, AlertsPatch } from '#contract/alerts.ts';
import { alertSample } from '#tests/support/alert-samples.ts';
import {
  errorResponse,
  mockRoute,
  profile,
  setupScreenTests,
} from '#tests/support/screen-harness.tsx';
import { storeSession } from '#tests/support/store-session.ts';
import { createAppStore } from '../app-store.ts';
import { alertsApi } from './alerts-api.ts';
import { baseApi } from './base-api.ts';

setupScreenTests();
const pageOf = (items: readonly AlertItem[]) => ({ items, nextCursor: null, unread: 1 });

it.each<[string, AlertsPatch, readonly string[]]>([
  ['is fetched again after all were marked', { read: true, all: true }, ['2', '1']],
  ['stays as it is after one was marked', { read: true, ids: ['1'] }, ['1']],
])('a list %s', async (_case, patch, shown) => {
  const later = [alertSample({ id: '2' }), alertSample({ id: '1', read: true })];
  mockRoute('GET users/alerts', pageOf([alertSample({ id: '1' })]), pageOf(later));
  mockRoute('GET users/profile', profile());
  mockRoute('PATCH users/alerts', { unread: 0 });
  const store = createAppStore({ session: storeSession() });
  const { getAlerts, getProfile } = baseApi.endpoints;
  const alerts = store.dispatch(getAlerts.initiate({}));
  await alerts;
  await store.dispatch(alertsApi.endpoints.markAlertsRead.initiate(patch));
  // A list that is fetched again has been asked for before.
  await store.dispatch(getProfile.initiate());
  await Promise.all(store.dispatch(baseApi.util.getRunningQueriesThunk()));
  const { data } = getAlerts.select({})(store.getState());
  expect(data?.items.map(({ id }) => id)).toEqual(shown);
  alerts.unsubscribe();
});

it.each<[string, AlertsPatch]>([
  ['one', { read: true, ids: ['1'] }],
  ['all', { read: true, all: true }],
])('takes a refused mark of %s back by id, not by position', async (_name, patch) => {
  const items = [alertSample({ id: '1' }), alertSample({ id: '2', read: true })];
  mockRoute('GET users/alerts', pageOf(items));
  const refusal = Promise.withResolvers<Response>();
  mockRoute('PATCH users/alerts', refusal.promise);
  const store = createAppStore({ session: storeSession() });
  const { getAlerts } = baseApi.endpoints;
  await store.dispatch(getAlerts.initiate({}));
  const list = () =>
    getAlerts
      .select({})(store.getState())
      .data?.items.map(({ id, read }) => `${id} ${read ? 'read' : 'unread'}`);
  const marking = store.dispatch(alertsApi.endpoints.markAlertsRead.initiate(patch));
  expect(list()).toEqual(['1 read', '2 read']);
  store.dispatch(
    baseApi.util.updateQueryData('getAlerts', {}, (page) => {
      page.items.unshift(alertSample({ id: '3', read: true }));
    }),
  );
  refusal.resolve(errorResponse(503, 'unavailable', 'Ahora no.'));
  await marking;
  expect(list()).toEqual(['3 read', '1 unread', '2 read']);
  expect(getAlerts.select({})(store.getState()).data?.unread).toBe(1);
});
