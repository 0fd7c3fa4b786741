/** The table of a match's collectibles: what a row says and opens, its order, and how it is searched. */

import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it, vi } from 'vitest';
import type { Umbral } from '#contract/threshold.ts';
import { matchCopy } from '#src/copy/match.ts';
import type { Collectible } from '#store/api/api-types.ts';
import {
  plainText,
  press,
  renderScreen,
  setupScreenTests,
  stubLayout,
} from '#tests/support/screen-harness.tsx';
import { collectibleSample, umbralSample } from '#tests/support/threshold-samples.ts';
import { CollectiblesTable } from './collectibles-table.tsx';

setupScreenTests();
beforeAll(stubLayout);

const path = '/dashboard/partidos/m1';
const collectibles = ['Grada norte', 'Grada sur', 'Palco'].map((name, index) =>
  collectibleSample({ id: `c${index}`, name, category: String(index) }),
);
const show = (search: string) =>
  renderScreen(
    <CollectiblesTable
      collectibles={collectibles}
      chosenId={undefined}
      umbrales={{}}
      estados={{}}
      onChoose={() => {}}
      onEditThreshold={() => {}}
    />,
    path + search,
  );

it.each([
  ['a text', '?q=grada', '2 de 3'],
  ['a category', '?categoria=1', '1 de 3'],
  ['what is on sale', '?venta=1', '3 de 3'],
])(
  'says how many of them %s finds, and shows the filters it came by',
  async (_by, search, words) => {
    show(search);
    expect(await screen.findByText(words)).toBeVisible();
    expect(screen.getByRole('search')).toBeVisible();
  },
);

/** @param part what the table is given */
function showRows(
  items: readonly Collectible[],
  umbrales: Readonly<Record<string, Umbral>> = {},
  { search = '', chosenId }: { search?: string; chosenId?: string } = {},
) {
  const [onChoose, onEditThreshold] = [vi.fn(), vi.fn()];
  const screenOf = renderScreen(
    <CollectiblesTable
      collectibles={items}
      estados={{}}
      {...{ chosenId, umbrales, onChoose, onEditThreshold }}
    />,
    path + search,
  );
  return { ...screenOf, onChoose, onEditThreshold };
}
const rows = () => screen.getAllByRole('row').slice(1);
const cells = (row: HTMLElement | undefined) =>
  within(row as HTMLElement)
    .getAllByRole('gridcell')
    .map(plainText);
const firstCells = () => rows().map((row) => cells(row)[0]);

it('says of each its price, change, offer, last sale and line, and which one is on the chart', () => {
  showRows(
    [
      collectibleSample({
        category: 'Palco',
        rarity: 'Épica',
        change24hBp: -250,
        listings: 1_200,
        lastSaleCents: 19_000,
        url: 'https://mercado.example/c1',
      }),
      collectibleSample({ id: 'c2', category: '2', floorCents: null, listings: 0 }),
    ],
    { t1: umbralSample({ valor: 18_000 }) },
    { chosenId: 'c1' },
  );
  const [first, second] = rows();
  expect(cells(first)).toEqual([
    'PalcoÉpica',
    '200,00 €',
    'baja 2,5 %',
    '1.200',
    '190,00 €',
    'baja de 180 €',
    '',
  ]);
  expect(cells(second).slice(0, 6)).toEqual([
    'Categoría 2',
    matchCopy.nothingListed,
    'sin datos de hace 24 horas—',
    '0',
    '—',
    '',
  ]);
  expect([first, second].map((row) => row?.getAttribute('aria-selected'))).toEqual([
    'true',
    'false',
  ]);
  expect([first, second].map((row) => row?.getAttribute('aria-rowindex'))).toEqual(['2', '3']);
  expect(screen.getByRole('link', { name: /España – Uruguay, Palco/ })).toHaveAttribute(
    'href',
    'https://mercado.example/c1',
  );
});

it('puts one on the chart, and opens its threshold or a new one', async () => {
  const umbral = umbralSample({ valor: 18_000 });
  const { onChoose, onEditThreshold } = showRows(
    [collectibleSample(), collectibleSample({ id: 'c2', category: 'Palco' })],
    { t1: umbral },
  );
  await press('Palco');
  expect(onChoose).toHaveBeenCalledExactlyOnceWith('c2');
  await press('Editar umbral de Categoría 1');
  await press('Crear umbral de Palco');
  expect(onEditThreshold.mock.calls).toEqual([
    ['c1', { id: 't1', umbral }],
    ['c2', undefined],
  ]);
});

it('those that share a category are told apart by name, to a screen reader too', () => {
  showRows([
    collectibleSample({ id: 'norte', name: 'Grada norte', rarity: 'Rara' }),
    collectibleSample({ id: 'sur', name: 'Grada sur' }),
    collectibleSample({ id: 'palco', name: 'Palco 7', category: 'Palco' }),
  ]);
  expect(firstCells()).toEqual(['Categoría 1Grada norte · Rara', 'Categoría 1Grada sur', 'Palco']);
  for (const name of ['Categoría 1, Grada norte', 'Categoría 1, Grada sur', 'Palco'])
    expect(screen.getByRole('button', { name: `Crear umbral de ${name}` })).toBeVisible();
});

it('a press on a head sorts up, then down, then as the market does', async () => {
  const { address } = showRows([
    collectibleSample({ id: 'b', category: 'B', floorCents: 200 }),
    collectibleSample({ id: 'c', category: 'C', floorCents: 100 }),
    collectibleSample({ id: 'a', category: 'A', floorCents: 300 }),
  ]);
  const heads = () =>
    screen
      .getAllByRole('columnheader')
      .map((head) => head.getAttribute('aria-sort'))
      .slice(0, 5);
  const sortBy = (name: string) =>
    userEvent.click(
      within(screen.getByRole('columnheader', { name })).getByRole('button', { name }),
    );
  expect([firstCells(), heads()]).toEqual([
    ['B', 'C', 'A'],
    [null, null, null, null, null],
  ]);
  await sortBy(matchCopy.price);
  await waitFor(() => expect(firstCells()).toEqual(['C', 'B', 'A']));
  expect([heads(), address()]).toEqual([
    [null, 'ascending', null, null, null],
    `${path}?orden=precio`,
  ]);
  await sortBy(matchCopy.price);
  await waitFor(() => expect(firstCells()).toEqual(['A', 'B', 'C']));
  expect([heads(), address()]).toEqual([
    [null, 'descending', null, null, null],
    `${path}?orden=-precio`,
  ]);
  await sortBy(matchCopy.category);
  await waitFor(() => expect(firstCells()).toEqual(['A', 'B', 'C']));
  expect([heads(), address()]).toEqual([
    ['ascending', null, null, null, null],
    `${path}?orden=nombre`,
  ]);
  await sortBy(matchCopy.category);
  await waitFor(() => expect(firstCells()).toEqual(['C', 'B', 'A']));
  await sortBy(matchCopy.category);
  await waitFor(() => expect(firstCells()).toEqual(['B', 'C', 'A']));
  expect([heads(), address()]).toEqual([[null, null, null, null, null], path]);
});

it.each([
  ['orden=cambio', ['B', 'C', 'A']],
  ['orden=-cambio', ['A', 'C', 'B']],
  ['orden=oferta', ['C', 'A', 'B']],
  ['orden=venta', ['A', 'B', 'C']],
  ['orden=x', ['A', 'B', 'C']],
  ['orden=precio-', ['A', 'B', 'C']],
])('opens in the order of its address: %s', (search, order) => {
  showRows(
    [
      collectibleSample({ id: 'a', category: 'A', change24hBp: 90, listings: 2, lastSaleCents: 1 }),
      collectibleSample({ id: 'b', category: 'B', change24hBp: -9, listings: 3, lastSaleCents: 2 }),
      collectibleSample({ id: 'c', category: 'C', change24hBp: 10, listings: 1, lastSaleCents: 3 }),
    ],
    {},
    { search: `?${search}` },
  );
  expect(firstCells()).toEqual(order);
});

it('finds by what is typed, a category and what is on sale; the categories are in the order of their numbers', async () => {
  const { address } = showRows(
    ['10', '9', 'Palco', '2', '9', '1', '3', '4', '5'].map((category, index) =>
      collectibleSample({
        id: `c${index}`,
        name: `Grada ${index}`,
        category,
        floorCents: index === 1 ? null : 10_000,
      }),
    ),
  );
  const category = screen.getByLabelText(matchCopy.category);
  expect(
    within(category)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual([
    matchCopy.any,
    ...['1', '2', '3', '4', '5', '9', '10'].map((number) => `Categoría ${number}`),
    'Palco',
  ]);
  await userEvent.selectOptions(category, 'Categoría 9');
  expect(await screen.findByText('2 de 9')).toBeVisible();
  await userEvent.click(screen.getByRole('checkbox', { name: matchCopy.onlyListed }));
  expect(await screen.findByText('1 de 9')).toBeVisible();
  expect(firstCells()).toEqual(['Categoría 9Grada 4']);
  await userEvent.type(screen.getByLabelText(matchCopy.search), 'grada 4');
  await waitFor(() =>
    expect(Object.fromEntries(new URLSearchParams(address().split('?')[1]))).toEqual({
      q: 'grada 4',
      categoria: '9',
      venta: '1',
    }),
  );
  await userEvent.click(screen.getByRole('checkbox', { name: matchCopy.onlyListed }));
  await waitFor(() => expect(address()).not.toContain('venta'));
});
