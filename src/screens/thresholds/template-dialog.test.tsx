/** The template of thresholds: what it makes of the market, within what the plan has room for, and its undo. */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { expect, it, vi } from 'vitest';
import type { Collectible, Match, Umbral } from '#store/api/api-types.ts';
import {
  errorResponse,
  mockBackend,
  plainText,
  press,
  profile,
  renderScreen,
  server,
  setupScreenTests,
} from '#tests/support/screen-harness.tsx';
import { mockSettingsBackend, settingsSample } from '#tests/support/settings-backend.ts';
import { collectibleSample, matchSample, umbralSample } from '#tests/support/threshold-samples.ts';
import { TemplateDialog } from './template-dialog.tsx';

setupScreenTests();

const api = 'https://vigia.example/api';
const match = (part: Partial<Match> = {}) => matchSample({ listings: 8, ...part });
const two = [collectibleSample(), collectibleSample({ id: 'c2', name: 'Grada norte' })];
const on = (id: string, part: Partial<Umbral> = {}) =>
  umbralSample({ objetivo: { tipo: 'coleccionable', id }, ...part });

interface Market {
  readonly items?: readonly Collectible[];
  readonly matches?: readonly Match[];
  readonly umbrales?: Record<string, Umbral>;
  readonly plan?: 'basico' | 'elite';
}

function open({ items = two, matches = [match()], umbrales = {}, plan = 'basico' }: Market = {}) {
  const requests = mockBackend({
    'GET users/profile': [{ ...profile(), plan }],
    'GET monitoring/matches': [{ items: matches, nextCursor: null }],
    'GET monitoring/raw': [{ items, nextCursor: null }],
  });
  const backend = mockSettingsBackend(settingsSample(umbrales));
  const onClose = vi.fn();
  const shown = renderScreen(<TemplateDialog onClose={onClose} />, '/dashboard/umbrales');
  return { backend, onClose, requests, ...shown };
}

/** A market of two, on a plan of five thresholds. @param present how many of these there are */
async function show(present: number) {
  const umbrales = Array.from({ length: present }, (_, index) => [`t${index}`, on(`x${index}`)]);
  const shown = open({ umbrales: Object.fromEntries(umbrales) });
  await waitFor(() => expect(screen.getAllByRole('checkbox')).toHaveLength(2));
  return shown;
}
const create = (words: string) => screen.findByRole('button', { name: words });

it('creates as many as there is room for, without a word of too many', async () => {
  const { backend, onClose } = await show(4);
  expect(await screen.findByText(/^En tu plan Básico cabe/)).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
  await userEvent.click(await create('Crear 1 umbral'));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(backend.sent).toEqual([expect.stringMatching(/^batch crear [^,]+$/)]);
});

it('creates none while more are chosen than there is room for, and says so', async () => {
  await show(4);
  expect(await screen.findByText(/^En tu plan Básico cabe/)).toBeVisible();
  await userEvent.click(screen.getByRole('checkbox', { checked: false }));
  expect(screen.getByRole('alert')).toHaveTextContent(/^Quita la marca de algunos/);
  expect(await create('Crear 2 umbrales')).toBeDisabled();
});

it('says nothing of room where all of them have it', async () => {
  await show(3);
  expect(await create('Crear 2 umbrales')).toBeEnabled();
  expect(screen.queryByText(/^En tu plan/)).toBeNull();
});

it.each(['0', '91', '1.5', '-3', 'x'])('creates nothing %s per cent below today', async (share) => {
  await show(0);
  const field = screen.getByLabelText('Porcentaje');
  await userEvent.clear(field);
  await userEvent.type(field, share);
  expect(field).toBeInvalid();
  expect(screen.getByText('Escribe un porcentaje entero, de 1 a 90.')).toBeVisible();
  expect(await create('Crear 0 umbrales')).toBeDisabled();
});

const checked = () =>
  screen.getAllByRole<HTMLInputElement>('checkbox').map((checkbox) => checkbox.checked);
const rows = () => screen.getAllByRole('row').slice(1).map(plainText);
const choose = (label: string, option: string) =>
  userEvent.selectOptions(screen.getByLabelText(label), option);
const team = (name: string): Match['home'] => ({
  name,
  colors: ['#000000', '#ffffff', '#ff0000'],
  vertical: false,
});

it('begins at its first field, with a tenth below today of all that is for sale', async () => {
  await show(0);
  expect(screen.getByLabelText('Categoría')).toHaveFocus();
  expect(rows()).toEqual([
    'España – UruguayCategoría 1200 €baja de 180 €',
    'España – UruguayCategoría 1 · Grada norte200 €baja de 180 €',
  ]);
  expect(screen.getByText('Se crearán 2 umbrales')).toBeVisible();
});

const market = {
  plan: 'elite',
  matches: [
    match({
      home: team('España'),
      away: team('Uruguay'),
      kickoffAt: '2026-11-24T18:00:00.000Z',
    }),
    match({ id: 'm2', name: 'Perú – Chile', home: team('Perú'), away: team('Chile') }),
  ],
  items: [
    collectibleSample({ category: '10', name: 'Categoría 10' }),
    collectibleSample({ id: 'c2', category: '9', name: 'Categoría 9' }),
    collectibleSample({ id: 'd1', matchId: 'm2', category: 'Palco', name: 'Palco' }),
  ],
} as const;

it('makes thresholds of one category, of one team, above today, of another share', async () => {
  const { requests } = open(market);
  await waitFor(() => expect(rows()).toHaveLength(3));
  const optionsOf = (label: string) =>
    within(screen.getByLabelText(label))
      .getAllByRole('option')
      .map(({ textContent }) => textContent);
  expect(optionsOf('Categoría')).toEqual([
    'cualquier categoría',
    'Categoría 9',
    'Categoría 10',
    'Palco',
  ]);
  expect(optionsOf('Partidos')).toEqual([
    'todo el mercado',
    'lo que vigilo',
    'Chile',
    'España',
    'Perú',
    'Uruguay',
  ]);
  await choose('Partidos', 'España');
  expect(screen.getByLabelText('Partidos')).toHaveValue('team:España');
  expect(rows()).toEqual([
    'España – UruguayCategoría 10 · mar 24 nov200 €baja de 180 €',
    'España – UruguayCategoría 9 · mar 24 nov200 €baja de 180 €',
  ]);
  await choose('Categoría', 'Categoría 9');
  await choose('Condición', 'sube un');
  await userEvent.clear(screen.getByLabelText('Porcentaje'));
  await userEvent.type(screen.getByLabelText('Porcentaje'), '25');
  expect(rows()).toEqual(['España – UruguayCategoría 9 · mar 24 nov200 €sube de 250 €']);
  await choose('Categoría', 'cualquier categoría');
  await choose('Condición', 'baja un');
  await choose('Partidos', 'todo el mercado');
  expect(rows()).toHaveLength(3);
  expect(rows()[2]).toBe('Perú – ChilePalco200 €baja de 150 €');
  const asked = requests.filter((request) => request.startsWith('GET monitoring/raw'));
  expect(asked).toEqual([expect.not.stringContaining('watched')]);
});

it('each field of its sentence is as wide as what is chosen', async () => {
  open(market);
  await waitFor(() => expect(rows()).toHaveLength(3));
  const sentence = () =>
    [...document.querySelectorAll<HTMLElement>('.slot')]
      .map((slot) => slot.dataset.text?.trim())
      .join('|');
  expect(sentence()).toBe('cualquier categoría|todo el mercado|baja un|10');
  await choose('Categoría', 'Palco');
  await choose('Partidos', 'Perú');
  await choose('Condición', 'sube un');
  expect(sentence()).toBe('Palco|Perú|sube un|10');
  await choose('Partidos', 'lo que vigilo');
  expect(sentence()).toBe('Palco|lo que vigilo|sube un|10');
});

it('of the watched matches, it asks for their prices', async () => {
  const { requests } = open({ ...market, matches: [match({ watched: true }), market.matches[1]] });
  await waitFor(() => expect(rows()).toHaveLength(3));
  await choose('Partidos', 'lo que vigilo');
  expect(rows()).toHaveLength(2);
  await waitFor(() =>
    expect(requests).toContainEqual(expect.stringMatching(/monitoring\/raw\?.*watched=true/)),
  );
});

it('says which collectible has one, and does not suggest another', async () => {
  open({ umbrales: { t1: on('c1') } });
  await waitFor(() => expect(rows()).toHaveLength(2));
  await waitFor(() => expect(checked()).toEqual([false, true]));
  expect(rows()[0]).toContain('ya tienes uno');
  expect(rows()[1]).not.toContain('ya tienes uno');
  await choose('Condición', 'sube un');
  expect(checked()).toEqual([true, true]);
});

it('creates what is marked, says how many, and undoes it as one', async () => {
  const { backend, onClose, showToast } = await show(0);
  const [first, second] = screen.getAllByRole('checkbox');
  await userEvent.click(first as HTMLElement);
  expect([checked(), screen.getByText('Se crearán 1 umbral')]).toEqual([
    [false, true],
    expect.anything(),
  ]);
  await userEvent.click(second as HTMLElement);
  expect(checked()).toEqual([false, false]);
  expect(screen.getByText('Marca al menos uno')).toBeVisible();
  expect(await create('Crear 0 umbrales')).toBeDisabled();
  await userEvent.click(second as HTMLElement);
  await userEvent.click(await create('Crear 1 umbral'));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(Object.values(backend.settings.configuracion.umbrales)).toEqual([
    expect.objectContaining({
      objetivo: { tipo: 'coleccionable', id: 'c2' },
      condicion: 'por_debajo',
      valor: 18_000,
    }),
  ]);
  const [message, , undo] = showToast.mock.calls[0] ?? [];
  expect(message).toBe('1 umbral creado.');
  undo.run();
  await waitFor(() => expect(backend.settings.configuracion.umbrales).toEqual({}));
  expect(backend.sent).toHaveLength(2);
});

it('another template marks anew', async () => {
  await show(0);
  await userEvent.click(screen.getAllByRole('checkbox')[0] as HTMLElement);
  expect(checked()).toEqual([false, true]);
  await choose('Condición', 'sube un');
  expect(checked()).toEqual([true, true]);
});

it('says why they were not created, and stays open', async () => {
  const { onClose, showToast } = await show(0);
  server.use(
    http.post(`${api}/users/thresholds/batch`, () => errorResponse(503, 'unavailable', 'No.')),
  );
  await userEvent.click(await create('Crear 2 umbrales'));
  expect(await screen.findByRole('alert')).toHaveTextContent('No.');
  expect([onClose.mock.calls, showToast.mock.calls]).toEqual([[], []]);
});

it.each([
  ['none', 0, 2],
  ['more than there is room for', 4, 1],
])('sends nothing while %s are marked, by Enter neither', async (_what, present, clicks) => {
  const { backend } = await show(present);
  await screen.findByRole('button', { name: `Crear ${present === 0 ? '2 umbrales' : '1 umbral'}` });
  for (const checkbox of screen.getAllByRole('checkbox').slice(-clicks))
    await userEvent.click(checkbox);
  fireEvent.submit(screen.getByLabelText('Porcentaje').closest('form') as HTMLFormElement);
  await userEvent.click(screen.getAllByRole('checkbox')[1] as HTMLElement);
  await userEvent.click(await create('Crear 1 umbral'));
  await waitFor(() => expect(backend.sent).toHaveLength(1));
});

it('a full plan has room for none, and suggests none', async () => {
  await show(5);
  expect(
    await screen.findByText('Tu plan Básico no admite más umbrales.', { exact: false }),
  ).toBeVisible();
  expect(screen.getByRole('link', { name: 'Ver planes' })).toHaveAttribute(
    'href',
    '/dashboard/plan',
  );
  expect(checked()).toEqual([false, false]);
});

it('more thresholds than the plan has, as after a change of plan, are room for none', async () => {
  await show(7);
  expect(await screen.findByText(/^Tu plan Básico no admite más umbrales\./)).toBeVisible();
});

it('says that nothing is for sale of what is chosen', async () => {
  open({ items: [collectibleSample({ floorCents: null })] });
  expect(await screen.findByText(/^Nada en venta coincide\./)).toBeVisible();
  expect(screen.queryByRole('table')).toBeNull();
  expect(await create('Crear 0 umbrales')).toBeDisabled();
  expect(screen.queryByText(/^Solo de los primeros/)).toBeNull();
});

it('says that a market is larger than what it read', async () => {
  open();
  server.use(
    http.get(`${api}/monitoring/raw`, ({ request }) => {
      const isFirst = !new URL(request.url).searchParams.has('cursor');
      return HttpResponse.json({ items: isFirst ? two : [], nextCursor: 'x' });
    }),
  );
  expect(await screen.findByText(/^Solo de los primeros partidos/)).toBeVisible();
});

it.each(['1', '90', ' 5 '])('“%s” is a percentage', async (share) => {
  await show(0);
  const field = screen.getByLabelText('Porcentaje');
  await userEvent.clear(field);
  await userEvent.type(field, share);
  expect(field).not.toHaveAttribute('aria-invalid');
  expect(field.closest('.is-invalid')).toBeNull();
  expect(screen.queryByText(/^Escribe un porcentaje/)).toBeNull();
  expect(screen.getByText('Se crearán 2 umbrales')).toBeVisible();
});

it('a wrong percentage is marked, and nothing is listed nor counted', async () => {
  await show(0);
  const field = screen.getByLabelText('Porcentaje');
  await userEvent.clear(field);
  expect(field).toBeInvalid();
  expect(field.closest('.is-invalid')).not.toBeNull();
  expect(field).toHaveAccessibleDescription('Escribe un porcentaje entero, de 1 a 90.');
  expect(screen.queryByRole('table')).toBeNull();
  expect(screen.queryByText(/^Se crearán|^Nada en venta/)).toBeNull();
});

it.each([
  ['raw', 'getMatches'],
  ['matches', 'getMarketCollectibles'],
])('waits for the prices and the matches: %s', async (resource, other) => {
  const answer = Promise.withResolvers<void>();
  const { store } = open();
  server.use(
    http.get(`${api}/monitoring/${resource}`, async () => {
      await answer.promise;
      return undefined;
    }),
  );
  const loading = { name: 'Cargando los precios de hoy' };
  await waitFor(() => {
    const queries = Object.values(store.getState().api.queries);
    const isRead = queries.some(
      (query) => query?.endpointName === other && query.status === 'fulfilled',
    );
    expect(isRead).toBe(true);
  });
  // The library notifies components some time after an answer, and at once of any other action.
  act(() => void store.dispatch({ type: 'any' }));
  expect(screen.getByRole('status', loading)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^Crear/ })).toBeNull();
  answer.resolve();
  expect(await create('Crear 2 umbrales')).toBeEnabled();
  expect(screen.queryByRole('status', loading)).toBeNull();
});

it.each([
  ['raw', { items: two, nextCursor: null }],
  ['matches', { items: [match()], nextCursor: null }],
])('says that they cannot be read, and reads them on retry: %s', async (resource, body) => {
  open();
  let isBroken = true;
  server.use(
    http.get(`${api}/monitoring/${resource}`, () =>
      isBroken ? errorResponse(503, 'unavailable', 'Ahora no.') : HttpResponse.json(body),
    ),
  );
  expect(await screen.findByText('No se han podido leer los precios.')).toBeVisible();
  expect(screen.queryByRole('status', { name: 'Cargando los precios de hoy' })).toBeNull();
  expect(screen.queryByRole('button', { name: /^Crear/ })).toBeNull();
  isBroken = false;
  await press('Reintentar');
  expect(await create('Crear 2 umbrales')).toBeEnabled();
  expect(screen.queryByText('No se han podido leer los precios.')).toBeNull();
});

it('is left by its button', async () => {
  const { backend, onClose } = await show(0);
  await press('Cancelar');
  expect([onClose.mock.calls.length, backend.sent]).toEqual([1, []]);
});
