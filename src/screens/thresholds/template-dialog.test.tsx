/** The template of thresholds: what it makes of the market, within what the plan has room for, and its undo. */

import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { expect, it, vi } from 'vitest';
import { templateCopy } from '#src/copy/threshold-template.ts';
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

it.each(['0', '91', '1.5', '-3', 'x'])('creates nothing %s per cent below today', async (share) => {
  await show(0);
  const field = screen.getByLabelText(templateCopy.share);
  await userEvent.clear(field);
  await userEvent.type(field, share);
  expect(field).toBeInvalid();
  expect(screen.getByText(templateCopy.shareError)).toBeVisible();
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
  expect(screen.getByLabelText(templateCopy.category)).toHaveFocus();
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
  expect(optionsOf(templateCopy.category)).toEqual([
    templateCopy.anyCategory,
    'Categoría 9',
    'Categoría 10',
    'Palco',
  ]);
  expect(optionsOf(templateCopy.scope)).toEqual([
    templateCopy.market,
    templateCopy.watched,
    'Chile',
    'España',
    'Perú',
    'Uruguay',
  ]);
  await choose(templateCopy.scope, 'España');
  expect(screen.getByLabelText(templateCopy.scope)).toHaveValue('team:España');
  expect(rows()).toEqual([
    'España – UruguayCategoría 10 · mar 24 nov200 €baja de 180 €',
    'España – UruguayCategoría 9 · mar 24 nov200 €baja de 180 €',
  ]);
  await choose(templateCopy.category, 'Categoría 9');
  await choose(templateCopy.direction, templateCopy.directions.above);
  await userEvent.clear(screen.getByLabelText(templateCopy.share));
  await userEvent.type(screen.getByLabelText(templateCopy.share), '25');
  expect(rows()).toEqual(['España – UruguayCategoría 9 · mar 24 nov200 €sube de 250 €']);
  await choose(templateCopy.category, templateCopy.anyCategory);
  await choose(templateCopy.direction, templateCopy.directions.below);
  await choose(templateCopy.scope, templateCopy.market);
  expect(rows()).toHaveLength(3);
  expect(rows()[2]).toBe('Perú – ChilePalco200 €baja de 150 €');
  const asked = requests.filter((request) => request.startsWith('GET monitoring/raw'));
  expect(asked).toEqual([expect.not.stringContaining('watched')]);
});

it('says which collectible has one, and does not suggest another', async () => {
  open({ umbrales: { t1: on('c1') } });
  await waitFor(() => expect(rows()).toHaveLength(2));
  await waitFor(() => expect(checked()).toEqual([false, true]));
  expect(rows()[0]).toContain(templateCopy.present);
  expect(rows()[1]).not.toContain(templateCopy.present);
  await choose(templateCopy.direction, templateCopy.directions.above);
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

it('says why they were not created, and stays open', async () => {
  const { onClose, showToast } = await show(0);
  server.use(
    http.post(`${api}/users/thresholds/batch`, () => errorResponse(503, 'unavailable', 'No.')),
  );
  await userEvent.click(await create('Crear 2 umbrales'));
  expect(await screen.findByRole('alert')).toHaveTextContent('No.');
  expect([onClose.mock.calls, showToast.mock.calls]).toEqual([[], []]);
});

it('a full plan has room for none, and suggests none', async () => {
  await show(5);
  expect(
    await screen.findByText('Tu plan Básico no admite más umbrales.', { exact: false }),
  ).toBeVisible();
  expect(screen.getByRole('link', { name: templateCopy.seePlans })).toHaveAttribute(
    'href',
    '/dashboard/plan',
  );
  expect(checked()).toEqual([false, false]);
});

it('says that nothing is for sale of what is chosen', async () => {
  open({ items: [collectibleSample({ floorCents: null })] });
  expect(await screen.findByText(/^Nada en venta coincide\./)).toBeVisible();
  expect(screen.queryByRole('table')).toBeNull();
  expect(await create('Crear 0 umbrales')).toBeDisabled();
  expect(screen.queryByText(/^Solo de los primeros/)).toBeNull();
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
  const loading = { name: templateCopy.loading };
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
  expect(await screen.findByText(templateCopy.failed)).toBeVisible();
  expect(screen.queryByRole('status', { name: templateCopy.loading })).toBeNull();
  expect(screen.queryByRole('button', { name: /^Crear/ })).toBeNull();
  isBroken = false;
  await press('Reintentar');
  expect(await create('Crear 2 umbrales')).toBeEnabled();
  expect(screen.queryByText(templateCopy.failed)).toBeNull();
});
