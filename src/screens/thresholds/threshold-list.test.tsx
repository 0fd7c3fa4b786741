/** Many thresholds at once: how they are selected, what may be done with a selection, its undo, and where the focus goes. */

import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeAll, expect, it } from 'vitest';
import type { Umbral } from '#contract/threshold.ts';
import { thresholdListCopy } from '#src/copy/threshold-list.ts';
import {
  errorResponse,
  mockBackend,
  press,
  renderScreen,
  server,
  setupScreenTests,
  stubLayout,
} from '#tests/support/screen-harness.tsx';
import {
  mockSettingsBackend,
  settingsSample,
  thresholdItemSample,
} from '#tests/support/settings-backend.ts';
import { umbralSample } from '#tests/support/threshold-samples.ts';
import { ThresholdList } from './threshold-list.tsx';
import { useThresholdList } from './use-threshold-list.ts';
import { emptySearch } from './use-threshold-search-params.ts';

setupScreenTests();
beforeAll(stubLayout);

const api = 'https://vigia.example/api';
const until = new Date(2099, 0, 1).toISOString();
const running = (valor: number, silenciadoHasta: string | null = null) =>
  umbralSample({ valor, silenciadoHasta });
const paused = (valor: number, pausa: Umbral['pausa'] = 'usuario') =>
  umbralSample({ valor, pausa });

/** Those with a silence are silent. */
function show(umbrales: Record<string, Umbral>) {
  mockBackend({});
  const settings = settingsSample(umbrales);
  const estados = Object.entries(umbrales).map(([id, { pausa, silenciadoHasta }]) => {
    const rest = silenciadoHasta === null ? 'vigilando' : 'silenciado';
    return [id, { status: pausa === null ? rest : 'pausado', armed: true, base: null, episode: 0 }];
  });
  const backend = mockSettingsBackend({ ...settings, estados: Object.fromEntries(estados) });
  server.use(
    http.get(`${api}/users/thresholds`, () => {
      const stored = Object.entries(backend.settings.configuracion.umbrales);
      const items = stored.map(([id, umbral]) => thresholdItemSample(id, umbral));
      return HttpResponse.json({ items, nextCursor: null, porEstado: {} });
    }),
  );
  const Rows = () => <ThresholdList rows={useThresholdList(emptySearch).rows ?? []} />;
  const shown = renderScreen(<Rows />, '/dashboard/umbrales');
  const stored = () => backend.settings.configuracion.umbrales;
  return {
    backend,
    ...shown,
    pauses: () => Object.values(stored()).map(({ pausa }) => pausa),
    silences: () => Object.values(stored()).map(({ silenciadoHasta }) => silenciadoHasta),
    /** Once the change is saved: what the toast says, and its undo. */
    async toast() {
      await waitFor(() => expect(shown.showToast).toHaveBeenCalledOnce());
      const [message, , action] = shown.showToast.mock.calls[0] ?? [];
      return { message, undo: action.run as () => void };
    },
  };
}

const nameOf = (price: number) => `España – Uruguay, Categoría 1, baja de ${price}\u00A0€`;
const box = (price: number) =>
  screen.findByRole<HTMLInputElement>('checkbox', { name: `Seleccionar ${nameOf(price)}` });
const select = async (...prices: readonly number[]) => {
  for (const price of prices) await userEvent.click(await box(price));
};
const head = (amount: number) =>
  screen.findByRole<HTMLInputElement>('checkbox', { name: `Seleccionar ${amount} umbrales` });
const bar = () => screen.queryByRole('region', { name: thresholdListCopy.selection });
const barButton = (name: string) =>
  within(bar() as HTMLElement).queryByRole<HTMLButtonElement>('button', { name });
const choose = async (name: string) => {
  await userEvent.click(barButton(thresholdListCopy.snooze) as HTMLElement);
  await userEvent.click(screen.getByRole('menuitem', { name }));
};
const expectFocusOnList = () =>
  expect(screen.getByRole('region', { name: thresholdListCopy.title })).toHaveFocus();

it('the box of the head says whether none, some or all are selected, and selects all or none', async () => {
  show({ t1: running(80_00), t2: running(90_00), t3: paused(70_00) });
  const all = await head(3);
  const state = () => [all.checked, all.indeterminate, bar()?.textContent?.match(/^\d/)?.[0]];
  expect(state()).toEqual([false, false, undefined]);
  await select(80, 70);
  expect(state()).toEqual([false, true, '2']);
  expect(await box(90)).not.toBeChecked();
  await select(70);
  expect(state()).toEqual([false, true, '1']);
  await userEvent.click(all);
  expect(state()).toEqual([true, false, '3']);
  expect(await box(90)).toBeChecked();
  await userEvent.click(all);
  expect(state()).toEqual([false, false, undefined]);
});

it.each<[string, number[], boolean, boolean | null]>([
  ['one that watches', [80], true, null],
  ['one that is paused', [70], false, true],
  ['both', [80, 70], true, true],
  ['one that the kick-off has closed', [60], false, null],
])('offers what changes something: %s', async (_which, prices, pauses, resumes) => {
  show({ t1: running(80_00), t2: paused(70_00), t3: paused(60_00, 'inicio') });
  await select(...prices);
  expect(barButton(thresholdListCopy.pause)?.disabled).toBe(!pauses);
  expect(barButton(thresholdListCopy.snooze)?.disabled).toBe(!pauses);
  expect(barButton(thresholdListCopy.resume)?.disabled ?? null).toBe(
    resumes === null ? null : !resumes,
  );
  expect(barButton(thresholdListCopy.remove)).toBeEnabled();
});

it('resumes those of a selection that can be, and undoes it', async () => {
  const { backend, toast, pauses } = show({
    t1: running(80_00),
    t2: paused(70_00),
    t3: paused(60_00, 'caducado'),
    t4: paused(50_00, 'plan'),
  });
  await userEvent.click(await head(4));
  await press(thresholdListCopy.resume);
  const { message, undo } = await toast();
  expect(backend.sent).toEqual(['batch cambiar t2, cambiar t4']);
  expect(message).toBe('2 umbrales de nuevo en marcha.');
  expect(pauses()).toEqual([null, null, 'caducado', null]);
  undo();
  await waitFor(() => expect(pauses()).toEqual([null, 'usuario', 'caducado', 'plan']));
});

it('silences those of a selection that watch, and undoes it', async () => {
  const { backend, toast, silences } = show({
    t1: running(80_00),
    t2: running(90_00, until),
    t3: paused(70_00),
  });
  await userEvent.click(await head(3));
  await choose('1\u00A0h');
  const { message, undo } = await toast();
  expect(backend.sent).toEqual(['batch cambiar t1, cambiar t2']);
  expect(message).toMatch(/^2 umbrales en silencio hasta /);
  const [first, second, third] = silences();
  const minutes = (Date.parse(first ?? '') - Date.now()) / 60_000;
  expect(Math.round(minutes)).toBe(60);
  expect([second, third]).toEqual([first, null]);
  undo();
  await waitFor(() => expect(silences()).toEqual([null, until, null]));
});

it('ends the silence of a selection in which some are silent, and undoes it', async () => {
  const { backend, toast, silences } = show({
    t1: running(80_00, until),
    t2: running(90_00),
    t3: paused(70_00),
  });
  await userEvent.click(await head(3));
  await choose(thresholdListCopy.unsnooze);
  const { message, undo } = await toast();
  expect(backend.sent).toEqual(['batch cambiar t1, cambiar t2']);
  expect(message).toBe('2 umbrales sin silencio.');
  expect(silences()).toEqual([null, null, null]);
  undo();
  await waitFor(() => expect(silences()).toEqual([until, null, null]));
});

it.each<[string, Umbral['pausa'], Umbral['pausa']]>([
  ['that watched', null, null],
  ['that had expired', 'caducado', 'caducado'],
  ['that the user had paused', 'usuario', 'usuario'],
  ['that the system had paused, as the user’s own', 'plan', 'usuario'],
])('deletes one, and its undo brings it back: %s', async (_which, pausa, restored) => {
  const { backend, toast } = show({
    t1: umbralSample({ valor: 80_00, pausa }),
    t2: running(90_00),
  });
  await press(`Borrar ${nameOf(80)}`);
  const { message, undo } = await toast();
  expect(message).toBe('1 umbral borrado.');
  await waitFor(() => expect(screen.queryByText(nameOf(80), { exact: false })).toBeNull());
  expectFocusOnList();
  undo();
  await waitFor(() => expect(backend.settings.configuracion.umbrales.t1?.pausa).toBe(restored));
  expect(backend.sent).toEqual(['delete t1', 'create t1, its match not watched']);
});

it('while a change of a selection is saved, no other is offered', async () => {
  const { toast } = show({ t1: running(80_00), t2: running(90_00), t3: paused(70_00) });
  const saved = Promise.withResolvers<void>();
  server.use(
    http.patch(`${api}/users/thresholds/:id`, async () => {
      await saved.promise;
      return undefined;
    }),
  );
  await select(80, 70);
  const names = [
    thresholdListCopy.pause,
    thresholdListCopy.resume,
    thresholdListCopy.snooze,
    thresholdListCopy.remove,
  ];
  const disabled = () => names.filter((name) => barButton(name)?.disabled !== false);
  expect(disabled()).toEqual([]);
  await choose('1\u00A0h');
  await waitFor(() => expect(disabled()).toEqual(names));
  saved.resolve();
  await toast();
  await waitFor(() => expect(disabled()).toEqual([]));
});

it('opens the form of one, and closes it', async () => {
  show({ t1: running(80_00), t2: running(90_00) });
  server.use(
    http.get(`${api}/monitoring/match`, () => errorResponse(503, 'unavailable', 'Sin partido.')),
  );
  expect(await head(2)).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
  await press(`Editar ${nameOf(90)}`);
  const dialog = await screen.findByRole('dialog', { name: 'Editar umbral' });
  expect(await within(dialog).findByText('Sin partido.')).toBeVisible();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cerrar' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
