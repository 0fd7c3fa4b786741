/** The watch list: searched, filtered and ordered; and its empty states: nothing watched, and nothing that matches the search. */

import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { beforeAll, expect, it } from 'vitest';
import type { Collectible } from '#contract/monitoring.ts';
import type { Umbral } from '#contract/threshold.ts';
import { overviewCopy } from '#src/copy/overview.ts';
import { buildWatchRows } from '#src/features/watch-list/watch-list-rows.ts';
import { renderScreen, setupScreenTests, stubLayout } from '#tests/support/screen-harness.tsx';
import { settingsSample } from '#tests/support/settings-backend.ts';
import { collectibleSample, umbralSample } from '#tests/support/threshold-samples.ts';
import { WatchList } from './watch-list.tsx';

setupScreenTests();
beforeAll(stubLayout);

interface Parts {
  readonly umbrales?: Record<string, Umbral>;
  readonly thresholds?: number;
  readonly first?: ReactNode;
  readonly children?: ReactNode;
}

/** @param collectibles null while they are not loaded */
function show(
  path: string,
  collectibles: Collectible[] | null = [collectibleSample()],
  { umbrales = {}, thresholds = 0, first = null, children = null }: Parts = {},
) {
  const settings = settingsSample(umbrales, ['m1']);
  return renderScreen(
    <WatchList
      loadedRows={collectibles === null ? null : buildWatchRows(collectibles, settings)}
      matchById={new Map()}
      thresholds={thresholds}
      onEditThreshold={() => {}}
      first={first}
    >
      {children}
    </WatchList>,
    path,
  );
}

it('says that nothing matches the search, which can be taken back', async () => {
  const { address } = show('/dashboard?q=japón&ver=a-punto');
  expect(screen.getByText(overviewCopy.noneTitle)).toBeVisible();
  expect(screen.queryByRole('grid')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: /^Quitar/ }));
  expect(await screen.findByRole('grid')).toBeVisible();
  expect(address()).toBe('/dashboard');
});

it('says that nothing is watched where that is so, and not that nothing matches', () => {
  show('/dashboard?q=japón', []);
  expect(screen.getByText(overviewCopy.emptyTitle)).toBeVisible();
  expect(screen.queryByText(overviewCopy.noneTitle)).toBeNull();
  expect(screen.queryByRole('searchbox')).toBeNull();
  expect(screen.queryByRole('grid')).toBeNull();
  expect(screen.getByRole('link', { name: overviewCopy.addMatch })).toHaveAttribute(
    'href',
    '/dashboard/partidos',
  );
});

it('loads, says why it cannot, or has rows: one of the three', () => {
  show('/dashboard', null);
  expect(screen.getByRole('status', { name: overviewCopy.loading })).toBeVisible();
  expect(screen.queryByText(overviewCopy.emptyTitle)).toBeNull();
  cleanup();
  show('/dashboard', null, { children: <p>No se ha podido leer.</p> });
  expect(screen.getByText('No se ha podido leer.')).toBeVisible();
  expect(screen.queryByRole('status')).toBeNull();
  cleanup();
  show('/dashboard');
  expect(screen.getByRole('grid')).toBeVisible();
  expect(screen.queryByRole('status')).toBeNull();
});

it.each([
  [0, null],
  [1, 'Ver tu umbral'],
  [1_200, 'Ver los 1.200 umbrales'],
])('with %i thresholds the way to them says %s', (thresholds, name) => {
  show('/dashboard', undefined, { thresholds });
  const links = screen.queryAllByRole('link', { name: /^Ver/ });
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual(
    name === null ? [] : [[name, '/dashboard/umbrales']],
  );
});

const names = () =>
  within(screen.getByRole('grid'))
    .getAllByRole('link')
    .map(({ textContent }) => textContent?.split(',')[0]);

/** Crossed, near, paused and without a threshold. */
const several = [
  collectibleSample({ id: 'c1', matchName: 'Brasil – Ghana', change24hBp: 100 }),
  collectibleSample({ id: 'c2', matchId: 'm2', matchName: 'Argentina – Japón', change24hBp: 900 }),
  collectibleSample({ id: 'c3', matchId: 'm3', matchName: 'Catar – Túnez', change24hBp: -1_500 }),
  collectibleSample({ id: 'c4', matchId: 'm4', matchName: 'Dinamarca – Irán' }),
];
const on = (id: string, part: Partial<Umbral>) =>
  umbralSample({ objetivo: { tipo: 'coleccionable', id }, ...part });
const umbrales = {
  crossed: on('c4', { valor: 30_000 }),
  near: on('c2', { valor: 19_500 }),
  paused: on('c3', { pausa: 'usuario' }),
  silent: on('c1', { valor: 30_000, silenciadoHasta: '2099-01-01T00:00:00.000Z' }),
};

it('is searched, with the search in the address', async () => {
  const { address } = show('/dashboard', several, { umbrales });
  await userEvent.type(screen.getByRole('searchbox', { name: overviewCopy.searchLabel }), 'japon');
  await waitFor(() => expect(names()).toEqual(['Argentina – Japón']));
  expect(address()).toBe('/dashboard?q=japon');
});

it.each([
  [overviewCopy.filters.near, ['Argentina – Japón'], '/dashboard?ver=a-punto'],
  ['cruzados', ['Dinamarca – Irán'], '/dashboard?ver=cruzados'],
  [overviewCopy.filters.silent, ['Brasil – Ghana'], '/dashboard?ver=silencio'],
  [overviewCopy.filters.paused, ['Catar – Túnez'], '/dashboard?ver=pausa'],
])('shows only what is %s', async (filter, expected, path) => {
  const { address } = show('/dashboard', several, { umbrales });
  await userEvent.selectOptions(screen.getByRole('combobox', { name: overviewCopy.show }), filter);
  await waitFor(() => expect(names()).toEqual(expected));
  expect(address()).toBe(path);
});

it.each([
  [overviewCopy.orders.near, ['Dinamarca', 'Argentina', 'Brasil', 'Catar'], '/dashboard'],
  [
    overviewCopy.orders.change,
    ['Catar', 'Argentina', 'Brasil', 'Dinamarca'],
    '/dashboard?orden=cambio',
  ],
  ['partido', ['Argentina', 'Brasil', 'Catar', 'Dinamarca'], '/dashboard?orden=partido'],
])('is ordered by %s', async (order, teams, path) => {
  const { address } = show('/dashboard?orden=partido', several, { umbrales });
  await userEvent.selectOptions(screen.getByRole('combobox', { name: overviewCopy.order }), order);
  await waitFor(() => expect(names().map((name) => name?.split(' ')[0])).toEqual(teams));
  expect(address()).toBe(path);
});
