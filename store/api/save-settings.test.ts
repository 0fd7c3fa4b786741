/** A change of the settings is seen at once, taken back when refused, and joined with another tab's. */

import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import type { ConfiguracionInput, Settings } from '#contract/users.ts';
import { errorResponse, server, setupPlanScreen } from '#tests/support/render-plan-screen.tsx';
import { storeSession } from '#tests/support/store-session.ts';
import { createAppStore } from '../app-store.ts';
import { baseApi } from './base-api.ts';
import { type SettingsChange, saveSettings } from './save-settings.ts';
import type { Umbral } from './types.ts';

setupPlanScreen();

const address = 'https://vigia.example/api/users/config';
const line = (valor: number): Umbral => ({
  objetivo: { tipo: 'coleccionable', id: 'c1' },
  condicion: 'por_debajo',
  valor,
  moneda: 'EUR',
  banda: 300,
  pausa: null,
  silenciadoHasta: null,
  version: 1,
  creadoEn: '2026-01-01T00:00:00.000Z',
});
const settings = (umbrales: Record<string, Umbral>, version = 1): Settings => ({
  configuracion: { partidos: [], umbrales, frecuencia: 60 },
  version,
  estados: {},
});
const setPrice =
  (id: string, valor: number): SettingsChange =>
  (current) => {
    const umbral = current.umbrales[id];
    if (umbral === undefined) return current;
    return { ...current, umbrales: { ...current.umbrales, [id]: { ...umbral, valor } } };
  };

/** The server's settings, and what a PUT against another version than theirs answers. */
async function world(held: Settings) {
  const now = { held };
  const sent: ConfiguracionInput[] = [];
  server.use(
    http.get(address, () => HttpResponse.json(now.held)),
    http.put(address, async ({ request }) => {
      const body = (await request.json()) as ConfiguracionInput;
      if (request.headers.get('if-match') !== `"${now.held.version}"`)
        return errorResponse(409, 'conflict', 'Cambió.');
      sent.push(body);
      const umbrales = body.umbrales as Record<string, Umbral>;
      now.held = settings(umbrales, now.held.version + 1);
      return HttpResponse.json(now.held);
    }),
  );
  const store = createAppStore({ session: storeSession });
  await store.dispatch(baseApi.endpoints.getConfig.initiate());
  const shown = (id: string) =>
    baseApi.endpoints.getConfig.select()(store.getState()).data?.configuracion.umbrales[id]?.valor;
  return { now, sent, store, shown };
}

it('is seen before the server answers, and kept', async () => {
  const { store, shown, now } = await world(settings({ a: line(18_000) }));
  const saving = saveSettings(store, setPrice('a', 17_000));
  expect(shown('a')).toBe(17_000);
  expect(await saving).toBeNull();
  expect([shown('a'), now.held.version]).toEqual([17_000, 2]);
});

it('is taken back when the server refuses, with its sentence', async () => {
  const { store, shown } = await world(settings({ a: line(18_000) }));
  server.use(http.put(address, () => errorResponse(402, 'plan_limit', 'No cabe.')));
  const saving = saveSettings(store, setPrice('a', 17_000));
  expect(shown('a')).toBe(17_000);
  expect(await saving).toMatchObject({ code: 'plan_limit', message: 'No cabe.' });
  expect(shown('a')).toBe(18_000);
});

it('is joined with what another tab saved of another threshold', async () => {
  const { store, shown, now, sent } = await world(settings({ a: line(18_000), b: line(9_000) }));
  now.held = settings({ a: line(18_000), b: line(8_000) }, 2);
  expect(await saveSettings(store, setPrice('a', 17_000))).toBeNull();
  expect(sent).toHaveLength(1);
  expect([shown('a'), shown('b')]).toEqual([17_000, 8_000]);
});

it('saves nothing over what another tab saved of the same threshold, and says both', async () => {
  const { store, shown, now, sent } = await world(settings({ a: line(18_000) }));
  now.held = settings({ a: line(16_000) }, 2);
  const problem = await saveSettings(store, setPrice('a', 17_000));
  expect(problem).toMatchObject({
    code: 'conflict',
    conflicts: [{ of: 'umbral', id: 'a', mine: { valor: 17_000 }, theirs: { valor: 16_000 } }],
  });
  expect(sent).toEqual([]);
  expect(shown('a')).toBe(16_000);
  // Told of it, the person decides.
  expect(await saveSettings(store, setPrice('a', 17_000))).toBeNull();
  expect(now.held.configuracion.umbrales.a?.valor).toBe(17_000);
});

it('compares with what the person saw, even when the tab has read the other’s change meanwhile', async () => {
  const { store, shown, sent } = await world(settings({ a: line(16_000) }, 2));
  const { version: _version, creadoEn: _creadoEn, ...seen } = line(18_000);
  const problem = await saveSettings(store, setPrice('a', 17_000), { id: 'a', umbral: seen });
  expect([problem?.code, sent]).toEqual(['conflict', []]);
  expect(shown('a')).toBe(16_000);
});

it('ends with the last of two changes made at once', async () => {
  const { store, shown, now } = await world(settings({ a: line(18_000) }));
  const both = [17_000, 16_000].map((valor) => saveSettings(store, setPrice('a', valor)));
  expect(await Promise.all(both)).toEqual([null, null]);
  expect([shown('a'), now.held.configuracion.umbrales.a?.valor]).toEqual([16_000, 16_000]);
});

it('is not put back by settings that were read before it was saved', async () => {
  const { store, shown, now } = await world(settings({ a: line(18_000) }));
  const before = now.held;
  const late = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  server.use(
    http.get(
      address,
      async () => {
        asked.resolve();
        await late.promise;
        return HttpResponse.json(before);
      },
      { once: true },
    ),
  );
  const reading = store.dispatch(
    baseApi.endpoints.getConfig.initiate(undefined, { forceRefetch: true }),
  );
  await asked.promise;
  expect(await saveSettings(store, setPrice('a', 17_000))).toBeNull();
  late.resolve();
  expect((await reading).data?.version).toBe(2);
  expect(shown('a')).toBe(17_000);
  expect(await saveSettings(store, setPrice('a', 16_000))).toBeNull();
  expect(now.held.version).toBe(3);
});

it('is not put back by settings asked for while it is on its way', async () => {
  const { store, shown, now } = await world(settings({ a: line(18_000) }));
  const order: string[] = [];
  const taken = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  server.use(
    http.get(address, () => {
      order.push('read');
      return HttpResponse.json(now.held);
    }),
    http.get('https://vigia.example/health', () => HttpResponse.json({})),
    http.put(address, async ({ request }) => {
      asked.resolve();
      await taken.promise;
      const body = (await request.json()) as ConfiguracionInput;
      now.held = settings(body.umbrales as Record<string, Umbral>, now.held.version + 1);
      order.push('saved');
      return HttpResponse.json(now.held);
    }),
  );
  const saving = saveSettings(store, setPrice('a', 17_000));
  await asked.promise;
  const { getConfig, getHealth } = baseApi.endpoints;
  const reading = store.dispatch(getConfig.initiate(undefined, { forceRefetch: true }));
  // As long as an answer takes.
  await store.dispatch(getHealth.initiate());
  expect(shown('a')).toBe(17_000);
  taken.resolve();
  expect(await saving).toBeNull();
  expect((await reading).data?.version).toBe(2);
  expect([order, shown('a')]).toEqual([['saved', 'read'], 17_000]);
});
