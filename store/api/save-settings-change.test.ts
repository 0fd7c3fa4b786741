// @vitest-environment jsdom
/** A settings change is shown optimistically, rolled back when refused, and never overwrites another tab's unseen. */
import { expect, it } from 'vitest';
import { errorResponse, mockRoute, setupScreenTests } from '#tests/support/screen-harness.tsx';
import { mockSettingsBackend, settingsSample } from '#tests/support/settings-backend.ts';
import { storeSession } from '#tests/support/store-session.ts';
import { umbralSample } from '#tests/support/threshold-samples.ts';
import { createAppStore } from '../app-store.ts';
import type { Umbral } from './api-types.ts';
import { baseApi } from './base-api.ts';
import { toUmbralInput } from './edit-threshold.ts';
import { overwriting, type SettingsChange, saveSettingsChange } from './save-settings-change.ts';

setupScreenTests();

const line = (valor: number, part: Partial<Umbral> = {}): Umbral =>
  umbralSample({ valor, ...part });
const seen = (valor: number) => toUmbralInput(line(valor));
const setPrice = (valor: number): SettingsChange => ({ kind: 'update', id: 'a', patch: { valor } });
const edit = (from: number, valor: number): SettingsChange => ({
  kind: 'update',
  id: 'a',
  patch: { valor },
  seen: seen(from),
});

/** A tab that has read the settings. */
async function setup(umbrales: Record<string, Umbral>, partidos: string[] = []) {
  const backend = mockSettingsBackend(settingsSample(umbrales, partidos));
  const store = createAppStore({ session: storeSession() });
  const { getSettings } = baseApi.endpoints;
  await store.dispatch(getSettings.initiate());
  const settings = () => getSettings.select()(store.getState()).data;
  const shown = (id: string) => settings()?.configuracion.umbrales[id]?.valor;
  const stored = (id: string) => backend.settings.configuracion.umbrales[id];
  /** Another tab saves. */
  const storeElsewhere = (umbrales: Record<string, Umbral>) => {
    backend.settings = { ...settingsSample(umbrales), version: backend.settings.version + 1 };
  };
  return { backend, store, settings, shown, stored, storeElsewhere };
}

it('is shown before the server answers, and saved', async () => {
  const { store, shown, stored, backend } = await setup({ a: line(18_000), b: line(9_000) });
  const saving = saveSettingsChange(store, edit(18_000, 17_000));
  expect(shown('a')).toBe(17_000);
  expect(await saving).toBeNull();
  expect([shown('a'), stored('a')?.valor, stored('b')?.valor]).toEqual([17_000, 17_000, 9_000]);
  expect(backend.sent).toEqual(['update a']);
});

it('is rolled back when the server refuses, with its message', async () => {
  const { store, shown } = await setup({ a: line(18_000) });
  mockRoute('PATCH users/thresholds/a', errorResponse(402, 'plan_limit', 'No cabe.'));
  const saving = saveSettingsChange(store, setPrice(17_000));
  expect(shown('a')).toBe(17_000);
  expect(await saving).toMatchObject({ code: 'plan_limit', message: 'No cabe.', conflict: null });
  expect(shown('a')).toBe(18_000);
});

it('creates, deletes, and changes several at once, each by its own endpoint', async () => {
  const { store, settings, backend } = await setup({ a: line(18_000) });
  expect(
    await saveSettingsChange(store, { kind: 'create', id: 'b', umbral: seen(9_000) }),
  ).toBeNull();
  expect(settings()?.configuracion.umbrales.b).toMatchObject({ valor: 9_000, pausa: null });
  const changes = ['a', 'b'].map((id) => ({
    tipo: 'cambiar' as const,
    id,
    cambio: { pausa: 'usuario' as const },
  }));
  const pausing = saveSettingsChange(store, { kind: 'batch', changes });
  expect(settings()?.estados).toMatchObject({ a: { status: 'pausado' }, b: { status: 'pausado' } });
  expect(await pausing).toBeNull();
  const deleting = saveSettingsChange(store, {
    kind: 'delete',
    id: 'a',
    seen: { ...seen(18_000), pausa: 'usuario' },
  });
  expect(Object.keys(settings()?.configuracion.umbrales ?? {})).toEqual(['b']);
  expect(await deleting).toBeNull();
  expect(backend.sent).toEqual(['create b', 'batch cambiar a, cambiar b', 'delete a']);
});

it('watches a match beside those another tab watches', async () => {
  const { store, settings, backend } = await setup({}, ['m1']);
  backend.settings = { ...settingsSample({}, ['m1', 'm2']), version: 7 };
  const saving = saveSettingsChange(store, { kind: 'watch', matchId: 'm3', isWatched: true });
  expect(settings()?.configuracion.partidos).toEqual(['m1', 'm3']);
  expect(await saving).toBeNull();
  expect(settings()).toMatchObject({ configuracion: { partidos: ['m1', 'm2', 'm3'] }, version: 8 });
});

it('pauses or snoozes what another tab has given another rule, which stays', async () => {
  const { store, stored, storeElsewhere } = await setup({ a: line(18_000) });
  const silenciadoHasta = '2999-01-01T00:00:00.000Z';
  for (const patch of [{ pausa: 'usuario' }, { silenciadoHasta }] as const) {
    storeElsewhere({ a: line(16_000) });
    const change = { kind: 'update', id: 'a', patch, seen: seen(18_000) } as const;
    expect(await saveSettingsChange(store, change)).toBeNull();
    expect(stored('a')).toMatchObject({ valor: 16_000, ...patch });
  }
});

it('does not overwrite the rule saved by another tab, and returns both, until it is repeated', async () => {
  const { store, shown, stored, storeElsewhere, backend } = await setup({ a: line(18_000) });
  storeElsewhere({ a: line(16_000) });
  const change = edit(18_000, 17_000);
  const problem = await saveSettingsChange(store, change);
  expect(problem).toMatchObject({
    code: 'conflict',
    conflict: { of: 'umbral', id: 'a', local: { valor: 17_000 }, remote: { valor: 16_000 } },
  });
  expect(backend.sent).toEqual([]);
  await expect.poll(() => shown('a')).toBe(16_000);
  if (!problem?.conflict) throw new Error('no conflict');
  expect(await saveSettingsChange(store, overwriting(change, problem.conflict))).toBeNull();
  expect(stored('a')?.valor).toBe(17_000);
});

it('of a threshold that another tab deleted is a conflict; repeated, it creates it again', async () => {
  const { store, stored, storeElsewhere } = await setup({ a: line(18_000) });
  storeElsewhere({});
  const change = edit(18_000, 17_000);
  const problem = await saveSettingsChange(store, change);
  expect(problem?.conflict).toMatchObject({ local: { valor: 17_000 }, remote: null });
  if (!problem?.conflict) throw new Error('no conflict');
  expect(await saveSettingsChange(store, overwriting(change, problem.conflict))).toBeNull();
  expect(stored('a')?.valor).toBe(17_000);
});

it('does not delete what another tab changed, and takes for deleted what another tab deleted', async () => {
  const { store, stored, storeElsewhere } = await setup({ a: line(18_000) });
  const deletion: SettingsChange = { kind: 'delete', id: 'a', seen: seen(18_000) };
  storeElsewhere({ a: line(16_000) });
  const problem = await saveSettingsChange(store, deletion);
  expect(problem?.conflict).toMatchObject({ local: null, remote: { valor: 16_000 } });
  expect(stored('a')?.valor).toBe(16_000);
  if (!problem?.conflict) throw new Error('no conflict');
  expect(overwriting(deletion, problem.conflict)).toEqual({ kind: 'delete', id: 'a' });
  storeElsewhere({});
  expect(await saveSettingsChange(store, deletion)).toBeNull();
});

it('of the frequency keeps what another tab changed elsewhere, and is a conflict when it chose another', async () => {
  const { store, settings, backend, storeElsewhere } = await setup({ a: line(18_000) });
  storeElsewhere({ a: line(16_000) });
  expect(await saveSettingsChange(store, { kind: 'frequency', seconds: 300 })).toBeNull();
  expect(settings()?.configuracion).toMatchObject({
    frecuencia: 300,
    umbrales: { a: { valor: 16_000 } },
  });
  const { configuracion, version } = backend.settings;
  backend.settings = {
    ...backend.settings,
    configuracion: { ...configuracion, frecuencia: 600 },
    version: version + 1,
  };
  expect(await saveSettingsChange(store, { kind: 'frequency', seconds: 900 })).toMatchObject({
    conflict: { of: 'frecuencia' },
  });
});

it('is not undone by settings that were read before it was saved', async () => {
  const { store, shown, backend } = await setup({ a: line(18_000) });
  const before = backend.settings;
  const late = Promise.withResolvers<object>();
  const requests = mockRoute('GET users/config', late.promise, undefined);
  const reading = store.dispatch(
    baseApi.endpoints.getSettings.initiate(undefined, { forceRefetch: true }),
  );
  await expect.poll(() => requests).toHaveLength(1);
  expect(await saveSettingsChange(store, setPrice(17_000))).toBeNull();
  late.resolve(before);
  expect((await reading).data?.version).toBe(2);
  expect(shown('a')).toBe(17_000);
});
