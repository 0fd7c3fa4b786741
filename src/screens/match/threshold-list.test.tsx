/** A match's thresholds: what each watches, how far its price is, why it does not watch, and the switch that pauses it. */

import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import type { Umbral } from '#contract/threshold.ts';
import { matchCopy } from '#src/copy/match.ts';
import { pausedBy } from '#src/copy/pause-reasons.ts';
import type { Collectible, ThresholdStatus } from '#store/api/api-types.ts';
import {
  mockBackend,
  plainText,
  press,
  renderScreen,
  setupScreenTests,
} from '#tests/support/screen-harness.tsx';
import { mockSettingsBackend, settingsSample } from '#tests/support/settings-backend.ts';
import { collectibleSample, umbralSample } from '#tests/support/threshold-samples.ts';
import { ThresholdList } from './threshold-list.tsx';

setupScreenTests();

function show(
  umbrales: Readonly<Record<string, Umbral>>,
  collectibles: readonly Collectible[] = [collectibleSample()],
  status: ThresholdStatus['status'] = 'vigilando',
) {
  mockBackend({});
  const settings = settingsSample(umbrales);
  const estados = Object.keys(umbrales).map((id) => [
    id,
    { status, armed: true, base: null, episode: 0 },
  ]);
  const backend = mockSettingsBackend({ ...settings, estados: Object.fromEntries(estados) });
  const [onCreate, onEdit] = [vi.fn(), vi.fn()];
  renderScreen(
    <ThresholdList {...{ umbrales, collectibles, onCreate, onEdit }} />,
    '/dashboard/partidos/m1',
  );
  return { backend, onCreate, onEdit };
}

const umbral = (pausa: Umbral['pausa'], id = 'c1') =>
  umbralSample({ objetivo: { tipo: 'coleccionable', id }, valor: 18_000, pausa });

it.each([
  ['plan', pausedBy.plan, 1],
  ['usuario', pausedBy.usuario, 0],
  [null, matchCopy.watching, 0],
] as const)('paused by %s reads “%s”', async (pausa, words, links) => {
  const umbrales = { t1: umbral(pausa) };
  const configuracion = { partidos: [], umbrales, frecuencia: 60 };
  mockBackend({ 'GET users/config': [{ configuracion, version: 1, estados: {} }] });
  renderScreen(
    <ThresholdList umbrales={umbrales} collectibles={[]} onCreate={() => {}} onEdit={() => {}} />,
    '/dashboard/partidos/m1',
  );
  expect(await screen.findByText(words)).toBeVisible();
  const found = screen.queryAllByRole('link', { name: matchCopy.seePlans });
  expect(found.map((link) => link.getAttribute('href'))).toEqual(
    Array.from({ length: links }, () => '/dashboard/plan'),
  );
});

const rows = () => screen.getAllByRole('listitem').map(plainText);

it.each([
  ['above its line', { valor: 18_000 }, 20_000, 'Vigilando, falta 10,0 %'],
  ['below its line', { condicion: 'por_encima', valor: 22_000 }, 20_000, 'Vigilando, falta 10,0 %'],
  ['at its line', { valor: 20_000 }, 20_000, matchCopy.watching],
  ['past its line', { valor: 22_000 }, 20_000, matchCopy.watching],
  ['not known, as nothing is on sale', { condicion: 'por_encima' }, null, matchCopy.watching],
  ['of a change in per cent', { condicion: 'variacion', valor: 1_000 }, 300, matchCopy.watching],
  [
    'of a snooze, past its line',
    { valor: 22_000, silenciadoHasta: '2099-01-01T00:00:00.000Z' },
    20_000,
    'En silencio hasta .*',
  ],
  ['of a minimum of some days', { condicion: 'minimo', valor: 365 }, 300, matchCopy.watching],
] as const)(
  'says how far a price is from its line: %s',
  async (_which, part, floorCents, words) => {
    show({ t1: umbralSample(part) }, [collectibleSample({ floorCents })]);
    await screen.findByRole('switch', { checked: true });
    expect(rows()[0]).toMatch(new RegExp(`${words}$`));
  },
);

it.each([
  ['activando', {}, matchCopy.activating],
  ['cruzado', { valor: 18_000 }, 'Cruzado; se rearma en 185,40 €'],
  ['cruzado', { condicion: 'minimo', valor: 7 }, matchCopy.crossed],
] as const)('one that is %s says so in place of the distance: %o', async (status, part, words) => {
  show({ t1: umbralSample(part) }, [collectibleSample()], status);
  await waitFor(() => expect(rows()[0]).toMatch(new RegExp(`${words}$`)));
});

it('pauses one and resumes another, which is off', async () => {
  const { backend } = show({
    t1: umbralSample({ valor: 18_000 }),
    t2: umbralSample({ valor: 17_000, pausa: 'usuario' }),
  });
  const [running, paused] = await screen.findAllByRole('switch');
  expect([running, paused].map((each) => (each as HTMLInputElement).checked)).toEqual([
    true,
    false,
  ]);
  await userEvent.click(running as HTMLElement);
  await waitFor(() => expect(backend.sent).toEqual(['update t1']));
  expect(backend.settings.configuracion.umbrales.t1?.pausa).toBe('usuario');
  await userEvent.click(paused as HTMLElement);
  await waitFor(() => expect(backend.settings.configuracion.umbrales.t2?.pausa).toBeNull());
});

it('one that the kick-off has closed cannot be switched on', () => {
  show({ t1: umbralSample({ pausa: 'inicio' }) });
  expect(screen.getByText(pausedBy.inicio)).toBeVisible();
  expect(screen.getByRole('switch', { name: /^Avisar si Categoría 1 baja de/ })).toBeDisabled();
});

it('opens the form of a new one or of the one pressed', async () => {
  const umbral = umbralSample({ valor: 17_000 });
  const { onCreate, onEdit } = show({ t1: umbralSample({ valor: 18_000 }), t2: umbral });
  await press(matchCopy.createThreshold);
  expect([onCreate.mock.calls.length, onEdit.mock.calls.length]).toEqual([1, 0]);
  await press(/^Editar umbral: Categoría 1 baja de 170/);
  expect(onEdit).toHaveBeenCalledExactlyOnceWith({ id: 't2', umbral });
});
