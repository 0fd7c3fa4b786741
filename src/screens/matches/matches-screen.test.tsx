/** The match list: what a row says, filters in the address, watching and its refusal, later pages, and what stands out. */

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { Discovery, MatchesPage } from '#contract/monitoring.ts';
import { discoveryCopy } from '#src/copy/discovery.ts';
import { matchesCopy } from '#src/copy/matches.ts';
import {
  errorResponse,
  mockBackend,
  noButton,
  plainText,
  press,
  profile,
  renderScreen,
  server,
  setupScreenTests,
  stubLayout,
} from '#tests/support/screen-harness.tsx';
import { mockSettingsBackend, settingsSample } from '#tests/support/settings-backend.ts';
import { collectibleSample, matchSample } from '#tests/support/threshold-samples.ts';
import { MatchesScreen } from './matches-screen.tsx';

setupScreenTests();
beforeAll(stubLayout);

const path = '/dashboard/partidos';
const listUrl = 'https://vigia.example/api/monitoring/matches';
const seville = matchSample({
  stage: 'Grupo H',
  venue: 'La Cartuja',
  floorCents: 18_000,
  change24hBp: -250,
  listings: 1_200,
  collectibleCount: 1,
  watched: true,
});
const avila = matchSample({ id: 'm2', name: 'Chile – Perú', city: 'Ávila', stage: 'Final' });
const nothing: Discovery = { falls: [], nearLows: [], newlyListed: [] };

interface Answers {
  readonly address?: string;
  readonly page?: MatchesPage;
  readonly discovery?: Discovery | Response;
}

const pageOf = (items: MatchesPage['items'], nextCursor: string | null = null): MatchesPage => ({
  items: [...items],
  nextCursor,
});

function show({
  address = path,
  page = pageOf([seville, avila]),
  discovery = nothing,
}: Answers = {}) {
  mockBackend({
    'GET users/profile': [profile()],
    'GET monitoring/discovery': [discovery],
    'GET monitoring/raw': [{ items: [], nextCursor: null }],
  });
  const backend = mockSettingsBackend(settingsSample({}, ['m1']));
  const queries: string[] = [];
  server.use(
    http.get(listUrl, ({ request }) => {
      queries.push(new URL(request.url).search);
      return HttpResponse.json(page);
    }),
  );
  return { backend, queries, ...renderScreen(<MatchesScreen />, address, { route: path }) };
}

const rows = async () =>
  within(await screen.findByRole('grid', { name: matchesCopy.title }))
    .getAllByRole('row')
    .slice(1);

beforeEach(() => {
  server.use(
    http.get('https://vigia.example/health', () =>
      HttpResponse.json({ checks: { market: { ok: true, lastReadingAgeSeconds: 5 } } }),
    ),
  );
});

it('says of each match where it is, what is for sale, and whether it is watched', async () => {
  show();
  const [first, second] = await rows();
  for (const part of ['Grupo H', 'La Cartuja', '1 coleccionable', '1.200 en venta', 'baja 2,5 %'])
    expect(plainText(first)).toContain(part);
  expect(plainText(first)).toContain('Desde 180,00 €');
  expect(plainText(second)).toContain(matchesCopy.nothingListed);
  expect(plainText(second)).toContain('sin datos de hace 24 horas');
  expect(screen.getByRole('link', { name: 'Chile – Perú' })).toHaveAttribute(
    'href',
    '/dashboard/partidos/m2',
  );
  expect(screen.getByRole('button', { name: 'Dejar de vigilar España – Uruguay' })).toBeEnabled();
  expect(screen.getByRole('button', { name: 'Vigilar Chile – Perú' })).toBeEnabled();
  expect(screen.getByText('1 de 20 vigilados')).toBeVisible();
  expect(screen.getByText(/^2 partidos/)).toBeVisible();
  expect(screen.getByText('Mostrando 2')).toBeVisible();
  expect(screen.getByRole('grid')).toHaveAttribute('aria-rowcount', '3');
});

it('offers the threshold of a match just watched, until it is no longer watched', async () => {
  const { backend } = show();
  await press('Vigilar Chile – Perú');
  expect(await screen.findByText(matchesCopy.watchedNow)).toBeVisible();
  expect(screen.getByText('2 de 20 vigilados')).toBeVisible();
  expect(screen.getAllByRole('button', { name: /^Pon tu línea/ })).toHaveLength(1);
  await press('Dejar de vigilar Chile – Perú');
  await waitFor(() => expect(screen.queryByText(/^Lo vigilas/)).toBeNull());
  expect(await screen.findByRole('button', { name: 'Vigilar Chile – Perú' })).toBeEnabled();
  expect(backend.sent).toEqual(['watch m2', 'unwatch m2']);
});

it('opens the threshold dialog of the match that was watched', async () => {
  show();
  server.use(
    http.get('https://vigia.example/api/monitoring/match', ({ request }) =>
      errorResponse(503, 'unavailable', `Sin ${new URL(request.url).searchParams.get('id')}.`),
    ),
  );
  expect(screen.queryByRole('dialog')).toBeNull();
  await press('Vigilar Chile – Perú');
  await press('Pon tu línea: Chile – Perú');
  expect(await screen.findByRole('dialog')).toBeVisible();
});

it('says at the row why it could not be watched, and leads to the plans when the plan is full', async () => {
  show();
  const refusal = {
    error: 'Tu plan llega a 20.',
    code: 'plan_limit',
    requestId: 'r',
    requiredPlan: 'elite',
  };
  server.use(
    http.put('https://vigia.example/api/users/watched/:id', () =>
      HttpResponse.json(refusal, { status: 403 }),
    ),
  );
  await press('Vigilar Chile – Perú');
  expect(await screen.findByRole('alert')).toBeVisible();
  const [first, second] = await rows();
  expect(
    within(second as HTMLElement).getByRole('link', { name: matchesCopy.seePlans }),
  ).toHaveAttribute('href', '/dashboard/plan');
  expect(
    within(second as HTMLElement).getByRole('link', { name: matchesCopy.seeWatched }),
  ).toBeVisible();
  expect(within(first as HTMLElement).queryByRole('alert')).toBeNull();
  expect(screen.queryByText(/^Lo vigilas/)).toBeNull();
  expect(screen.getByRole('button', { name: 'Vigilar Chile – Perú' })).toBeEnabled();
});

it('offers the stages in the order of play and the cities by name, and asks for what is chosen', async () => {
  const { queries, address } = show({
    page: pageOf([
      seville,
      avila,
      matchSample({ id: 'm3', city: 'Zamora', stage: 'Final' }),
      matchSample({ id: 'm4', city: 'Bilbao' }),
    ]),
  });
  const optionsOf = (label: string) =>
    within(screen.getByLabelText(label))
      .getAllByRole('option')
      .map(({ textContent }) => textContent);
  await rows();
  expect(optionsOf(matchesCopy.stage)).toEqual([matchesCopy.any, 'Grupo H', 'Final']);
  expect(optionsOf(matchesCopy.city)).toEqual([
    matchesCopy.any,
    'Ávila',
    'Bilbao',
    'Sevilla',
    'Zamora',
  ]);
  await userEvent.selectOptions(screen.getByLabelText(matchesCopy.stage), 'Final');
  await userEvent.selectOptions(screen.getByLabelText(matchesCopy.city), 'Ávila');
  await userEvent.selectOptions(screen.getByLabelText(matchesCopy.sort), matchesCopy.sorts.floor);
  await userEvent.click(screen.getByRole('checkbox', { name: matchesCopy.onlyWatched }));
  await userEvent.type(screen.getByLabelText(matchesCopy.searchLabel), 'per');
  await waitFor(() => expect(queries.at(-1)).toContain('q=per'));
  const asked = Object.fromEntries(new URLSearchParams(queries.at(-1)));
  expect(asked).toMatchObject({
    q: 'per',
    stage: 'Final',
    city: 'Ávila',
    sort: 'floor',
    watched: 'true',
  });
  expect(Object.fromEntries(new URLSearchParams(address().split('?')[1]))).toEqual({
    q: 'per',
    fase: 'Final',
    ciudad: 'Ávila',
    orden: 'floor',
    vigilados: '1',
  });
});

it('without a find it offers to clear the filters, which keeps the order', async () => {
  const { address } = show({ address: `${path}?q=x&orden=floor&vigilados=1`, page: pageOf([]) });
  expect(await screen.findByText(matchesCopy.noneTitle)).toBeVisible();
  expect(screen.queryByText(/^0 partidos/)).toBeNull();
  await press(matchesCopy.clear);
  expect(address()).toBe(`${path}?orden=floor`);
  expect(screen.getByLabelText(matchesCopy.searchLabel)).toHaveValue('');
});

it('loads the later pages, and until then does not say how many there are in all', async () => {
  const last = Promise.withResolvers<void>();
  show();
  server.use(
    http.get(listUrl, async ({ request }) => {
      if (!new URL(request.url).searchParams.has('cursor'))
        return HttpResponse.json(pageOf([seville], '0'));
      await last.promise;
      return HttpResponse.json(pageOf([avila]));
    }),
  );
  expect(await screen.findByText('Mostrando los primeros 1')).toBeVisible();
  expect(await screen.findByRole('status', { name: matchesCopy.loadingMore })).toBeInTheDocument();
  expect(screen.getByRole('grid')).toHaveAttribute('aria-rowcount', '-1');
  expect(screen.queryByText(/^1 partido\b/)).toBeNull();
  last.resolve();
  expect(await screen.findByText('Mostrando 2')).toBeVisible();
});

it('says that a later page could not be read, keeps the rows, and reads it on retry', async () => {
  show();
  let isBroken = true;
  server.use(
    http.get(listUrl, ({ request }) => {
      if (!new URL(request.url).searchParams.has('cursor'))
        return HttpResponse.json(pageOf([seville], '0'));
      return isBroken
        ? errorResponse(503, 'unavailable', 'Ahora no.')
        : HttpResponse.json(pageOf([avila]));
    }),
  );
  expect(await screen.findByText(matchesCopy.moreFailed)).toBeVisible();
  expect(await rows()).toHaveLength(1);
  isBroken = false;
  await press('Reintentar');
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(3));
});

it('says that the matches could not be read, and reads them on retry', async () => {
  show();
  let isBroken = true;
  server.use(
    http.get(listUrl, () =>
      isBroken
        ? errorResponse(503, 'unavailable', 'Ahora no.')
        : HttpResponse.json(pageOf([seville])),
    ),
  );
  expect(await screen.findByText('Ahora no.')).toBeVisible();
  expect(screen.queryByRole('grid')).toBeNull();
  isBroken = false;
  await press('Reintentar');
  expect(await rows()).toHaveLength(1);
});

const standingOut: Discovery = {
  falls: [],
  nearLows: [
    collectibleSample({ id: 'low', floorCents: 10_000, low30dCents: 10_000 }),
    collectibleSample({ id: 'near', floorCents: 10_200, low30dCents: 10_000 }),
    collectibleSample({ id: 'unsold', floorCents: null, low30dCents: 10_000 }),
  ],
  newlyListed: [collectibleSample({ id: 'new', name: 'Fondo norte' })],
};
const standOut = async () =>
  within(await screen.findByRole('region', { name: discoveryCopy.title }))
    .queryAllByRole('listitem')
    .map(plainText);

it('shows first what stands out, and why each is there', async () => {
  show({ discovery: standingOut });
  const shown = await standOut();
  expect(screen.getByRole('button', { name: discoveryCopy.kinds.nearLows })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  expect(shown[0]).toContain('100,00 €En su mínimo de 30 días');
  expect(shown[1]).toContain('102,00 €A 2,0 % de su mínimo');
  expect(shown[2]).not.toContain('mínimo');
  await press(discoveryCopy.kinds.newlyListed);
  expect(await standOut()).toEqual([expect.stringContaining('Nuevo en 24 h')]);
  expect(
    screen.getByRole('button', { name: /^Crear umbral de España – Uruguay.*Fondo norte/ }),
  ).toBeVisible();
  await press(discoveryCopy.kinds.falls);
  expect(screen.getByText(/^Nada ha bajado en 24/)).toBeVisible();
  expect(await standOut()).toEqual([]);
});

it('the list stays when what stands out cannot be read', async () => {
  show({ discovery: errorResponse(503, 'unavailable', 'Sin mercado.') });
  expect(await screen.findByText('Sin mercado.')).toBeVisible();
  expect(await rows()).toHaveLength(2);
  noButton(/^Crear umbral/);
});

const pressedKinds = () =>
  within(screen.getByRole('group', { name: discoveryCopy.show }))
    .getAllByRole('button', { pressed: true })
    .map(plainText);

it('shows first what has fallen, by how much, and a hint of what it is', async () => {
  const falls = [collectibleSample({ change24hBp: -1_250 })];
  show({ discovery: { ...standingOut, falls } });
  expect(await standOut()).toEqual([expect.stringMatching(/200,00 €baja 12,5 %$/)]);
  expect(pressedKinds()).toEqual([discoveryCopy.kinds.falls]);
  expect(screen.getByText(/^En 24.horas, en todo el mercado\.$/)).toBeVisible();
  await press(discoveryCopy.kinds.nearLows);
  expect(pressedKinds()).toEqual([discoveryCopy.kinds.nearLows]);
  expect(screen.getByText(/^A menos del 3.%/)).toBeVisible();
});

it('keeps the rows of the last search until those of the next one are there, and says that it loads', async () => {
  const { navigate } = show();
  expect(await screen.findByText('Mostrando 2')).toBeVisible();
  const answer = Promise.withResolvers<MatchesPage>();
  server.use(http.get(listUrl, async () => HttpResponse.json(await answer.promise)));
  await navigate(`${path}?ciudad=Sevilla`);
  expect(await screen.findByText(matchesCopy.loading)).toBeVisible();
  expect(await rows()).toHaveLength(2);
  expect(screen.queryByText(/^Mostrando/)).toBeNull();
  answer.resolve(pageOf([seville]));
  expect(await screen.findByText('Mostrando 1')).toBeVisible();
  expect(screen.queryByText(matchesCopy.loading)).toBeNull();
});

it('clearing the filters takes back what was typed just before', async () => {
  const { address } = show({ address: `${path}?vigilados=1`, page: pageOf([]) });
  const field = () => screen.getByLabelText(matchesCopy.searchLabel);
  expect(await screen.findByText(matchesCopy.noneTitle)).toBeVisible();
  expect(screen.queryByRole('grid')).toBeNull();
  // In one go: the text has not settled yet.
  fireEvent.change(field(), { target: { value: 'perú' } });
  fireEvent.click(screen.getByRole('button', { name: matchesCopy.clear }));
  await waitFor(() => expect(address()).toBe(path));
  expect(field()).toHaveValue('');
});
