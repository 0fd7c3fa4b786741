/** The match screen shows what its address names, asks for nothing that it has, and opens the threshold form for what was pressed. */
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { Outlet } from 'react-router-dom';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Threshold } from '#domain/threshold.ts';
import { matchCopy as copy } from '#src/copy/match.ts';
import { priceChartCopy } from '#src/copy/price-chart-texts.ts';
import { thresholdFormCopy, valueLabels } from '#src/copy/threshold-form-texts.ts';
import {
  errorResponse,
  mockBackend,
  mockRoute,
  press,
  profile,
  renderScreen,
  server,
  statisticsSample as statistics,
  unavailable,
} from '#tests/support/screen-harness.tsx';
import { mockSettingsBackend, settingsSample } from '#tests/support/settings-backend.ts';
import { collectibleSample, matchSample, umbralSample } from '#tests/support/threshold-samples.ts';
import { MatchScreen } from './match-screen.tsx';

const match = (id: string) =>
  matchSample({ id, name: `Equipo ${id} – Rival ${id}`, city: 'Ciudad' });
const collectible = (id: string) => ({
  ...collectibleSample({ id, matchId: 'A', name: `Bloque ${id}`, category: id }),
  spark: [],
});
const detail = (id: string) => ({
  match: match(id),
  collectibles: [],
  statistics,
  categoryStatistics: null,
  history: null,
});
const pathOf = (id: string) => `/dashboard/partidos/${id}`;
const route = pathOf(':id');

beforeEach(() => {
  mockBackend({
    'GET users/config': [settingsSample()],
    'GET monitoring/matches': [{ items: [match('A'), match('B')], nextCursor: null }],
  });
});
/** What answers each match. @returns the requests, each by its query */
const answerMatches = (answerOf: (id: string) => object | Promise<object>) =>
  mockRoute('GET monitoring/match', ({ url }: Request) =>
    answerOf(new URL(url).searchParams.get('id') ?? ''),
  );
const show = (address: string) => renderScreen(<MatchScreen />, pathOf(address), { route });
const heading = (id: string) => screen.findByRole('heading', { level: 1, name: match(id).name });
const loading = { name: copy.loading };

it.each([
  ['loads', null],
  ['cannot be read, offline', HttpResponse.error()],
])('while the next match %s nothing of the last one is shown', async (_what, failure) => {
  const next = Promise.withResolvers<object>();
  const answers = failure === null ? [] : [failure];
  answerMatches((id) => (id === 'A' ? detail('A') : (answers.shift() ?? next.promise)));
  const { navigate } = show('A');
  await heading('A');
  await act(() => navigate(pathOf('B')));
  if (failure !== null) expect(await screen.findByText(copy.failed)).toBeVisible();
  expect(document.body).not.toHaveTextContent('Equipo A');
  expect(screen.queryByRole('button', { name: copy.watch })).toBeNull();
  // The way back to the list stays.
  const path = screen.getByRole('navigation', { name: 'Ruta' });
  expect(within(path).getByRole('link', { name: copy.back })).toBeVisible();
  if (failure !== null) await press(priceChartCopy.retry);
  expect(await screen.findByRole('status', loading)).toBeVisible();
  next.resolve(detail('B'));
  await heading('B');
});

it('shows no match without the user’s settings, says why, and reads only these on retry', async () => {
  const next = Promise.withResolvers<Response>();
  const asked = answerMatches(detail);
  mockRoute('GET users/config', unavailable(), next.promise);
  show('A');
  expect(screen.getByRole('status', loading)).toBeVisible();
  expect(await screen.findByText('Ahora no.')).toBeVisible();
  expect(screen.queryByRole('heading', { level: 1 })).toBeNull();
  await press(priceChartCopy.retry);
  expect(await screen.findByRole('status', loading)).toBeVisible();
  expect(screen.queryByText('Ahora no.')).toBeNull();
  next.resolve(HttpResponse.json(settingsSample()));
  await heading('A');
  expect(asked).toHaveLength(1);
});

it('opens with one request, and asks for nothing but the figures of another tab or range', async () => {
  const history = { range: '30d', points: [], gaps: [], limitedToDays: null };
  const collectibles = ['c1', 'c2'].map(collectible);
  answerMatches(() => ({
    ...detail('A'),
    collectibles,
    categoryStatistics: statistics,
    history: { ...history, collectibleId: 'c1' },
  }));
  const requests: string[] = [];
  const record = ({ request }: { request: Request }) => {
    const [, url] = request.url.split('/monitoring/');
    if (url !== undefined && !url.startsWith('matches')) requests.push(url);
  };
  server.events.on('request:start', record);
  show('A');
  await heading('A');
  expect(await screen.findByText(copy.noHistory)).toBeVisible();
  const steps = [
    ['tab', 'c2', ['history?collectible=c2&range=30d', 'stats?match=A&category=c2']],
    ['button', copy.ranges['7d'], ['history?collectible=c2&range=7d']],
    ['tab', 'c1', ['history?collectible=c1&range=7d']],
    ['button', copy.ranges['30d'], []],
  ] as const;
  const expected = ['match?id=A&range=30d'];
  for (const [role, name, asked] of steps) {
    await userEvent.click(screen.getByRole(role, { name }));
    expected.push(...asked);
    expect(await screen.findByText(copy.noHistory)).toBeVisible();
    await waitFor(() => expect(requests.toSorted()).toEqual(expected.toSorted()));
  }
  server.events.removeListener('request:start', record);
});

it.each([
  ['that its address names', '?c=c1', 'c1', '&collectible=c1'],
  ['that is the first on sale', '', 'c2', ''],
  ['that is the first on sale, for one that it does not have', '?c=x', 'c2', '&collectible=x'],
  ['that is the first on sale, where a link was cut off', '?c=', 'c2', ''],
])('opens with the collectible %s', async (_which, search, name, question) => {
  const soldOut = { ...collectible('c1'), floorCents: null };
  const collectibles = [soldOut, ...['c2', 'c3'].map(collectible)];
  const asked = answerMatches(() => ({ ...detail('A'), collectibles }));
  show(`A${search}`);
  expect(await screen.findByRole('tab', { selected: true, name })).toBeVisible();
  expect(await screen.findByRole('region', { name: `Estadísticas ${name}` })).toBeVisible();
  expect(asked.map((query) => query.replace('&range=30d', ''))).toEqual([
    `GET monitoring/match?id=A${question}`,
  ]);
});

it.each([
  ['of a match, with the price of its collectible', 20_000, `${match('A').name} · 200\u00A0€`],
  ['of a match with nothing on sale', null, match('A').name],
  ['of a match that does not exist', undefined, copy.missing],
])('names the tab of the browser: %s', async (_which, floorCents, title) => {
  answerMatches(() =>
    floorCents === undefined
      ? errorResponse(404, 'not_found', 'No existe.')
      : { ...detail('A'), collectibles: [{ ...collectible('c1'), floorCents }] },
  );
  const titles: (string | null)[] = [];
  const layout = <Outlet context={(subject: string | null) => void titles.push(subject)} />;
  const children = [{ path: route, element: <MatchScreen /> }];
  renderScreen(null, pathOf('A'), { route: '/', others: [{ element: layout, children }] });
  await waitFor(() => expect(titles.at(-1)).toBe(title));
  expect(new Set(titles)).toEqual(new Set([null, title]));
});

describe('the threshold form', () => {
  const path = pathOf('m1');
  const other = matchSample({ id: 'm2', name: 'Chile – Perú' });
  const collectiblesOf = {
    m1: [
      collectibleSample(),
      collectibleSample({ id: 'c2', name: 'Palco', category: 'Palco', floorCents: 30_000 }),
      // Named as the match.
      collectibleSample({ id: 'm1', name: 'Fondo', category: 'Fondo', floorCents: 30_000 }),
    ],
    m2: [collectibleSample({ id: 'd1', matchId: 'm2', category: 'Tribuna' })],
  };
  const points = [20_000, 18_000].map((floorCents, index) => ({
    at: `2026-11-2${index}T10:00:00.000Z`,
    floorCents,
    late: false,
  }));

  async function showForms(umbrales: Record<string, Threshold> = {}, search = '') {
    mockBackend({
      'GET users/profile': [{ ...profile(), plan: 'elite' }],
      'GET monitoring/matches': [{ items: [matchSample(), other], nextCursor: null }],
    });
    const backend = mockSettingsBackend(settingsSample(umbrales));
    answerMatches((id) => ({
      ...detail(id),
      match: id === 'm2' ? other : matchSample(),
      collectibles: collectiblesOf[id as 'm1' | 'm2'],
    }));
    mockRoute('GET monitoring/history', ({ url }: Request) => {
      const { searchParams } = new URL(url);
      const [collectibleId, range] = [searchParams.get('collectible'), searchParams.get('range')];
      return { collectibleId, range, points, gaps: [], limitedToDays: null };
    });
    const shown = show(`m1${search}`);
    await screen.findByRole('heading', { level: 1 });
    return { backend, ...shown };
  }
  const form = async (name: string) => within(await screen.findByRole('dialog', { name }));
  const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const hasPrice = async (name: string, price: string) => {
    const dialog = await form(name);
    expect(await dialog.findByLabelText(valueLabels.below)).toHaveValue(price);
    return dialog;
  };
  /** The router renders an address some time after it has it. */
  const chosenTab = (name: string) => screen.findByRole('tab', { selected: true, name });
  const onPalco = umbralSample({ target: { kind: 'collectible', id: 'c2' }, value: 25_000 });

  it('is opened by a link of a mail; closed, the address is without it', async () => {
    const { address } = await showForms({ t1: umbralSample(), t2: onPalco }, '?umbral=t2');
    const dialog = await hasPrice(thresholdFormCopy.edit, '250');
    await userEvent.click(dialog.getByRole('button', { name: thresholdFormCopy.cancel }));
    await closed();
    expect(address()).toBe(path);
  });

  it.each(['?umbral=t9', ''])('is not opened by a link of none: %s', async (search) => {
    const { address } = await showForms({ t1: umbralSample() }, search);
    expect(await screen.findByRole('grid')).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(address()).toBe(path + search);
  });

  it('makes one on the collectible of the chart, which is pointed out once saved', async () => {
    const { address, backend } = await showForms({ t1: umbralSample() }, '?c=c2');
    expect(await chosenTab('Palco')).toBeVisible();
    await press(copy.createThreshold);
    const dialog = await form(copy.createThreshold);
    const target = await dialog.findByLabelText(thresholdFormCopy.target);
    expect(target).toHaveValue('c:c2');
    await userEvent.selectOptions(target, 'c:c1');
    const price = dialog.getByLabelText(valueLabels.below);
    await userEvent.clear(price);
    await userEvent.type(price, '190');
    await press(thresholdFormCopy.save);
    await closed();
    expect(backend.sent).toEqual([expect.stringMatching(/^create /)]);
    await waitFor(() => expect(address()).toBe(`${path}?c=c1`));
    expect(await chosenTab('Categoría 1')).toBeVisible();
    const lines = { name: /^Línea de/ };
    await waitFor(() => expect(screen.getAllByRole('slider', lines)).toHaveLength(2));
  });

  it.each([
    ['the list beside the chart', /^Editar umbral: Palco baja de/],
    ['the row of its collectible', 'Editar umbral de Palco'],
  ])('is opened from %s, and leads to its collectible', async (_where, name) => {
    const { address, backend } = await showForms({ t2: onPalco });
    expect(await chosenTab('Categoría 1')).toBeVisible();
    await press(name);
    await hasPrice(thresholdFormCopy.edit, '250');
    await press(thresholdFormCopy.save);
    await closed();
    expect(backend.sent).toEqual(['change t2']);
    await waitFor(() => expect(address()).toBe(`${path}?c=c2`));
    expect(await chosenTab('Palco')).toBeVisible();
  });

  it('offers a price of the chart', async () => {
    await showForms();
    const chart = await screen.findByRole('slider', { name: /^Precio mínimo de Categoría 1/ });
    chart.focus();
    await userEvent.keyboard('{Home}{Enter}');
    await press(/^Avísame a este precio/);
    await hasPrice(copy.createThreshold, '200');
  });
});
