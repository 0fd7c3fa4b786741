/** The watch list's empty states: nothing watched, and nothing that matches the search. */
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it, vi } from 'vitest';
import { buildWatchRows } from '#src/features/watch-list/watch-list-rows.ts';
import { renderScreen, setupScreenTests, stubLayout } from '#tests/support/screen-harness.tsx';
import { collectibleSample } from '#tests/support/threshold-samples.ts';
import { WatchList } from './watch-list.tsx';

setupScreenTests();
beforeAll(() => {
  stubLayout();
  // jsdom has none.
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
});

function show(path: string, collectibles = [collectibleSample()]) {
  const configuracion = { partidos: ['m1'], umbrales: {}, frecuencia: 60 };
  return renderScreen(
    <WatchList
      loadedRows={buildWatchRows(collectibles, { configuracion, version: 1, estados: {} })}
      matchById={new Map()}
      thresholds={0}
      onEditThreshold={() => {}}
      first={null}
    >
      {null}
    </WatchList>,
    path,
  );
}

it('does not say that nothing matches beside the rows that do', () => {
  show('/dashboard?q=uruguay');
  expect(screen.getByRole('grid')).toBeVisible();
  expect(screen.queryByText('Nada coincide')).toBeNull();
});

it('says that nothing matches the search, which can be taken back', async () => {
  const { address } = show('/dashboard?q=japón&ver=a-punto');
  expect(screen.getByText('Nada coincide')).toBeVisible();
  expect(screen.queryByRole('grid')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: /^Quitar/ }));
  expect(await screen.findByRole('grid')).toBeVisible();
  expect(address()).toBe('/dashboard');
});

it('says that nothing is watched where that is so, and not that nothing matches', () => {
  show('/dashboard?q=japón', []);
  expect(screen.getByText('Aún no vigilas nada')).toBeVisible();
  expect(screen.queryByText('Nada coincide')).toBeNull();
});
