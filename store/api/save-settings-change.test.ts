/** A settings change is shown optimistically, rolled back when refused, and never overwrites another tab's unseen. */
import { expect, it } from 'vitest';
import { errorResponse, mockRoute, setupScreenTests } from '#tests/support/screen-harness.tsx';
import { mockSettingsBackend, settingsSample } from '#tests/support/settings-backend.ts';
import { storeSession } from '#tests/support/store-session.ts';
import { umbralSample } from '#tests/support/threshold-samples.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { createAppStore } from '../app-store.ts';
import type { Threshold } from './api-types.ts';
import { baseApi } from './base-api.ts';
import { saveSettingsChange } from './save-settings-change.ts';
import { overwriting, type SettingsChange } from './settings-changes.ts';

setupScreenTests();

/** @returns null once saved */
const save = async (...change: Parameters<typeof saveSettingsChange>) =>
  (await saveSettingsChange(...change)).error ?? null;

const line = (value: number, part: Partial<Threshold> = {}): Threshold =>
  umbralSample({ value, ...part });
const setPrice = (value: number): SettingsChange => ({ kind: 'change', id: 'a', patch: { value } });
const edit = (from: number, value: number): SettingsChange => ({
  kind: 'change',
  id: 'a',
  patch: { value },
  seen: line(from),
});

/** A tab that has read the settings. */
async function setup(umbrales: Record<string, Threshold>, partidos: string[] = []) {
  const backend = mockSettingsBackend(settingsSample(umbrales, partidos));
  const store = createAppStore({ session: storeSession() });
  const { getSettings } = baseApi.endpoints;
  await store.dispatch(getSettings.initiate());
  const settings = () => getSettings.select()(store.getState()).data;
  const shown = (id: string) => settings()?.configuracion.umbrales[id]?.value;
  const stored = (id: string) => backend.settings.configuracion.umbrales[id];
  /** Another tab saves. */
  const storeElsewhere = (umbrales: Record<string, Threshold>) => {
    backend.settings = { ...settingsSample(umbrales), version: backend.settings.version + 1 };
  };
  return { backend, store, settings, shown, stored, storeElsewhere };
}

it('is shown before the server answers, and saved', async () => {
  const { store, shown, stored, backend } = await setup({ a: line(18_000), b: line(9_000) });
  const saving = save(store, edit(18_000, 17_000));
  expect(shown('a')).toBe(17_000);
  expect(await saving).toBeNull();
  expect([shown('a'), stored('a')?.value, stored('b')?.value]).toEqual([17_000, 17_000, 9_000]);
  expect(backend.sent).toEqual(['change a']);
});

it('is rolled back when the server refuses, with its message', async () => {
  const { store, shown } = await setup({ a: line(18_000) });
  mockRoute('POST users/thresholds/batch', errorResponse(402, 'plan_limit', 'No cabe.'));
  const saving = save(store, setPrice(17_000));
  expect(shown('a')).toBe(17_000);
  expect(await saving).toMatchObject({ code: 'plan_limit', message: 'No cabe.' });
  expect(shown('a')).toBe(18_000);
});

it('creates, deletes, and changes several at once', async () => {
  const { store, settings, backend } = await setup({ a: line(18_000) });
  expect(await save(store, { kind: 'create', id: 'b', threshold: line(9_000) })).toBeNull();
  expect(settings()?.configuracion.umbrales.b).toMatchObject({ value: 9_000, pause: null });
  const changes = ['a', 'b'].map((id) => ({
    kind: 'change' as const,
    id,
    patch: { pause: 'user' as const },
  }));
  const pausing = save(store, { kind: 'batch', changes });
  expect(settings()?.states).toMatchObject({ a: { status: 'paused' }, b: { status: 'paused' } });
  expect(await pausing).toBeNull();
  const deleting = save(store, {
    kind: 'delete',
    id: 'a',
    seen: line(18_000, { pause: 'user' }),
  });
  expect(Object.keys(settings()?.configuracion.umbrales ?? {})).toEqual(['b']);
  expect(await deleting).toBeNull();
  expect(backend.sent).toEqual(['create b', 'change a, change b', 'delete a']);
});

it('creates nothing twice after a lost answer, and is a conflict where that one was to another rule', async () => {
  const { store, stored, storeElsewhere } = await setup({});
  storeElsewhere({ b: line(9_000) });
  const create = (value: number) =>
    save(store, { kind: 'create', id: 'b', threshold: line(value) });
  expect(await create(9_000)).toBeNull();
  expect(await create(8_000)).toMatchObject({
    conflict: { id: 'b', local: { value: 8_000 }, remote: { value: 9_000 } },
  });
  expect(stored('b')?.value).toBe(9_000);
});

it('watches a match beside those another tab watches', async () => {
  const { store, settings, backend } = await setup({}, ['m1']);
  backend.settings = { ...settingsSample({}, ['m1', 'm2']), version: 7 };
  const saving = save(store, { kind: 'watch', matchId: 'm3', isWatched: true });
  expect(settings()?.configuracion.partidos).toEqual(['m1', 'm3']);
  expect(await saving).toBeNull();
  await waitFor(() =>
    expect(settings()).toMatchObject({
      configuracion: { partidos: ['m1', 'm2', 'm3'] },
      version: 8,
    }),
  );
});

const deletion: SettingsChange = { kind: 'delete', id: 'a', seen: line(18_000) };
it.each([
  ['an edit', edit(18_000, 17_000), { value: 17_000 }, { a: line(16_000) }, 17_000],
  ['an edit of what was deleted', edit(18_000, 17_000), { value: 17_000 }, {}, 17_000],
  ['a deletion', deletion, null, { a: line(16_000) }, undefined],
])(
  '%s does not overwrite what another tab saved, and returns both, until it is repeated',
  async (...row) => {
    const [, change, local, elsewhere, after] = row;
    const { backend, store, shown, stored, storeElsewhere } = await setup({ a: line(18_000) });
    storeElsewhere(elsewhere);
    const problem = await save(store, change);
    const remote = 'a' in elsewhere ? { value: 16_000 } : null;
    const conflict = { id: 'a', local, remote };
    expect(problem).toMatchObject({ code: 'conflict', conflict });
    expect(backend.sent).toEqual([]);
    await expect.poll(() => shown('a')).toBe(remote?.value);
    if (!problem?.conflict) throw new Error('no conflict');
    expect(await save(store, overwriting(change, problem.conflict))).toBeNull();
    expect(stored('a')?.value).toBe(after);
  },
);

it('takes for deleted what another tab deleted', async () => {
  const { store, storeElsewhere } = await setup({ a: line(18_000) });
  storeElsewhere({});
  expect(await save(store, deletion)).toBeNull();
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
  expect(await save(store, setPrice(17_000))).toBeNull();
  late.resolve(before);
  expect((await reading).data?.version).toBe(2);
  expect(shown('a')).toBe(17_000);
});

it('is gone with the session, and one that fails afterwards undoes nothing', async () => {
  const { store, settings } = await setup({ a: line(18_000) });
  const sent = mockRoute('POST users/thresholds/batch', new Promise(() => {}));
  const saving = save(store, setPrice(17_000));
  await expect.poll(() => sent).toHaveLength(1);
  store.dispatch(baseApi.util.resetApiState());
  // A screen that still shows the settings requests them again, in vain: an entry without data.
  mockRoute('GET users/config', new Promise(() => {}));
  void store.dispatch(baseApi.endpoints.getSettings.initiate());
  expect(settings()).toBeUndefined();
  // An exception in the undo would fail the test as an unhandled rejection.
  expect(await saving).not.toBeNull();
  expect(settings()).toBeUndefined();
});
