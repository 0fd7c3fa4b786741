/** The switches that lay other collectibles over the chart: which are offered, what a pressed one says, and that three fill it. */

import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { matchCopy } from '#src/copy/match.ts';
import { sharedCategories } from '#src/features/matches/shared-categories.ts';
import type { Collectible } from '#store/api/api-types.ts';
import { plainText, renderScreen, setupScreenTests } from '#tests/support/screen-harness.tsx';
import { collectibleSample } from '#tests/support/threshold-samples.ts';
import { CompareSwitches } from './compare-switches.tsx';
import { useCompared } from './use-compared.ts';

setupScreenTests();

const path = '/dashboard/partidos/m1';
const many = (amount: number) =>
  Array.from({ length: amount }, (_, index) =>
    collectibleSample({
      id: `c${index + 1}`,
      category: `Bloque ${index + 1}`,
      floorCents: index === 1 ? null : 10_000 + index * 100,
    }),
  );

function show(collectibles: readonly Collectible[], search = '') {
  const Switches = () => {
    const chosen = collectibles[0] as Collectible;
    const comparison = useCompared(collectibles, chosen);
    const shared = sharedCategories(collectibles);
    return <CompareSwitches {...comparison} {...{ collectibles, chosen, shared }} />;
  };
  return renderScreen(<Switches />, path + search);
}
const texts = () => screen.getAllByRole('button').map(plainText);
const press = (name: RegExp) => userEvent.click(screen.getByRole('button', { name }));

it('offers all but the one on the chart, and a pressed one shows its stroke and its price', async () => {
  const { address } = show(many(4));
  expect(screen.getByRole('group', { name: matchCopy.compare })).toBeVisible();
  expect(texts()).toEqual(['Bloque 2', 'Bloque 3', 'Bloque 4']);
  await press(/^Bloque 2/);
  await press(/^Bloque 4/);
  expect(texts()).toEqual(['Bloque 2Nada en venta', 'Bloque 3', 'Bloque 4103,00 €']);
  expect(
    screen.getAllByRole('button', { pressed: true }).map((button) => button.textContent),
  ).toEqual([expect.stringMatching(/^Bloque 2/), expect.stringMatching(/^Bloque 4/)]);
  expect(decodeURIComponent(address())).toBe(`${path}?con=c2,c4`);
  await press(/^Bloque 2/);
  expect(texts()).toEqual(['Bloque 2', 'Bloque 3', 'Bloque 4103,00 €']);
});

it('with three at once the others say that there is no place, and can still be reached', async () => {
  const { address } = show(many(6), '?con=c2,c3');
  expect(screen.queryByTitle(matchCopy.compareFull)).toBeNull();
  for (const button of screen.getAllByRole('button')) {
    expect(button).not.toHaveAttribute('aria-disabled');
  }
  await press(/^Bloque 4/);
  const blocked = screen.getAllByTitle(matchCopy.compareFull);
  expect(blocked.map(plainText)).toEqual(['Bloque 5', 'Bloque 6']);
  const all = screen.getAllByRole('button');
  const disabled = all.filter((button) => button.getAttribute('aria-disabled') === 'true');
  expect(disabled).toEqual(blocked);
  expect(all.every((button) => !(button as HTMLButtonElement).disabled)).toBe(true);
  await press(/^Bloque 5/);
  expect(decodeURIComponent(address())).toBe(`${path}?con=c2,c3,c4`);
});
