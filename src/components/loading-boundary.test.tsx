/** Loading boundary: a skeleton until every query has loaded, never again on a refetch. */
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { LoadingBoundary } from './loading-boundary.tsx';

const withQueries = (...loading: boolean[]) => (
  <LoadingBoundary queries={loading.map((isLoading) => ({ isLoading }))} label="Cargando">
    <p>La pantalla</p>
  </LoadingBoundary>
);

const isShown = () => screen.getByText('La pantalla').closest('[inert]') === null;

it('shows the skeleton until the last query has loaded', () => {
  const { rerender } = render(withQueries(true, true));
  rerender(withQueries(false, true));
  expect(screen.getByRole('status', { name: 'Cargando' })).toBeVisible();
  expect(isShown()).toBe(false);
  rerender(withQueries(false, false));
  expect(isShown()).toBe(true);
  expect(screen.queryByRole('status')).not.toBeInTheDocument();
});

it('keeps its children while a query is refetched', () => {
  const { rerender } = render(withQueries(false));
  rerender(withQueries(true));
  expect(isShown()).toBe(true);
});
