/** The overview: its headline and figures, a new account, what cannot be read, live prices, and the plan usage after a change. */

import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { Provider } from 'react-redux';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { Collectible, Match } from '#contract/monitoring.ts';
import type { Settings } from '#contract/users.ts';
import { lastPricesCopy } from '#src/copy/last-prices.ts';
import { overviewCopy } from '#src/copy/overview.ts';
import { writeLastPrices } from '#src/features/last-prices/last-prices-storage.ts';
import { readLastPrices } from '#src/features/last-prices/read-last-prices.ts';
import { getLivePrices } from '#store/api/live-prices-api.ts';
import { createPriceBatcher } from '#store/api/price-batcher.ts';
import { saveSettingsChange } from '#store/api/save-settings-change.ts';
import { createAppStore } from '#store/app-store.ts';
import { sourceUpdated } from '#store/live.slice.ts';
import { createShownMatches } from '#store/shown-matches.ts';
import { alertSample } from '#tests/support/alert-samples.ts';
import {
  errorResponse,
  mockBackend,
  plainText,
  press,
  profile,
  renderScreen,
  server,
  setupScreenTests,
  stubLayout,
} from '#tests/support/screen-harness.tsx';
import { mockSettingsBackend, settingsSample } from '#tests/support/settings-backend.ts';
import { storeSession } from '#tests/support/store-session.ts';
import { collectibleSample, matchSample, umbralSample } from '#tests/support/threshold-samples.ts';
import { OverviewScreen } from './overview-screen.tsx';

setupScreenTests();
beforeAll(stubLayout);
afterEach(() => void vi.useRealTimers());

const configUrl = 'https://vigia.example/api/users/config';
const settings: Settings = {
  configuracion: { partidos: ['m1'], umbrales: {}, frecuencia: 60 },
  version: 1,
  estados: {},
};

function mockOverview() {
  mockBackend({
    'GET users/alerts': [{ items: [], nextCursor: null, unread: 0 }],
    'GET monitoring/matches': [{ items: [], nextCursor: null }],
    'GET monitoring/raw': [{ items: [], nextCursor: null }],
  });
  mockHealth();
}

const mockHealth = () =>
  server.use(
    http.get('https://vigia.example/health', () =>
      HttpResponse.json({
        status: 'ok',
        checks: { database: { ok: true }, market: { ok: true, lastReadingAgeSeconds: 1 } },
      }),
    ),
  );

it('says that the settings cannot be read, and reads them on retry', async () => {
  mockOverview();
  let isBroken = true;
  server.use(
    http.get(configUrl, () =>
      isBroken ? errorResponse(500, 'internal', 'Algo ha fallado.') : HttpResponse.json(settings),
    ),
  );
  renderScreen(<OverviewScreen />, '/dashboard');
  expect(await screen.findByText('Algo ha fallado.')).toBeVisible();
  await waitFor(() =>
    expect(screen.queryByRole('status', { name: overviewCopy.loading })).toBeNull(),
  );
  isBroken = false;
  await press('Reintentar');
  expect(await screen.findByText(overviewCopy.emptyTitle)).toBeVisible();
});

it('counts a change of the settings in the plan usage at once', async () => {
  mockOverview();
  mockSettingsBackend(settings);
  const { store } = renderScreen(<OverviewScreen />, '/dashboard');
  expect(await screen.findByText('1 de 20 partidos')).toBeVisible();
  await act(() => saveSettingsChange(store, { kind: 'watch', matchId: 'm2', isWatched: true }));
  expect(await screen.findByText('2 de 20 partidos')).toBeVisible();
});

const team = (name: string): NonNullable<Match['home']> => ({
  name,
  colors: ['#a00', '#fa0', '#a00'],
  vertical: false,
});
const market: Match[] = [
  matchSample({ id: 'm1', status: 'started', listings: 5 }),
  matchSample({
    id: 'm2',
    name: 'Argentina – Japón',
    kickoffAt: '2099-06-01T18:00:00.000Z',
    listings: 7,
    floorCents: 9_000,
    home: team('Argentina'),
    away: team('Japón'),
  }),
  matchSample({ id: 'm3', name: 'México – Ghana', listings: 40, floorCents: 8_000 }),
];
/** Crossed, near, and far from their thresholds; the last of the other match. */
const collectibles = [
  collectibleSample({ id: 'c1', change24hBp: -500 }),
  collectibleSample({ id: 'c2', name: 'Categoría 2', category: '2', change24hBp: -1_250 }),
  collectibleSample({
    id: 'c3',
    matchId: 'm2',
    matchName: 'Argentina – Japón',
    change24hBp: 2_000,
  }),
];
const below = (id: string, valor: number) =>
  umbralSample({ objetivo: { tipo: 'coleccionable', id }, valor });
const umbrales = {
  t1: below('c1', 21_000),
  t2: below('c2', 19_500),
  t3: umbralSample({ objetivo: { tipo: 'partido', id: 'm2' }, valor: 100 }),
};

interface Account {
  readonly settings?: Settings;
  readonly items?: readonly Collectible[];
  readonly plan?: string;
  /** What answers the watch list instead. */
  readonly list?: (cursor: string | null) => Response | Promise<Response>;
  /** What answers all matches instead. */
  readonly allMatches?: () => Promise<Response>;
}

/** Shows the overview of an account with a live stream; `push` is a price of the stream. */
async function show({
  settings = settingsSample(umbrales, ['m1', 'm2']),
  items = collectibles,
  plan = 'premium',
  list = () => HttpResponse.json({ items, nextCursor: null }),
  allMatches = async () => HttpResponse.json({ items: market, nextCursor: null }),
}: Account = {}) {
  mockBackend({
    'GET users/profile': [{ ...profile(), plan, configuracion: settings.configuracion }],
    'GET users/alerts': [{ items: [alertSample()], nextCursor: null, unread: 0 }],
    'GET monitoring/history': [
      { collectibleId: 'c1', range: '30d', points: [], gaps: [], limitedToDays: null },
    ],
    'POST monitoring/preview': [
      { firings: 0, days: 30, mails: 0, last: [], currentCents: 20_000, alreadyTrue: false },
    ],
    'GET monitoring/stats': [{ currency: 'EUR', volumeSales24h: { value: 7, sampleSize: 1 } }],
  });
  mockHealth();
  mockSettingsBackend(settings);
  const asked: string[] = [];
  server.use(
    http.get('https://vigia.example/api/monitoring/raw', ({ request }) =>
      list(new URL(request.url).searchParams.get('cursor')),
    ),
    http.get('https://vigia.example/api/monitoring/matches', ({ request }) => {
      const isWatched = new URL(request.url).searchParams.has('watched');
      asked.push(isWatched ? 'watched' : 'all');
      if (!isWatched) return allMatches();
      const watched = market.filter(({ id }) => settings.configuracion.partidos.includes(id));
      return HttpResponse.json({ items: watched, nextCursor: null });
    }),
    http.get('https://vigia.example/api/monitoring/match', ({ request }) => {
      const asked = new URL(request.url).searchParams.get('id');
      return HttpResponse.json({
        match: market.find(({ id }) => id === asked),
        collectibles: items.filter(({ matchId }) => matchId === asked),
        history: null,
      });
    }),
  );
  const shownMatches = createShownMatches();
  const frames: (() => void)[] = [];
  const priceBatcher = createPriceBatcher((flush) => frames.push(flush));
  const store = createAppStore({ session: storeSession(), priceBatcher, shownMatches });
  await store.dispatch(getLivePrices.initiate());
  const rendered = renderScreen(
    <Provider store={store}>
      <OverviewScreen />
    </Provider>,
    '/dashboard',
    { others: [{ path: '/onboarding', element: <p>Los primeros pasos</p> }] },
  );
  const push = (collectibleId: string, matchId: string, floorCents: number) =>
    act(() => {
      priceBatcher.push([
        { collectibleId, matchId, floorCents, observedAt: '2026-01-01T00:00:00.000Z' },
      ]);
      for (const flush of frames.splice(0)) flush();
    });
  return { ...rendered, store, asked, push, shownMatches };
}

const isLoaded = () =>
  waitFor(() => expect(screen.queryByRole('status', { name: overviewCopy.loading })).toBeNull());
const board = () => plainText(screen.getByRole('region', { name: overviewCopy.board }));
const matchNames = () =>
  within(screen.getByRole('grid'))
    .getAllByRole('link')
    .map(({ textContent }) => textContent);

it('says what has crossed and what is near, the largest fall and the next match', async () => {
  const { asked, shownMatches } = await show();
  await isLoaded();
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(
    'Un precio ha cruzado. Otro, a punto.',
  );
  expect(board()).toContain(
    'Partidos vigilados2Umbral cruzado1A menos del 5 %1Mayor bajada 24 h12,5 %',
  );
  expect(board()).toMatch(/Próximo partido.*Japón/);
  // A row of a match repeats one of its collectibles.
  expect(
    screen.getByRole('img', { name: /^De tus 3 coleccionables: bajan 2, sube 1/ }),
  ).toBeInTheDocument();
  expect(screen.getAllByRole('row')).toHaveLength(5);
  expect(screen.queryByText(lastPricesCopy.title)).toBeNull();
  expect(asked).not.toContain('all');
  expect(shownMatches.list().toSorted()).toEqual(['m1', 'm2']);
  expect(readLastPrices()?.prices).toHaveLength(4);
});

it('creates a threshold on the first collectible, and edits the one of a row', async () => {
  await show();
  await press(overviewCopy.createThreshold);
  const dialog = await screen.findByRole('dialog', { name: overviewCopy.createThreshold });
  expect(await within(dialog).findByRole('combobox', { name: 'Partido' })).toBeVisible();
  expect(within(dialog).getAllByText(/España – Uruguay/)[0]).toBeVisible();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancelar' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await press('Editar umbral de España – Uruguay, Categoría 1');
  const editing = await screen.findByRole('dialog', { name: overviewCopy.editThreshold });
  expect(await within(editing).findByDisplayValue('210')).toBeVisible();
});

it('a new account sees its plan, the market, and matches to begin with', async () => {
  const { address } = await show({ settings: settingsSample(), items: [], plan: 'basico' });
  await isLoaded();
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(
    'Aún no has marcado tu línea.',
  );
  expect(board()).toContain(
    'Partidos vigilados0 de 3Umbrales0 de 5Partidos en el mercado3En venta47',
  );
  expect(screen.getByText(overviewCopy.nextOfMarket)).toBeVisible();
  expect(screen.queryByText(overviewCopy.emptyTitle)).toBeNull();
  expect(screen.queryByRole('button', { name: overviewCopy.createThreshold })).toBeNull();
  const first = screen.getByRole('heading', { name: overviewCopy.firstTitle }).parentElement;
  expect(first).not.toHaveTextContent('España – Uruguay');
  expect(screen.getByRole('link', { name: overviewCopy.moreMatches })).toHaveAttribute(
    'href',
    '/dashboard/partidos',
  );
  await press('Vigilar: México – Ghana');
  expect(await screen.findByText('Los primeros pasos')).toBeVisible();
  expect(address()).toBe('/onboarding');
});

it('without the list it shows the last prices of this device, and promises nothing of the present ones', async () => {
  writeLastPrices({
    atMs: Date.parse('2026-01-01T00:00:00.000Z'),
    prices: [
      {
        key: 'c:c1',
        match: 'España – Uruguay',
        target: 'Categoría 1',
        currency: 'EUR',
        floorCents: 12_300,
        rule: null,
        isCrossed: false,
      },
    ],
    omitted: 0,
  });
  await show({ list: () => errorResponse(500, 'internal', 'Algo ha fallado.') });
  expect(await screen.findByText('Algo ha fallado.')).toBeVisible();
  await isLoaded();
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(overviewCopy.title);
  expect(within(screen.getByRole('table')).getByText(/^123,00/)).toBeVisible();
  expect(readLastPrices()?.prices[0]?.floorCents).toBe(12_300);
  expect(board()).toContain('Umbrales cruzados—A menos del 5 %—');
  expect(screen.queryByRole('grid')).toBeNull();
});

it('follows the live prices: each row at once, the headline and the order within a second', async () => {
  const { push } = await show();
  await isLoaded();
  expect(matchNames()[0]).toBe('España – Uruguay, Categoría 1');
  push('c3', 'm2', 100);
  expect(await screen.findByText('Justo en la línea')).toBeVisible();
  expect(await screen.findByText('Dos precios han cruzado. Otro, a punto.')).toBeVisible();
  push('c3', 'm2', 50);
  await waitFor(() => expect(matchNames()[0]).toBe('Argentina – Japón, El más barato del partido'));
});

it('keeps the order under the keyboard, and catches up once it has left', async () => {
  const { push } = await show();
  await isLoaded();
  const first = screen.getByRole('link', { name: 'España – Uruguay, Categoría 1' });
  act(() => first.focus());
  push('c3', 'm2', 50);
  // The headline is sampled by the same clock: it has turned, and the order has not.
  expect(await screen.findByText('Dos precios han cruzado. Otro, a punto.')).toBeVisible();
  expect(matchNames()[0]).toBe('España – Uruguay, Categoría 1');
  act(() => first.blur());
  await waitFor(() => expect(matchNames()[0]).toBe('Argentina – Japón, El más barato del partido'));
});

it.each([
  ['stale', '2026-01-01T17:40:00.000Z', 1],
  ['fresh', '2026-01-01T17:40:00.000Z', 0],
  ['stale', null, 0],
] as const)('a market that is %s since %s is told of %i times', async (state, arrivedAt, times) => {
  const { store } = await show();
  await isLoaded();
  act(() => void store.dispatch(sourceUpdated({ state, observedAt: arrivedAt, arrivedAt })));
  expect(screen.queryAllByText(/^La última lectura es de las/)).toHaveLength(times);
});
