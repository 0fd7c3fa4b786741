/** Watch list row of a collectible: its price, how far its threshold is or why it is paused, and its name beside others of its category. */
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import type { Umbral } from '#contract/threshold.ts';
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
  ['its owner', ['usuario'], 'En pausa'],
  ['a change of currency', ['moneda'], 'En pausa: ha cambiado la moneda'],
  ['a suspension', ['suspension'], 'En pausa: tu cuenta está suspendida'],
  ['the kick-off', ['inicio'], 'Cerrado: el partido ya ha empezado'],
] as const)('paused by %s, it says why', async (_by, reasons, words) => {
  show(...reasons);
  expect(await screen.findByText(words)).toBeVisible();
});

it('paused by the plan, it says so first and links to the plans', async () => {
  show('usuario', 'plan');
  const link = await screen.findByRole('link', { name: 'En pausa: no cabe en tu plan' });
  expect(link).toHaveAttribute('href', '/dashboard/plan');
});

it('with one active threshold, it shows its distance', async () => {
  show('plan', null);
  expect(await screen.findByText(/falta/)).toBeVisible();
  expect(screen.queryByText(/En pausa/)).not.toBeInTheDocument();
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
  return { row, words: plainText(row.querySelector('.dist')) };
}

it.each([
  ['far above its line', { valor: 9_000 }, 'falta 50,0 % · baja de 90 €', ''],
  ['near its line', { valor: 17_500 }, 'falta 2,8 % · baja de 175 €', 'is-near'],
  ['on its line', { valor: 18_000 }, 'Justo en la línea · baja de 180 €', 'is-crossed'],
  ['past its line', { valor: 19_000 }, 'Cruzado por 10 € · baja de 190 €', 'is-crossed'],
  [
    'below one that waits for a rise',
    { condicion: 'por_encima', valor: 20_000 },
    'falta 11,1 % · sube de 200 €',
    '',
  ],
] as const)('a price %s says how far that is', (_where, umbral, words, state) => {
  const shown = say({}, umbral);
  expect(shown.words).toBe(words);
  expect(['is-near', 'is-crossed'].filter((name) => shown.row.classList.contains(name))).toEqual(
    state === '' ? [] : [state],
  );
  const isOn = screen
    .getByRole('button', { name: 'Editar umbral de España – Uruguay, cat-1' })
    .classList.contains('iconbtn--on');
  expect(isOn).toBe(state === 'is-crossed');
});

it.each([
  ['a minimum', {}, { condicion: 'minimo', valor: 7 }, 'avisa si es el mínimo de 7 días'],
  ['nothing on sale', { floorCents: null }, { valor: 9_000 }, 'avisa si baja de 90 €'],
] as const)(
  'a threshold without a distance, of %s, says when it alerts',
  (_what, part, umbral, words) => {
    expect(say(part, umbral as Partial<Umbral>).words).toBe(words);
    expect(screen.queryByRole('button', { name: 'Poner umbral' })).toBeNull();
  },
);

it('with nothing on sale it says so instead of a price', () => {
  const { row } = say({ floorCents: null, listings: 0 });
  expect(within(row).getByText('Nada en venta')).toBeVisible();
  expect(row.querySelector('.price')).toBeNull();
});

it('with a price, what is on sale and its change it says them', () => {
  const { row } = say({ change24hBp: -820, listings: 1_234 });
  const cells = within(row).getAllByRole('gridcell').map(plainText);
  expect(cells.slice(2, 6)).toEqual(['180,00 €', 'baja 8,2 %', 'Poner umbral', '1.234']);
  expect(screen.queryByText('Nada en venta')).toBeNull();
});

it('without a threshold both its buttons create one', async () => {
  const edit = vi.fn();
  showRows([item], {}, edit);
  await userEvent.click(screen.getByRole('button', { name: 'Poner umbral' }));
  await userEvent.click(
    screen.getByRole('button', { name: 'Crear umbral de España – Uruguay, cat-1' }),
  );
  expect(edit.mock.calls.map(([row]) => row.item.id)).toEqual(['c1', 'c1']);
});

it('draws the seven days with the line of a threshold that is near them, and nothing without them', () => {
  const { row } = say({ spark: [18_400, null, 18_000] }, { valor: 17_500 });
  expect(row.querySelectorAll('.spark path')).toHaveLength(1);
  expect(row.querySelectorAll('.spark line')).toHaveLength(1);
});

it('draws neither where the seven days are not known', () => {
  expect(say({}).row.querySelector('.spark')).toBeNull();
});
