/** The table of a match's collectibles while it is searched. */
import { screen } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import {
  press,
  renderScreen,
  setupScreenTests,
  stubLayout,
} from '#tests/support/screen-harness.tsx';
import { collectibleSample } from '#tests/support/threshold-samples.ts';
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

it('shows a few without filters', () => {
  show('');
  expect(screen.queryByRole('search')).toBeNull();
  expect(screen.queryByText(/ de 3$/)).toBeNull();
});

it('shows all of them again once a search that finds none is cleared', async () => {
  const { address } = show('?q=nada&categoria=1&venta=1');
  expect(await screen.findByText('Ningún coleccionable coincide')).toBeVisible();
  await press('Quitar los filtros');
  expect(await screen.findByRole('grid')).toBeVisible();
  expect(address()).toBe(path);
});
