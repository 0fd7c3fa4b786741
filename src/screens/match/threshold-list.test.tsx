/** A match's thresholds: what each watches, how far its price is, why it does not watch, and the switch that pauses it. */
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { expect, it, vi } from 'vitest';
import type { Umbral } from '#contract/threshold.ts';
import type { Collectible, ThresholdStatus } from '#store/api/api-types.ts';
import {
  button,
  errorResponse,
  mockBackend,
  plainText,
  press,
  renderScreen,
  server,
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

const collectible = (id: string, category: string, name: string) =>
  collectibleSample({ id, name, category });

it.each([
  ['plan', 'En pausa: no cabe en tu plan', 1],
  ['usuario', 'En pausa', 0],
  [null, 'Vigilando', 0],
] as const)('paused by %s reads “%s”', async (pausa, words, links) => {
  const umbrales = { t1: umbral(pausa) };
  const configuracion = { partidos: [], umbrales, frecuencia: 60 };
  mockBackend({ 'GET users/config': [{ configuracion, version: 1, estados: {} }] });
  renderScreen(
    <ThresholdList umbrales={umbrales} collectibles={[]} onCreate={() => {}} onEdit={() => {}} />,
    '/dashboard/partidos/m1',
  );
  expect(await screen.findByText(words)).toBeVisible();
  const found = screen.queryAllByRole('link', { name: 'Ver planes' });
  expect(found.map((link) => link.getAttribute('href'))).toEqual(
    Array.from({ length: links }, () => '/dashboard/plan'),
  );
});

it('names collectibles that share a category apart, in the list and to a screen reader', async () => {
  const umbrales = { t1: umbral(null, 'norte'), t2: umbral(null, 'sur'), t3: umbral(null, 'dos') };
  const configuracion = { partidos: [], umbrales, frecuencia: 60 };
  mockBackend({ 'GET users/config': [{ configuracion, version: 1, estados: {} }] });
  const collectibles = [
    collectible('norte', '1', 'Grada norte'),
    collectible('sur', '1', 'Grada sur'),
    collectible('dos', '2', 'Categoría 2'),
  ];
  renderScreen(
    <ThresholdList
      umbrales={umbrales}
      collectibles={collectibles}
      onCreate={() => {}}
      onEdit={() => {}}
    />,
    '/dashboard/partidos/m1',
  );
  const edits = await screen.findAllByRole('button', { name: /^Editar umbral/ });
  const names = ['Categoría 1 · Grada norte', 'Categoría 1 · Grada sur', 'Categoría 2'];
  expect(edits.map((button) => button.getAttribute('aria-label'))).toEqual(
    names.map((name) => expect.stringMatching(new RegExp(`^Editar umbral: ${name} baja de`))),
  );
  for (const name of names) expect(screen.getByText(`${name}, si`, { exact: false })).toBeVisible();
});

const rows = () => screen.getAllByRole('listitem').map(plainText);

it.each([
  ['above its line', { valor: 18_000 }, 20_000, 'Vigilando, falta 10,0 %'],
  ['below its line', { condicion: 'por_encima', valor: 22_000 }, 20_000, 'Vigilando, falta 10,0 %'],
  ['at its line', { valor: 20_000 }, 20_000, 'Vigilando'],
  ['past its line', { valor: 22_000 }, 20_000, 'Vigilando'],
  ['not known, as nothing is on sale', { condicion: 'por_encima' }, null, 'Vigilando'],
  ['of a change in per cent', { condicion: 'variacion', valor: 1_000 }, 300, 'Vigilando'],
  [
    'of a snooze, past its line',
    { valor: 22_000, silenciadoHasta: '2099-01-01T00:00:00.000Z' },
    20_000,
    'En silencio hasta .*',
  ],
  ['of a minimum of some days', { condicion: 'minimo', valor: 365 }, 300, 'Vigilando'],
] as const)(
  'says how far a price is from its line: %s',
  async (_which, part, floorCents, words) => {
    show({ t1: umbralSample(part) }, [collectibleSample({ floorCents })]);
    await screen.findByRole('switch', { checked: true });
    expect(rows()[0]).toMatch(new RegExp(`${words}$`));
  },
);

it('measures the collectible watched, or the cheapest of the category or the match', async () => {
  show(
    {
      one: umbralSample({ valor: 18_000 }),
      category: umbralSample({
        objetivo: { tipo: 'partido', id: 'm1', categoria: '1' },
        valor: 12_000,
      }),
      match: umbralSample({ objetivo: { tipo: 'partido', id: 'm1' }, valor: 9_500 }),
      gone: umbralSample({ objetivo: { tipo: 'coleccionable', id: 'c9' } }),
    },
    [
      collectibleSample(),
      collectibleSample({ id: 'c2', floorCents: 15_000 }),
      collectibleSample({ id: 'c3', name: 'Palco', category: 'Palco', floorCents: 10_000 }),
    ],
  );
  expect(rows()).toEqual([
    'Categoría 1, si baja de180 €Vigilando, falta 10,0 %',
    'El más barato de Categoría 1, si baja de120 €Vigilando, falta 20,0 %',
    'El más barato del partido, si baja de95 €Vigilando, falta 5,0 %',
    'c9, si baja de90 €Vigilando',
  ]);
});

it.each([
  ['activando', {}, 'Activándose'],
  ['cruzado', { valor: 18_000 }, 'Cruzado; se rearma en 185,40 €'],
  ['cruzado', { condicion: 'minimo', valor: 7 }, 'Cruzado; se rearma cuando el precio se aleja'],
] as const)('one that is %s says so in place of the distance: %o', async (status, part, words) => {
  show({ t1: umbralSample(part) }, [collectibleSample()], status);
  await waitFor(() => expect(rows()[0]).toMatch(new RegExp(`${words}$`)));
});

it('pauses one and resumes another, which looks paused', async () => {
  const { backend } = show({
    t1: umbralSample({ valor: 18_000 }),
    t2: umbralSample({ valor: 17_000, pausa: 'usuario' }),
  });
  const [running, paused] = await screen.findAllByRole('switch');
  expect([running, paused].map((each) => (each as HTMLInputElement).checked)).toEqual([
    true,
    false,
  ]);
  const looksOff = screen.getAllByRole('listitem').map((row) => row.classList.contains('off'));
  expect(looksOff).toEqual([false, true]);
  await userEvent.click(running as HTMLElement);
  await waitFor(() => expect(backend.sent).toEqual(['update t1']));
  expect(backend.settings.configuracion.umbrales.t1?.pausa).toBe('usuario');
  await userEvent.click(paused as HTMLElement);
  await waitFor(() => expect(backend.settings.configuracion.umbrales.t2?.pausa).toBeNull());
});

it('one that the kick-off has closed cannot be switched on', () => {
  show({ t1: umbralSample({ pausa: 'inicio' }) });
  expect(screen.getByText('Cerrado: el partido ya ha empezado')).toBeVisible();
  expect(screen.getByRole('switch', { name: /^Avisar si Categoría 1 baja de/ })).toBeDisabled();
});

it('opens the form of a new one or of the one pressed', async () => {
  const umbral = umbralSample({ valor: 17_000 });
  const { onCreate, onEdit } = show({ t1: umbralSample({ valor: 18_000 }), t2: umbral });
  await press('Crear umbral');
  expect([onCreate.mock.calls.length, onEdit.mock.calls.length]).toEqual([1, 0]);
  await press(/^Editar umbral: Categoría 1 baja de 170/);
  expect(onEdit).toHaveBeenCalledExactlyOnceWith({ id: 't2', umbral });
});

it('says that there is none, and only then', async () => {
  show({});
  expect(screen.getByText('Aún no has marcado una línea en este partido.')).toBeVisible();
  expect(await button('Crear umbral')).toBeEnabled();
  expect(screen.queryByRole('listitem')).toBeNull();
});

it('says why one could not be paused, and shows it as it was', async () => {
  show({ t1: umbralSample() });
  expect(screen.queryByText(/^Aún no/)).toBeNull();
  server.use(
    http.patch('https://vigia.example/api/users/thresholds/:id', () =>
      errorResponse(503, 'unavailable', 'Ahora no.'),
    ),
    http.get('https://vigia.example/api/users/thresholds/:id', () => HttpResponse.error()),
  );
  await userEvent.click(screen.getByRole('switch'));
  expect(await screen.findByRole('alert')).toHaveTextContent('Ahora no.');
  expect(screen.getByRole('switch')).toBeChecked();
});
