// @vitest-environment jsdom
/** Marking alerts as read: a refused mark is taken back, and what arrived meanwhile is never hidden by it. */
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import type { AlertsPatch } from '#contract/alerts.ts';
import { alertSample } from '#tests/support/alert-samples.ts';
import {
  errorResponse,
  mockBackend,
  server,
  setupScreenTests,
} from '#tests/support/screen-harness.tsx';
import { storeSession } from '#tests/support/store-session.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { createAppStore } from '../app-store.ts';
import { alertsApi } from './alerts-api.ts';
import { baseApi } from './base-api.ts';

setupScreenTests();

it('fetches the list again after all were marked, not after one', async () => {
  const [first, late] = [alertSample({ id: '1' }), alertSample({ id: '2' })];
  const requests = mockBackend({
    'GET users/alerts': [
      { items: [first], nextCursor: null, unread: 1 },
      { items: [late, { ...first, read: true }], nextCursor: null, unread: 1 },
    ],
  });
  server.use(
    http.patch('https://vigia.example/api/users/alerts', () => HttpResponse.json({ unread: 0 })),
  );
  const store = createAppStore({ session: storeSession });
  const { getAlerts } = baseApi.endpoints;
  await store.dispatch(getAlerts.initiate({}));
  const mark = (patch: AlertsPatch) =>
    store.dispatch(alertsApi.endpoints.markAlertsRead.initiate(patch));
  const list = () =>
    getAlerts
      .select({})(store.getState())
      .data?.items.map(({ id }) => id);
  await mark({ read: true, ids: ['1'] });
  expect(requests.filter((request) => request.startsWith('GET users/alerts'))).toHaveLength(1);
  await mark({ read: true, all: true });
  await waitFor(() => expect(list()).toEqual(['2', '1']));
});

it.each<[string, AlertsPatch]>([
  ['one', { read: true, ids: ['1'] }],
  ['all', { read: true, all: true }],
])('takes a refused mark of %s back by id, not by position', async (_name, patch) => {
  const items = [alertSample({ id: '1' }), alertSample({ id: '2', read: true })];
  mockBackend({ 'GET users/alerts': [{ items, nextCursor: null, unread: 1 }] });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.use(
    http.patch('https://vigia.example/api/users/alerts', async () => {
      await promise;
      return errorResponse(503, 'unavailable', 'Ahora no.');
    }),
  );
  const store = createAppStore({ session: storeSession });
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
  resolve();
  await marking;
  expect(list()).toEqual(['3 read', '1 unread', '2 read']);
  expect(getAlerts.select({})(store.getState()).data?.unread).toBe(1);
});
