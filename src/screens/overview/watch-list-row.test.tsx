/** Watch list row of a collectible: why its thresholds are paused, and its name beside others of its category. */
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Umbral } from '#contract/threshold.ts';
import { buildWatchRows } from '#src/features/watch-list/watch-list-rows.ts';
import type { Collectible } from '#store/api/api-types.ts';
import { renderScreen, setupScreenTests } from '#tests/support/screen-harness.tsx';
import { collectibleSample, umbralSample } from '#tests/support/threshold-samples.ts';
import { WatchListRow } from './watch-list-row.tsx';

setupScreenTests();

const item = collectibleSample({ name: 'Cat 1', category: 'cat-1', floorCents: 18_000 });
const umbral = (pausa: Umbral['pausa']) => umbralSample({ pausa });

/** @param collectibles of one match; a row each */
function showRows(
  collectibles: readonly Collectible[],
  umbrales: Readonly<Record<string, Umbral>>,
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
        onEditThreshold={() => {}}
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
