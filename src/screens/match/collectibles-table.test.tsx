/** The table of a match's collectibles: what a row says and opens, its order, and how it is searched. */
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import type { Threshold } from '#domain/threshold.ts';
import { matchCopy as copy } from '#src/copy/match.ts';
import type { Collectible } from '#store/api/api-types.ts';
import { optionsOf, plainText, press, renderScreen } from '#tests/support/screen-harness.tsx';
import { collectibleSample, umbralSample } from '#tests/support/threshold-samples.ts';
import { CollectiblesTable } from './collectibles-table.tsx';

const path = '/dashboard/partidos/m1';
function show(
  items: readonly Partial<Collectible>[],
  umbrales: Readonly<Record<string, Threshold>> = {},
  { search = '', chosenId }: { search?: string; chosenId?: string } = {},
) {
  const [onChoose, onEditThreshold] = [vi.fn(), vi.fn()];
  const collectibles = items.map((part, index) => collectibleSample({ id: `c${index}`, ...part }));
  const rendered = renderScreen(
    <CollectiblesTable
      states={{}}
      {...{ collectibles, chosenId, umbrales, onChoose, onEditThreshold }}
    />,
    path + search,
  );
  return { ...rendered, onChoose, onEditThreshold };
}
const rows = () => screen.getAllByRole('row').slice(1);
const cellsOf = (row: HTMLElement) => within(row).getAllByRole('gridcell').map(plainText);
const firstCells = () => rows().map((row) => cellsOf(row)[0]);
const onFirst = umbralSample({ target: { kind: 'collectible', id: 'c0' }, value: 18_000 });

it('says of each its price, change, offer, last sale and line, and which one is on the chart', () => {
  const figures = { change24hBp: -250, listings: 1_200, lastSaleCents: 19_000 };
  show(
    [
      { ...figures, category: 'Palco', rarity: 'Épica', url: 'https://mercado.example/c0' },
      { category: '2', floorCents: null, listings: 0 },
    ],
    { t1: onFirst },
    { chosenId: 'c0' },
  );
  const [first, second] = rows() as [HTMLElement, HTMLElement];
  const known = ['200,00 €', 'baja 2,5 %', '1.200', '190,00 €', 'baja de 180 €'];
  expect(cellsOf(first).slice(0, 6)).toEqual(['PalcoÉpica', ...known]);
  const unknown = [copy.nothingListed, 'sin datos de hace 24 horas—', '0', '—', ''];
  expect(cellsOf(second).slice(0, 6)).toEqual(['Categoría 2', ...unknown]);
  const states = [first, second].map((row) => [row.ariaSelected, row.ariaRowIndex]);
  expect(states).toEqual([
    ['true', '2'],
    ['false', '3'],
  ]);
  const market = screen.getByRole('link', { name: /España – Uruguay, Palco/ });
  expect(market).toHaveAttribute('href', 'https://mercado.example/c0');
});

it('puts one on the chart, and opens its threshold or a new one', async () => {
  const { onChoose, onEditThreshold } = show([{}, { category: 'Palco' }], { t1: onFirst });
  await press('Palco');
  expect(onChoose).toHaveBeenCalledExactlyOnceWith('c1');
  await press('Editar umbral de Categoría 1');
  await press('Crear umbral de Palco');
  expect(onEditThreshold.mock.calls).toEqual([
    ['c0', expect.objectContaining({ id: 't1', threshold: onFirst })],
    ['c1', undefined],
  ]);
});

it('those that share a category are told apart by name, to a screen reader too', () => {
  show([
    { name: 'Grada norte', rarity: 'Rara' },
    { name: 'Grada sur' },
    { name: 'Palco 7', category: 'Palco' },
  ]);
  expect(firstCells()).toEqual(['Categoría 1Grada norte · Rara', 'Categoría 1Grada sur', 'Palco']);
  for (const name of ['Categoría 1, Grada norte', 'Categoría 1, Grada sur', 'Palco'])
    expect(screen.getByRole('button', { name: `Crear umbral de ${name}` })).toBeVisible();
});

it('a press on a head sorts up, then down, then as the market does', async () => {
  const prices = { B: 200, C: 100, A: 300 };
  const { address } = show(
    Object.entries(prices).map(([category, floorCents]) => ({ category, floorCents })),
  );
  const sorted = () =>
    screen
      .getAllByRole('columnheader')
      .flatMap((head) => head.getAttribute('aria-sort') ?? [])
      .join();
  const isOrdered = async (order: string, direction: string, search: string) => {
    await waitFor(() => expect(firstCells().join('')).toBe(order));
    expect([sorted(), address()]).toEqual([direction, path + search]);
  };
  await isOrdered('BCA', '', '');
  for (const [name, order, direction, search] of [
    [copy.price, 'CBA', 'ascending', '?orden=precio'],
    [copy.price, 'ABC', 'descending', '?orden=-precio'],
    [copy.category, 'ABC', 'ascending', '?orden=nombre'],
    [copy.category, 'CBA', 'descending', '?orden=-nombre'],
    [copy.category, 'BCA', '', ''],
  ] as const) {
    const head = within(screen.getByRole('columnheader', { name }));
    await userEvent.click(head.getByRole('button', { name }));
    await isOrdered(order, direction, search);
  }
});

it.each([
  ['orden=cambio', 'BCA'],
  ['orden=-cambio', 'ACB'],
  ['orden=oferta', 'CAB'],
  ['orden=venta', 'ABC'],
  ['orden=-venta', 'CBA'],
  ['orden=x', 'ABC'],
  ['orden=precio-', 'ABC'],
])('opens in the order of its address: %s', (search, order) => {
  show(
    [
      { category: 'A', change24hBp: 90, listings: 2, lastSaleCents: 1 },
      { category: 'B', change24hBp: -9, listings: 3, lastSaleCents: 2 },
      { category: 'C', change24hBp: 10, listings: 1, lastSaleCents: 3 },
    ],
    {},
    { search: `?${search}` },
  );
  expect(firstCells().join('')).toBe(order);
});

it('finds by what is typed, a category and what is on sale; the categories are in the order of their numbers', async () => {
  const { address } = show(
    ['10', '9', 'Palco', '2', '9', '1', '3', '4', '5'].map((category, index) => ({
      name: `Grada ${index}`,
      category,
      floorCents: index === 1 ? null : 10_000,
    })),
  );
  const numbered = ['1', '2', '3', '4', '5', '9', '10'].map((number) => `Categoría ${number}`);
  expect(optionsOf(copy.category)).toEqual([copy.any, ...numbered, 'Palco']);
  await userEvent.selectOptions(screen.getByLabelText(copy.category), 'Categoría 9');
  expect(await screen.findByText('2 de 9')).toBeVisible();
  await userEvent.click(screen.getByRole('checkbox', { name: copy.onlyListed }));
  expect(await screen.findByText('1 de 9')).toBeVisible();
  expect(firstCells()).toEqual(['Categoría 9Grada 4']);
  await userEvent.type(screen.getByLabelText(copy.search), 'grada 4');
  await waitFor(() =>
    expect(Object.fromEntries(new URLSearchParams(address().split('?')[1]))).toEqual({
      q: 'grada 4',
      categoria: '9',
      venta: '1',
    }),
  );
  await userEvent.click(screen.getByRole('checkbox', { name: copy.onlyListed }));
  await waitFor(() => expect(address()).not.toContain('venta'));
});
