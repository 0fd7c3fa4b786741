// @vitest-environment jsdom
/** A settings change is shown optimistically, rolled back when refused, and merged with another tab's. */
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import type { ConfiguracionInput, Settings } from '#contract/users.ts';
import { errorResponse, server, setupScreenTests } from '#tests/support/screen-harness.tsx';
import { storeSession } from '#tests/support/store-session.ts';
import { createAppStore } from '../app-store.ts';
import type { Umbral } from './api-types.ts';
import { baseApi } from './base-api.ts';
import { type SettingsChange, saveSettingsChange } from './save-settings-change.ts';

setupScreenTests();

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

/** A server that answers 409 to a PUT with another version than its own. */
async function setup(initial: Settings) {
  const now = { settings: initial };
  const sent: ConfiguracionInput[] = [];
  server.use(
    http.get(address, () => HttpResponse.json(now.settings)),
    http.put(address, async ({ request }) => {
      const body = (await request.json()) as ConfiguracionInput;
      if (request.headers.get('if-match') !== `"${now.settings.version}"`)
        return errorResponse(409, 'conflict', 'Cambió.');
      sent.push(body);
      const umbrales = body.umbrales as Record<string, Umbral>;
      now.settings = settings(umbrales, now.settings.version + 1);
      return HttpResponse.json(now.settings);
    }),
  );
  const store = createAppStore({ session: storeSession });
  await store.dispatch(baseApi.endpoints.getSettings.initiate());
  const shown = (id: string) =>
    baseApi.endpoints.getSettings.select()(store.getState()).data?.configuracion.umbrales[id]
      ?.valor;
  return { now, sent, store, shown };
}

it('is shown before the server answers, and saved', async () => {
  const { store, shown, now } = await setup(settings({ a: line(18_000) }));
  const saving = saveSettingsChange(store, setPrice('a', 17_000));
  expect(shown('a')).toBe(17_000);
  expect(await saving).toBeNull();
  expect([shown('a'), now.settings.version]).toEqual([17_000, 2]);
});

it('is rolled back when the server refuses, with its message', async () => {
  const { store, shown } = await setup(settings({ a: line(18_000) }));
  server.use(http.put(address, () => errorResponse(402, 'plan_limit', 'No cabe.')));
  const saving = saveSettingsChange(store, setPrice('a', 17_000));
  expect(shown('a')).toBe(17_000);
  expect(await saving).toMatchObject({ code: 'plan_limit', message: 'No cabe.' });
  expect(shown('a')).toBe(18_000);
});

it('is merged with another threshold that another tab saved', async () => {
  const { store, shown, now, sent } = await setup(settings({ a: line(18_000), b: line(9_000) }));
  now.settings = settings({ a: line(18_000), b: line(8_000) }, 2);
  expect(await saveSettingsChange(store, setPrice('a', 17_000))).toBeNull();
  expect(sent).toHaveLength(1);
  expect([shown('a'), shown('b')]).toEqual([17_000, 8_000]);
});

it('does not overwrite the same threshold saved by another tab, and returns both', async () => {
  const { store, shown, now, sent } = await setup(settings({ a: line(18_000) }));
  now.settings = settings({ a: line(16_000) }, 2);
  const problem = await saveSettingsChange(store, setPrice('a', 17_000));
  expect(problem).toMatchObject({
    code: 'conflict',
    conflicts: [{ of: 'umbral', id: 'a', local: { valor: 17_000 }, remote: { valor: 16_000 } }],
  });
  expect(sent).toEqual([]);
  expect(shown('a')).toBe(16_000);
  // Repeated by the user, it overwrites.
  expect(await saveSettingsChange(store, setPrice('a', 17_000))).toBeNull();
  expect(now.settings.configuracion.umbrales.a?.valor).toBe(17_000);
});

it('compares with what the user saw, even when the tab has fetched the other change meanwhile', async () => {
  const { store, shown, sent } = await setup(settings({ a: line(16_000) }, 2));
  const { version: _version, creadoEn: _creadoEn, ...seen } = line(18_000);
  const problem = await saveSettingsChange(store, setPrice('a', 17_000), { id: 'a', umbral: seen });
  expect([problem?.code, sent]).toEqual(['conflict', []]);
  expect(shown('a')).toBe(16_000);
});

it('ends with the last of two changes made at once', async () => {
  const { store, shown, now } = await setup(settings({ a: line(18_000) }));
  const both = [17_000, 16_000].map((valor) => saveSettingsChange(store, setPrice('a', valor)));
  expect(await Promise.all(both)).toEqual([null, null]);
  expect([shown('a'), now.settings.configuracion.umbrales.a?.valor]).toEqual([16_000, 16_000]);
});

it('is not undone by settings that were read before it was saved', async () => {
  const { store, shown, now } = await setup(settings({ a: line(18_000) }));
  const before = now.settings;
  const late = Promise.withResolvers<void>();
  const requested = Promise.withResolvers<void>();
  server.use(
    http.get(
      address,
      async () => {
        requested.resolve();
        await late.promise;
        return HttpResponse.json(before);
      },
      { once: true },
    ),
  );
  const reading = store.dispatch(
    baseApi.endpoints.getSettings.initiate(undefined, { forceRefetch: true }),
  );
  await requested.promise;
  expect(await saveSettingsChange(store, setPrice('a', 17_000))).toBeNull();
  late.resolve();
  expect((await reading).data?.version).toBe(2);
  expect(shown('a')).toBe(17_000);
  expect(await saveSettingsChange(store, setPrice('a', 16_000))).toBeNull();
  expect(now.settings.version).toBe(3);
});

it('is not undone by settings requested while it is pending', async () => {
  const { store, shown, now } = await setup(settings({ a: line(18_000) }));
  const order: string[] = [];
  const released = Promise.withResolvers<void>();
  const requested = Promise.withResolvers<void>();
  server.use(
    http.get(address, () => {
      order.push('read');
      return HttpResponse.json(now.settings);
    }),
    http.get('https://vigia.example/health', () => HttpResponse.json({})),
    http.put(address, async ({ request }) => {
      requested.resolve();
      await released.promise;
      const body = (await request.json()) as ConfiguracionInput;
      now.settings = settings(body.umbrales as Record<string, Umbral>, now.settings.version + 1);
      order.push('saved');
      return HttpResponse.json(now.settings);
    }),
  );
  const saving = saveSettingsChange(store, setPrice('a', 17_000));
  await requested.promise;
  const { getSettings, getHealth } = baseApi.endpoints;
  const reading = store.dispatch(getSettings.initiate(undefined, { forceRefetch: true }));
  // The duration of a request.
  await store.dispatch(getHealth.initiate());
  expect(shown('a')).toBe(17_000);
  released.resolve();
  expect(await saving).toBeNull();
  expect((await reading).data?.version).toBe(2);
  expect([order, shown('a')]).toEqual([['saved', 'read'], 17_000]);
});
