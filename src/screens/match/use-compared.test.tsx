// @vitest-environment jsdom
/** Collectibles laid over the chart: in the address, three at most, never the chosen one. */
import { act, renderHook } from '@testing-library/react';
import type { PropsWithChildren } from 'react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { expect, it } from 'vitest';
import { collectibleSample } from '#tests/support/threshold-samples.ts';
import { useCompared } from './use-compared.ts';

const collectibles = ['a', 'b', 'c', 'd', 'e'].map((id) => ({
  ...collectibleSample({ id }),
  spark: [],
}));

function render(search: string, chosenId = 'a') {
  const chosen = collectibles.find(({ id }) => id === chosenId);
  if (chosen === undefined) throw new Error('no such collectible');
  const wrapper = ({ children }: PropsWithChildren) => (
    <MemoryRouter initialEntries={[`/${search}`]}>{children}</MemoryRouter>
  );
  const { result } = renderHook(
    () => ({ ...useCompared(collectibles, chosen), search: useLocation().search }),
    { wrapper },
  );
  return {
    ids: () => result.current.compared.map(({ item }) => item.id),
    search: () => decodeURIComponent(result.current.search),
    isFull: () => result.current.isFull,
    dashes: () => result.current.compared.map(({ dash }) => dash),
    /** All in one event. */
    toggle: (...all: readonly string[]) => act(() => all.forEach(result.current.toggle)),
  };
}

it('keeps in the address what is compared, and the rest of it', () => {
  const { ids, search, toggle } = render('?rango=7d');
  toggle('c');
  toggle('b');
  expect([ids(), search()]).toEqual([['c', 'b'], '?rango=7d&con=c,b']);
  toggle('c');
  toggle('b');
  expect([ids(), search()]).toEqual([[], '?rango=7d']);
});

it.each([
  ['the chosen one', '?con=a,b'],
  ['what the match does not have', '?con=x,b'],
  ['what is named twice', '?con=b,b'],
  ['nonsense', '?con=,%00,b,'],
])('leaves out %s', (_, search) => {
  expect(render(search).ids()).toEqual(['b']);
});
