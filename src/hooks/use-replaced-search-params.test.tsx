/** The query of an address: changed without an entry of the history, and never one change by undoing another. */
import { act, render } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { expect, it } from 'vitest';
import { useReplacedSearchParams } from './use-replaced-search-params.ts';

function show(search: string) {
  let set: ReturnType<typeof useReplacedSearchParams>[1] = () => {};
  let params = new URLSearchParams();
  function Page() {
    [params, set] = useReplacedSearchParams();
    return null;
  }
  const router = createMemoryRouter([{ path: '*', element: <Page /> }], {
    initialEntries: ['/antes', `/lista${search}`],
    initialIndex: 1,
  });
  render(<RouterProvider router={router} />);
  const change = (...changes: Parameters<typeof set>[0][]) =>
    act(async () => {
      for (const one of changes) set(one);
    });
  return { change, router, shown: () => params.toString() };
}

it('sets, replaces and removes what it is told, and keeps the rest', async () => {
  const { change, router, shown } = show('?q=a&orden=precio');
  await change({ q: 'b', ver: 'cerca' });
  expect(shown()).toBe('q=b&orden=precio&ver=cerca');
  await change({ q: null });
  expect(router.state.location.search).toBe('?orden=precio&ver=cerca');
  await act(() => router.navigate(-1));
  expect(router.state.location.pathname).toBe('/antes');
});

it('keeps both of two changes of one moment, and tells the second of the first', async () => {
  const { change, shown } = show('?q=a');
  await change({ orden: 'precio' }, (current) => ({ q: `${current.get('orden')}!` }));
  expect(shown()).toBe('q=precio%21&orden=precio');
});
