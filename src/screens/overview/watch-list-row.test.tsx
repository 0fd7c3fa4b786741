/** Watch list row of a collectible: its price, how far its threshold is or why it is paused, and its name beside others of its category. */

import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import type { Umbral } from '#contract/threshold.ts';
import { overviewCopy } from '#src/copy/overview.ts';
import { pausedBy } from '#src/copy/pause-reasons.ts';
import { buildWatchRows } from '#src/features/watch-list/watch-list-rows.ts';
import type { Collectible } from '#store/api/api-types.ts';
import { plainText, renderScreen, setupScreenTests } from '#tests/support/screen-harness.tsx';
import { collectibleSample, umbralSample } from '#tests/support/threshold-samples.ts';
import { WatchListRow } from './watch-list-row.tsx';

setupScreenTests();

const item = collectibleSample({ name: 'Cat 1', category: 'cat-1', floorCents: 18_000 });
const umbral = (pausa: Umbral['pausa']) => umbralSample({ pausa });

/** @param collectibles of one match; a row each */
function showRows(
  collectibles: readonly Collectible[],
  umbrales: Readonly<Record<string, Umbral>>,
  onEditThreshold = vi.fn(),
): void {
  const settings = {
    configuracion: { partidos: ['m1'], umbrales, frecuencia: 60 },
    version: 1,
    estados: {},
  };
  renderScreen(
    buildWatchRows(collectibles, settings).map((row, index) => (
      <WatchListRow
        key={row.key}
        row={row}
        rowIndex={index + 2}
        tabIndex={0}
        match={undefined}
        onEditThreshold={onEditThreshold}
      />
    )),
    '/dashboard',
  );
}

function show(...reasons: readonly Umbral['pausa'][]) {
  const umbrales = Object.fromEntries(reasons.map((pausa, n) => [`t${n}`, umbral(pausa)]));
  showRows([item], umbrales);
}

it.each([
  ['its owner', ['usuario'], pausedBy.usuario],
  ['a change of currency', ['moneda'], pausedBy.moneda],
  ['a suspension', ['suspension'], pausedBy.suspension],
  ['the kick-off', ['inicio'], pausedBy.inicio],
] as const)('paused by %s, it says why', async (_by, reasons, words) => {
  show(...reasons);
  expect(await screen.findByText(words)).toBeVisible();
});

it('paused by the plan, it says so first and links to the plans', async () => {
  show('usuario', 'plan');
  const link = await screen.findByRole('link', { name: pausedBy.plan });
  expect(link).toHaveAttribute('href', '/dashboard/plan');
});

it('names collectibles of one category apart, and alone by its category', async () => {
  const fan = { ...item, id: 'c2', name: 'Fan', category: '2' };
  const stand = { ...fan, id: 'c3', name: 'Tribuna' };
  showRows([item, fan, stand], {});
  const named = ['cat-1', 'Categoría 2 · Fan', 'Categoría 2 · Tribuna'];
  const names = named.map((name) => `España – Uruguay, ${name}`);
  const links = await screen.findAllByRole('link');
  expect(links.map((link) => link.textContent)).toEqual(names);
  for (const name of names)
    expect(screen.getByRole('button', { name: `Crear umbral de ${name}` })).toBeVisible();
});

/** What a row with these thresholds says of them. */
function say(part: Partial<Collectible>, ...umbrales: readonly Partial<Umbral>[]) {
  showRows(
    [{ ...item, ...part }],
    Object.fromEntries(umbrales.map((fields, n) => [`t${n}`, umbralSample(fields)])),
  );
  const row = screen.getByRole('row');
  return { row, words: plainText(row) };
}

it.each([
  ['far above its line', { valor: 9_000 }, 'falta 50,0 % · baja de 90 €'],
  ['near its line', { valor: 17_500 }, 'falta 2,8 % · baja de 175 €'],
  ['on its line', { valor: 18_000 }, 'Justo en la línea · baja de 180 €'],
  ['past its line', { valor: 19_000 }, 'Cruzado por 10 € · baja de 190 €'],
  [
    'below one that waits for a rise',
    { condicion: 'por_encima', valor: 20_000 },
    'falta 11,1 % · sube de 200 €',
  ],
] as const)('a price %s says how far that is', (_where, umbral, words) => {
  expect(say({}, umbral).words).toContain(words);
});

it.each([
  ['a minimum', {}, { condicion: 'minimo', valor: 7 }, 'avisa si es el mínimo de 7 días'],
  ['nothing on sale', { floorCents: null }, { valor: 9_000 }, 'avisa si baja de 90 €'],
] as const)(
  'a threshold without a distance, of %s, says when it alerts',
  (_what, part, umbral, words) => {
    expect(say(part, umbral as Partial<Umbral>).words).toContain(words);
    expect(screen.queryByRole('button', { name: overviewCopy.addThreshold })).toBeNull();
  },
);

it('with a price, what is on sale and its change it says them', () => {
  const { row } = say({ change24hBp: -820, listings: 1_234 });
  const cells = within(row).getAllByRole('gridcell').map(plainText);
  expect(cells.slice(2, 6)).toEqual(['180,00 €', 'baja 8,2 %', overviewCopy.addThreshold, '1.234']);
  expect(screen.queryByText('Nada en venta')).toBeNull();
});

it('without a threshold both its buttons create one', async () => {
  const edit = vi.fn();
  showRows([item], {}, edit);
  await userEvent.click(screen.getByRole('button', { name: overviewCopy.addThreshold }));
  await userEvent.click(
    screen.getByRole('button', { name: 'Crear umbral de España – Uruguay, cat-1' }),
  );
  expect(edit.mock.calls.map(([row]) => row.item.id)).toEqual(['c1', 'c1']);
});
