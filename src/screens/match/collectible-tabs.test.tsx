/** The tabs over the chart: which of many collectibles have one, what each is called, and the keys that move among them. */
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { sharedCategories } from '#src/features/matches/shared-categories.ts';
import type { Collectible } from '#store/api/api-types.ts';
import { collectibleSample } from '#tests/support/threshold-samples.ts';
import { CollectibleTabs } from './collectible-tabs.tsx';

/** `Bloque 1`, … */
const many = (amount: number) =>
  Array.from({ length: amount }, (_, index) =>
    collectibleSample({ id: `c${index + 1}`, category: `Bloque ${index + 1}` }),
  );

function show(collectibles: readonly Collectible[], chosenId: string) {
  const Tabs = () => {
    const [id, setId] = useState(chosenId);
    const chosen = collectibles.find((item) => item.id === id) ?? collectibleSample({ id });
    const shared = sharedCategories(collectibles);
    return (
      <CollectibleTabs {...{ collectibles, chosen, shared }} panelId="panel" onChoose={setId} />
    );
  };
  render(<Tabs />);
}

const names = () => screen.getAllByRole('tab').map(({ textContent }) => textContent);
const selected = () => screen.getAllByRole('tab', { selected: true });
/** One tab is selected, has the focus, and is the only one that the tab key reaches. */
function expectAt(name: string) {
  expect(selected().map(({ textContent }) => textContent)).toEqual([name]);
  expect(screen.getByRole('tab', { name })).toHaveFocus();
  const reachable = screen
    .getAllByRole<HTMLButtonElement>('tab')
    .filter((tab) => tab.tabIndex >= 0);
  expect(reachable).toEqual(selected());
}

it('the arrows, Home and End choose another collectible, round both ends', async () => {
  show(many(4), 'c1');
  await userEvent.tab();
  expectAt('Bloque 1');
  const steps = [
    ['{ArrowRight}', 'Bloque 2'],
    ['{ArrowRight}', 'Bloque 3'],
    ['{ArrowLeft}', 'Bloque 2'],
    ['{End}', 'Bloque 4'],
    ['{ArrowRight}', 'Bloque 1'],
    ['{ArrowLeft}', 'Bloque 4'],
    ['{ArrowLeft}', 'Bloque 3'],
    ['{Home}', 'Bloque 1'],
    ['a', 'Bloque 1'],
  ] as const;
  for (const [key, name] of steps) {
    await userEvent.keyboard(key);
    expectAt(name);
  }
  await userEvent.tab();
  expect(document.body).toHaveFocus();
});

it('a collectible beyond the first has a tab while it is on the chart, in place of the last of them', () => {
  show(many(30), 'c20');
  expect(names()).toEqual([...many(11).map(({ category }) => category), 'Bloque 20']);
  expect(selected().map(({ textContent }) => textContent)).toEqual(['Bloque 20']);
});
