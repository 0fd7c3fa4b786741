/** A change of the notices takes nothing back that somebody else changed meanwhile, nor what was pressed before it. */

import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { errorResponse, server, setupPlanScreen } from '#tests/support/render-plan-screen.tsx';
import { storeSession } from '#tests/support/store-session.ts';
import { createAppStore } from '../app-store.ts';
import { baseApi } from './base-api.ts';
import { notificationSettingsApi } from './notification-settings-api.ts';
import type { Notifications } from './types.ts';

setupPlanScreen();

const address = 'https://vigia.example/api/users/notifications';
const night = { desde: '23:00', hasta: '08:00', zona: 'Europe/Madrid' };
const quiet: Notifications = { silencio: night, correo: 'activo', navegador: false };

/** The server's record, guarded as the server guards it. */
async function world() {
  const now = { held: quiet, version: 1 };
  const sent: Notifications[] = [];
  server.use(
    http.get(address, () => HttpResponse.json(now.held, { headers: { etag: `"${now.version}"` } })),
    http.put(address, async ({ request }) => {
      const body = (await request.json()) as Notifications;
      sent.push(body);
      const ifMatch = request.headers.get('if-match');
      if (ifMatch !== null && ifMatch !== `"${now.version}"`)
        return errorResponse(409, 'conflict', 'Cambió.');
      now.held = body;
      now.version += 1;
      return HttpResponse.json(body);
    }),
  );
  const store = createAppStore({ session: storeSession });
  const { getNotifications } = baseApi.endpoints;
  await store.dispatch(getNotifications.initiate());
  const change = (part: Partial<Notifications>) =>
    store.dispatch(notificationSettingsApi.endpoints.putNotifications.initiate(part));
  const shown = () => getNotifications.select()(store.getState()).data;
  /** By another tab, or a link in a mail. */
  const changeElsewhere = (part: Partial<Notifications>) => {
    now.held = { ...now.held, ...part };
    now.version += 1;
  };
  server.use(http.get('https://vigia.example/health', () => HttpResponse.json({})));
  /** As long as an answer takes. */
  const pause = () =>
    store.dispatch(baseApi.endpoints.getHealth.initiate(undefined, { forceRefetch: true }));
  return { now, sent, change, shown, changeElsewhere, pause };
}

it('is seen before the server answers, and kept', async () => {
  const { now, change, shown } = await world();
  const saving = change({ navegador: true });
  expect(shown()).toEqual({ ...quiet, navegador: true });
  expect((await saving).error).toBeUndefined();
  expect([shown(), now.held]).toEqual([now.held, { ...quiet, navegador: true }]);
});

it('leaves mail off when its link turned it off after this tab had read it', async () => {
  const { now, change, shown, changeElsewhere } = await world();
  changeElsewhere({ correo: 'baja' });
  await change({ silencio: null });
  expect(now.held).toEqual({ silencio: null, correo: 'baja', navegador: false });
  await expect.poll(shown).toEqual(now.held);
});

it('is put on top of what was changed while it was on its way', async () => {
  const { now, sent, change, changeElsewhere } = await world();
  const { arrived, letGo } = holdFirstWrite();
  const saving = change({ silencio: null });
  await arrived;
  changeElsewhere({ correo: 'baja' });
  letGo();
  expect((await saving).error).toBeUndefined();
  expect(sent).toHaveLength(2);
  expect(now.held).toEqual({ silencio: null, correo: 'baja', navegador: false });
});

it('and another one pressed at once are both kept, whichever is quicker', async () => {
  const { now, change, shown, pause } = await world();
  const { arrived, letGo } = holdFirstWrite();
  const first = change({ navegador: true });
  await arrived;
  const second = change({ correo: 'baja' });
  expect(shown()).toEqual({ ...quiet, navegador: true, correo: 'baja' });
  await pause();
  letGo();
  await Promise.all([first, second]);
  expect(now.held).toEqual({ ...quiet, navegador: true, correo: 'baja' });
  await expect.poll(shown).toEqual(now.held);
});

it('pressed twice ends where it was pressed last', async () => {
  const { now, change } = await world();
  await Promise.all([change({ correo: 'baja' }), change({ correo: 'activo' })]);
  expect(now.held.correo).toBe('activo');
});

it('is taken back when the server refuses, with its sentence, and what was saved before stays', async () => {
  const { now, change, shown } = await world();
  await change({ navegador: true });
  server.use(
    http.put(address, () => errorResponse(422, 'rule_broken', 'No conocemos esa zona horaria.')),
  );
  const saving = change({ silencio: null });
  expect(shown()?.silencio).toBeNull();
  expect((await saving).error).toMatchObject({ message: 'No conocemos esa zona horaria.' });
  await expect.poll(shown).toEqual(now.held);
  expect(now.held).toEqual({ ...quiet, navegador: true });
});

it('gives up when somebody else is first every time', async () => {
  const { change, shown } = await world();
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

/** The first change arrives, and is looked at only when let go. */
function holdFirstWrite() {
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
  return { arrived: first.promise, letGo: go.resolve };
}
