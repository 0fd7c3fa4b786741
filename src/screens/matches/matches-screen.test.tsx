/** The match list: its rows and their live prices, filters in the address, watching and its refusal, later pages, and what stands out. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import type { Discovery, Match, MatchesPage } from '#contract/monitoring.ts';
import { discoveryCopy } from '#src/copy/discovery.ts';
import { matchesCopy as copy } from '#src/copy/matches.ts';
import { createLiveStore } from '#tests/support/live-store.ts';
import { plain } from '#tests/support/plain.ts';
import {
  breakEndpoint,
  mockBackend,
  mockRoute,
  noButton,
  optionsOf,
  plainText,
  press,
  renderScreen,
  unavailable,
} from '#tests/support/screen-harness.tsx';
import { mockSettingsBackend, settingsSample } from '#tests/support/settings-backend.ts';
import { collectibleSample, matchSample } from '#tests/support/threshold-samples.ts';
import { MatchesScreen } from './matches-screen.tsx';

const path = '/dashboard/partidos';
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
const pageOf = (items: readonly Match[], nextCursor: string | null = null): MatchesPage => ({
  items: [...items],
  nextCursor,
});
type Page = MatchesPage | Response;

/** @param pages what answers the list, by cursor */
async function show(
  pages: readonly Match[] | ((cursor: string | null) => Page | Promise<Page>) = [seville, avila],
  {
    address = '',
    discovery = nothing,
  }: { address?: string; discovery?: Discovery | Response } = {},
) {
  mockBackend({ 'GET monitoring/discovery': [discovery] });
  const backend = mockSettingsBackend(settingsSample({}, ['m1']));
  const queries = mockRoute('GET monitoring/matches', ({ url }: Request) =>
    typeof pages === 'function' ? pages(new URL(url).searchParams.get('cursor')) : pageOf(pages),
  );
  const live = await createLiveStore();
  const rendered = renderScreen(<MatchesScreen />, path + address, {
    route: path,
    store: live.store,
  });
  return { backend, queries, ...live, ...rendered };
}

const rows = async () =>
  within(await screen.findByRole('grid', { name: copy.title }))
    .getAllByRole('row')
    .slice(1);
const watchAvila = () => press('Vigilar Chile – Perú');

it('says of each match where it is, what is for sale, and whether it is watched', async () => {
  await show();
  const [first, second] = (await rows()).map(plainText);
  for (const part of ['Grupo H', 'La Cartuja', '1 coleccionable', '1.200 en venta', 'baja 2,5 %'])
    expect(first).toContain(part);
  expect(first).toContain('Desde 180,00 €');
  expect(second).toContain(copy.nothingListed);
  expect(second).toContain('sin datos de hace 24 horas');
  const link = screen.getByRole('link', { name: 'Chile – Perú' });
  expect(link).toHaveAttribute('href', `${path}/m2`);
  expect(screen.getByRole('button', { name: `${copy.unwatch} España – Uruguay` })).toBeEnabled();
  expect(screen.getByRole('button', { name: 'Vigilar Chile – Perú' })).toBeEnabled();
  expect(screen.getByText('1 de 20 vigilados')).toBeVisible();
  expect(screen.getByText(/^2 partidos/)).toBeVisible();
  expect(screen.getByText('Mostrando 2')).toBeVisible();
  expect(screen.getByRole('grid')).toHaveAttribute('aria-rowcount', '3');
});

it.each([
  ['the live one, where that is lower', 20_000, 'Desde 170,00 €'],
  ['that of the list, where that is lower', 15_000, 'Desde 150,00 €'],
  ['the live one, where the list has none', null, 'Desde 170,00 €'],
])('the price of a match is %s', async (_which, floorCents, words) => {
  const { push, shownMatches } = await show([matchSample({ floorCents })]);
  const before = floorCents === null ? copy.nothingListed : `Desde ${floorCents / 100},00 €`;
  expect(plainText((await rows())[0])).toContain(before);
  expect(shownMatches()).toEqual(['m1']);
  push('m2-1', 'm2', 16_000);
  push('m1-1', 'm1', 17_000);
  await waitFor(async () => expect(plainText((await rows())[0])).toContain(words));
});

describe('watching a match', () => {
  const noOffer = () => expect(screen.queryByText(copy.watchedNow)).toBeNull();

  it('offers its threshold, until it is no longer watched', async () => {
    const { backend } = await show();
    await watchAvila();
    expect(await screen.findByText(copy.watchedNow)).toBeVisible();
    expect(screen.getByText('2 de 20 vigilados')).toBeVisible();
    expect(screen.getAllByRole('button', { name: /^Pon tu línea/ })).toHaveLength(1);
    breakEndpoint('get', 'monitoring/match');
    expect(screen.queryByRole('dialog')).toBeNull();
    await press('Pon tu línea: Chile – Perú');
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'Cerrar' }));
    await press(`${copy.unwatch} Chile – Perú`);
    await waitFor(noOffer);
    expect(await screen.findByRole('button', { name: 'Vigilar Chile – Perú' })).toBeEnabled();
    expect(backend.sent).toEqual(['watch m2', 'unwatch m2']);
  });

  it.each([
    [{ code: 'plan_limit', requiredPlan: 'elite' }, [`${path}?vigilados=1`, '/dashboard/plan']],
    [{ code: 'unavailable' }, []],
  ])(
    'that is refused says why at its row, and leads on where the plan is why: %o',
    async (reason, links) => {
      await show();
      const refusal = { error: 'No cabe.', requestId: 'r', ...reason };
      mockRoute('PUT users/watched/:id', HttpResponse.json(refusal, { status: 403 }));
      await watchAvila();
      const alert = await screen.findByRole('alert');
      const [first, second] = (await rows()) as [HTMLElement, HTMLElement];
      expect(second).toContainElement(alert);
      const offered = within(second).getAllByRole('link').slice(1);
      expect(offered.map((link) => link.getAttribute('href'))).toEqual(links);
      expect(within(first).queryByRole('alert')).toBeNull();
      noOffer();
      expect(screen.getByRole('button', { name: 'Vigilar Chile – Perú' })).toBeEnabled();
    },
  );
});

describe('filters', () => {
  const field = () => screen.getByLabelText(copy.searchLabel);

  it('offer the stages in the order of play and the cities by name, and are asked for', async () => {
    const zamora = matchSample({ id: 'm3', city: 'Zamora', stage: 'Final' });
    const { queries, address } = await show([
      seville,
      avila,
      zamora,
      matchSample({ id: 'm4', city: 'Bilbao' }),
    ]);
    await rows();
    expect(optionsOf(copy.stage)).toEqual([copy.any, 'Grupo H', 'Final']);
    expect(optionsOf(copy.city)).toEqual([copy.any, 'Ávila', 'Bilbao', 'Sevilla', 'Zamora']);
    for (const [label, option] of [
      [copy.stage, 'Final'],
      [copy.city, 'Ávila'],
      [copy.sort, copy.sorts.floor],
    ] as const)
      await userEvent.selectOptions(screen.getByLabelText(label), option);
    await userEvent.click(screen.getByRole('checkbox', { name: copy.onlyWatched }));
    await userEvent.type(field(), 'per');
    await waitFor(() => expect(queries.at(-1)).toContain('q=per'));
    expect(Object.fromEntries(new URLSearchParams(queries.at(-1)?.split('?')[1]))).toMatchObject({
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

  it('that find nothing can be cleared, but for the order, with what was typed just before', async () => {
    const { address } = await show([], { address: '?q=x&orden=floor&vigilados=1' });
    const clear = await screen.findByRole('button', { name: copy.clear });
    expect(screen.getByText(copy.noneTitle)).toBeVisible();
    expect(screen.queryByText(/^0 partidos/)).toBeNull();
    expect(screen.queryByRole('grid')).toBeNull();
    // In one go: the text has not settled yet.
    fireEvent.change(field(), { target: { value: 'perú' } });
    fireEvent.click(clear);
    await waitFor(() => expect(address()).toBe(`${path}?orden=floor`));
    expect(field()).toHaveValue('');
  });

  it('keep the rows of the last search until their own are there, but not when these cannot be read', async () => {
    const answer = Promise.withResolvers<MatchesPage>();
    let list: Page | Promise<MatchesPage> = pageOf([seville, avila]);
    const { navigate, queries } = await show(() => list);
    expect(await screen.findByText('Mostrando 2')).toBeVisible();
    list = answer.promise;
    await navigate(`${path}?ciudad=Sevilla&q=+`);
    expect(await screen.findByText(copy.loading)).toBeVisible();
    expect(await rows()).toHaveLength(2);
    expect(screen.queryByText(/^Mostrando/)).toBeNull();
    answer.resolve(pageOf([seville]));
    expect(await screen.findByText('Mostrando 1')).toBeVisible();
    expect(screen.queryByText(copy.loading)).toBeNull();
    // Spaces alone are no search.
    expect(queries.join()).not.toContain('q=');
    await navigate(`${path}?q=+`);
    expect(await screen.findByText(/^2 partidos/)).toBeVisible();
    list = unavailable();
    await navigate(`${path}?ciudad=Madrid`);
    expect(await screen.findByText('Ahora no.')).toBeVisible();
    expect(screen.queryByRole('grid')).toBeNull();
  });
});

it('loads later pages, until then says no total, and one that fails is read on retry', async () => {
  const first = Promise.withResolvers<Response>();
  let later: MatchesPage | Promise<Response> = first.promise;
  await show((cursor) => (cursor === null ? pageOf([seville], '0') : later));
  expect(await screen.findByText('Mostrando los primeros 1')).toBeVisible();
  expect(await screen.findByRole('status', { name: copy.loadingMore })).toBeInTheDocument();
  expect(screen.getByRole('grid')).toHaveAttribute('aria-rowcount', '-1');
  expect(screen.queryByText(/^1 partido\b/)).toBeNull();
  first.resolve(unavailable());
  expect(await screen.findByText(copy.moreFailed)).toBeVisible();
  expect(await rows()).toHaveLength(1);
  later = pageOf([avila]);
  await press('Reintentar');
  expect(await screen.findByText('Mostrando 2')).toBeVisible();
});

it('says that the matches could not be read, and reads them on retry', async () => {
  let list: Page = unavailable();
  await show(() => list);
  expect(await screen.findByText('Ahora no.')).toBeVisible();
  expect(screen.queryByRole('grid')).toBeNull();
  list = pageOf([seville]);
  await press('Reintentar');
  expect(await rows()).toHaveLength(1);
});

describe('what stands out', () => {
  const discovery: Discovery = {
    falls: [collectibleSample({ change24hBp: -1_250 })],
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
  const kind = () =>
    within(screen.getByRole('group', { name: discoveryCopy.show }))
      .getAllByRole('button', { pressed: true })
      .map(plainText);

  it('is shown by kind, with why each is there', async () => {
    await show(undefined, { discovery });
    expect(await standOut()).toEqual([expect.stringMatching(/200,00 €baja 12,5 %$/)]);
    expect(kind()).toEqual([discoveryCopy.kinds.falls]);
    expect(screen.getByText(plain(discoveryCopy.hints.falls))).toBeVisible();
    await press(discoveryCopy.kinds.nearLows);
    expect(kind()).toEqual([discoveryCopy.kinds.nearLows]);
    expect(screen.getByText(plain(discoveryCopy.hints.nearLows))).toBeVisible();
    const lows = await standOut();
    expect(lows[0]).toContain('100,00 €En su mínimo de 30 días');
    expect(lows[1]).toContain('102,00 €A 2,0 % de su mínimo');
    expect(lows[2]).not.toContain('mínimo');
    await press(discoveryCopy.kinds.newlyListed);
    expect(await standOut()).toEqual([expect.stringContaining('Nuevo en 24 h')]);
    const offer = { name: /^Crear umbral de España – Uruguay.*Fondo norte/ };
    expect(screen.getByRole('button', offer)).toBeVisible();
  });

  it('begins with the first kind that there is', async () => {
    await show(undefined, { discovery: { ...discovery, falls: [] } });
    expect(await standOut()).toHaveLength(3);
    expect(kind()).toEqual([discoveryCopy.kinds.nearLows]);
    await press(discoveryCopy.kinds.falls);
    expect(screen.getByText(/^Nada ha bajado en 24/)).toBeVisible();
    expect(await standOut()).toEqual([]);
  });

  it('leaves the list as it is when it cannot be read', async () => {
    await show(undefined, { discovery: unavailable() });
    expect(await screen.findByText('Ahora no.')).toBeVisible();
    expect(await rows()).toHaveLength(2);
    noButton(/^Crear umbral/);
  });
});
