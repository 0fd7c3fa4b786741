/** A screen that comes as a whole, and stays. */
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { LoadingBoundary } from './loading-boundary.tsx';

const having = (...answers: boolean[]) => (
  <LoadingBoundary queries={answers.map((isLoading) => ({ isLoading }))} label="Cargando">
    <p>La pantalla</p>
  </LoadingBoundary>
);

const isShown = () => screen.getByText('La pantalla').closest('[inert]') === null;

it('waits for the last of its answers', () => {
  const { rerender } = render(having(true, true));
  rerender(having(false, true));
  expect(screen.getByRole('status', { name: 'Cargando' })).toBeVisible();
  expect(isShown()).toBe(false);
  rerender(having(false, false));
  expect(isShown()).toBe(true);
  expect(screen.queryByRole('status')).not.toBeInTheDocument();
});

it('stays when what failed is asked for again', () => {
  const { rerender } = render(having(false));
  rerender(having(true));
  expect(isShown()).toBe(true);
});
