/** The overview: its headline and figures, a new account, what cannot be read, live prices, and what is announced of them. */
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Collectible, Match } from '#contract/monitoring.ts';
import type { Settings } from '#contract/users.ts';
import { lastPricesCopy } from '#src/copy/last-prices.ts';
import { overviewCopy as copy, overviewHeadline } from '#src/copy/overview.ts';
import { cheapestOfMatch, crossedText } from '#src/copy/thresholds.ts';
import { readLastPrices, writeLastPrices } from '#src/features/last-prices/last-prices-storage.ts';
import { setNearbyAnnouncement } from '#src/features/notifications/nearby-announcement-preference.ts';
import { buildWatchRows } from '#src/features/watch-list/watch-list-rows.ts';
import { sourceUpdated } from '#store/live.slice.ts';
import { alertSample } from '#tests/support/alert-samples.ts';
import { createLiveStore } from '#tests/support/live-store.ts';
import { plain } from '#tests/support/plain.ts';
import {
  mockBackend,
  mockRoute,
  plainText,
  press,
  profile,
  renderScreen,
  unavailable,
} from '#tests/support/screen-harness.tsx';
import { mockSettingsBackend, settingsSample } from '#tests/support/settings-backend.ts';
import { collectibleSample, matchSample, umbralSample } from '#tests/support/threshold-samples.ts';
import { NearbyPriceAnnouncer } from './nearby-price-announcer.tsx';
import { OverviewScreen } from './overview-screen.tsx';
import { OverviewSummary } from './overview-summary.tsx';

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
const below = (id: string, value: number) =>
  umbralSample({ target: { kind: 'collectible', id }, value });
const umbrales = {
  t1: below('c1', 21_000),
  t2: below('c2', 19_500),
  t3: umbralSample({ target: { kind: 'match', id: 'm2', category: null }, value: 100 }),
};

interface Account {
  readonly settings?: Settings;
  readonly items?: readonly Collectible[];
  readonly plan?: string;
  /** The watch list cannot be read. */
  readonly isListBroken?: boolean;
  /** Until then the market does not answer. */
  readonly market?: Promise<void>;
}

/** Shows the overview of an account with a live stream; `push` is a price of the stream. */
async function show({
  settings = settingsSample(umbrales, ['m1', 'm2']),
  items = collectibles,
  plan = 'premium',
  isListBroken = false,
  market: answered,
}: Account = {}) {
  mockBackend({
    'GET users/profile': [{ ...profile(), plan, configuracion: settings.configuracion }],
    'GET users/alerts': [{ items: [alertSample()], nextCursor: null, unread: 0 }],
    'GET monitoring/raw': [isListBroken ? unavailable() : { items, nextCursor: null }],
  });
  mockSettingsBackend(settings);
  const asked = mockRoute('GET monitoring/matches', async ({ url }: Request) => {
    const { partidos } = settings.configuracion;
    const isWatched = url.includes('watched=');
    if (!isWatched) await answered;
    const found = market.filter(({ id }) => !isWatched || partidos.includes(id));
    return { items: found, nextCursor: null };
  });
  mockRoute('GET monitoring/match', ({ url }: Request) => {
    const wanted = new URL(url).searchParams.get('id');
    return {
      match: market.find(({ id }) => id === wanted),
      collectibles: items.filter(({ matchId }) => matchId === wanted),
      history: null,
    };
  });
  const live = await createLiveStore();
  const rendered = renderScreen(<OverviewScreen />, '/dashboard', {
    store: live.store,
    others: [{ path: '/onboarding', element: <p>Los primeros pasos</p> }],
  });
  return { ...rendered, ...live, asked };
}

const near = plain(copy.near);
const isLoaded = () =>
  waitFor(() => expect(screen.queryByRole('status', { name: copy.loading })).toBeNull());
const board = () => plainText(screen.getByRole('region', { name: copy.board }));
const matchNames = () =>
  within(screen.getByRole('grid'))
    .getAllByRole('link')
    .map(({ textContent }) => textContent);

it('says that the settings cannot be read, and reads them on retry', async () => {
  mockBackend({ 'GET users/config': [unavailable(), settingsSample({}, ['m1'])] });
  renderScreen(<OverviewScreen />, '/dashboard');
  expect(await screen.findByText('Ahora no.')).toBeVisible();
  await isLoaded();
  await press('Reintentar');
  expect(await screen.findByText(copy.emptyTitle)).toBeVisible();
});

it('of somebody with thresholds who watches nothing comes with the next match of the market', async () => {
  const answered = Promise.withResolvers<void>();
  const { asked } = await show({
    settings: settingsSample(umbrales, []),
    market: answered.promise,
  });
  await waitFor(() => expect(asked.filter((one) => !one.includes('watched='))).toHaveLength(1));
  expect(screen.getByRole('status', { name: copy.loading })).toBeVisible();
  answered.resolve();
  await isLoaded();
  expect(board()).toMatch(new RegExp(`${copy.nextOfMarket}.*Japón`));
});

it('says what has crossed and what is near, the largest fall and the next match', async () => {
  const { asked, shownMatches } = await show();
  await isLoaded();
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(
    overviewHeadline({ thresholds: 3, crossed: 1, near: 1 }),
  );
  expect(board()).toContain(
    `${copy.watchedMatches}2${copy.crossed(1)}1${near}1${copy.biggestFall}12,5 %`,
  );
  expect(board()).toMatch(new RegExp(`${copy.nextMatch}.*Japón`));
  // A row of a match repeats one of its collectibles.
  expect(
    screen.getByRole('img', { name: /^De tus 3 coleccionables: bajan 2, sube 1/ }),
  ).toBeInTheDocument();
  expect(screen.getAllByRole('row')).toHaveLength(5);
  expect(screen.queryByText(lastPricesCopy.title)).toBeNull();
  expect(asked.filter((one) => !one.includes('watched='))).toEqual([]);
  expect(shownMatches()).toEqual(['m1', 'm2']);
  expect(readLastPrices()?.prices).toHaveLength(4);
});

it('creates a threshold on the first collectible, and edits the one of a row', async () => {
  await show();
  await press(copy.createThreshold);
  const dialog = await screen.findByRole('dialog', { name: copy.createThreshold });
  expect(await within(dialog).findByRole('combobox', { name: 'Partido' })).toBeVisible();
  expect(within(dialog).getAllByText(/España – Uruguay/)[0]).toBeVisible();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancelar' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await press('Editar umbral de España – Uruguay, Categoría 1');
  const editing = await screen.findByRole('dialog', { name: copy.editThreshold });
  expect(await within(editing).findByDisplayValue('210')).toBeVisible();
});

it('a new account sees its plan, the market, and matches to begin with', async () => {
  const { address } = await show({ settings: settingsSample(), items: [], plan: 'basico' });
  await isLoaded();
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(
    overviewHeadline({ thresholds: 0, crossed: 0, near: 0 }),
  );
  expect(board()).toContain(
    `${copy.watchedMatches}0 de 3${copy.thresholds}0 de 5${copy.matchesInMarket}3${copy.onSale}47`,
  );
  expect(screen.getByText(copy.nextOfMarket)).toBeVisible();
  expect(screen.queryByText(copy.emptyTitle)).toBeNull();
  expect(screen.queryByRole('button', { name: copy.createThreshold })).toBeNull();
  const first = screen.getByRole('heading', { name: copy.firstTitle }).parentElement;
  expect(first).not.toHaveTextContent('España – Uruguay');
  expect(screen.getByRole('link', { name: copy.moreMatches })).toHaveAttribute(
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
  await show({ isListBroken: true });
  expect(await screen.findByText('Ahora no.')).toBeVisible();
  await isLoaded();
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(copy.title);
  expect(within(screen.getByRole('table')).getByText(/^123,00/)).toBeVisible();
  expect(readLastPrices()?.prices[0]?.floorCents).toBe(12_300);
  expect(board()).toContain(`${copy.crossed(0)}—${near}—`);
  expect(screen.queryByRole('grid')).toBeNull();
});

it('follows the live prices: the headline and the order within a second, but not under the keyboard', async () => {
  const { push } = await show();
  await isLoaded();
  const [mine, other] = ['España – Uruguay, Categoría 1', `Argentina – Japón, ${cheapestOfMatch}`];
  expect(matchNames()[0]).toBe(mine);
  push('c3', 'm2', 100);
  expect(await screen.findByText(crossedText(0, 'EUR'))).toBeVisible();
  const first = screen.getByRole('link', { name: mine });
  act(() => first.focus());
  push('c3', 'm2', 50);
  // The headline is sampled by the same clock: it has turned, and the order has not.
  const two = overviewHeadline({ thresholds: 3, crossed: 2, near: 1 });
  expect(await screen.findByText(two)).toBeVisible();
  expect(matchNames()[0]).toBe(mine);
  act(() => first.blur());
  await waitFor(() => expect(matchNames()[0]).toBe(other));
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

describe('the scoreboard', () => {
  const figures = { watched: 0, crossed: 0, near: 0, fallBp: null };

  it('names the countdown to the kick-off', () => {
    vi.useFakeTimers({ now: new Date('2026-06-01T10:00:59.950Z') });
    const next = matchSample({ kickoffAt: '2026-06-01T11:03:00.000Z' });
    render(<OverviewSummary next={next} isNextWatched {...figures} />);
    const name = 'Empieza en 0 días, 1 hora y 2 minutos';
    expect(screen.getByRole('timer')).toHaveAccessibleName(name);
  });

  it('says that there is no next match, and what is without a limit or not known', () => {
    const market = { maxMatches: null, maxThresholds: 1_000, matches: 104, listings: null };
    render(<OverviewSummary next={undefined} isNextWatched={false} {...{ market, ...figures }} />);
    expect(board()).toContain(
      `${copy.watchedMatches}0${copy.thresholds}0 de 1.000${copy.matchesInMarket}104${copy.onSale}—`,
    );
    expect(screen.getByText(copy.noNext)).toBeVisible();
  });
});

describe('for those who listen, what came near is announced', () => {
  const names = ['España – Uruguay', 'Argentina – Japón'];
  /** One row per price in euros, each with a threshold at 100 €. */
  function rowsAt(...euros: readonly number[]) {
    const items = euros.map((price, index) =>
      collectibleSample({
        id: `c${index}`,
        matchId: `m${index}`,
        matchName: names[index] ?? '',
        floorCents: price * 100,
      }),
    );
    const lines = items.map(({ id }) => [id, below(id, 10_000)]);
    return buildWatchRows(items, settingsSample(Object.fromEntries(lines)));
  }
  function listen(...euros: readonly number[]) {
    vi.useFakeTimers();
    const { rerender } = render(<NearbyPriceAnnouncer rows={rowsAt(...euros)} />);
    return {
      status: screen.getByRole('status'),
      move: (...next: readonly number[]) =>
        rerender(<NearbyPriceAnnouncer rows={rowsAt(...next)} />),
      passMinute: () => act(() => vi.advanceTimersByTime(60_000)),
    };
  }

  it('once, not before the minute is over, and nothing that was near or has crossed', () => {
    const { status, move, passMinute } = listen(104, 150);
    passMinute();
    expect(status).toBeEmptyDOMElement();
    move(99, 103);
    expect(status).toBeEmptyDOMElement();
    passMinute();
    expect(status).toHaveTextContent('Uno más, a punto: Argentina – Japón, 103,00 €.');
    move(103, 102);
    passMinute();
    expect(status).toHaveTextContent('Argentina – Japón, 103,00 €');
  });

  it('not when that is switched off', () => {
    setNearbyAnnouncement(false);
    onTestFinished(() => setNearbyAnnouncement(true));
    const { status, move, passMinute } = listen(150);
    move(103);
    passMinute();
    expect(status).toBeEmptyDOMElement();
  });
});
