/** The main element takes the focus after a navigation, which the body would have otherwise. */
import { act, render, screen } from '@testing-library/react';
import { useEffect, useRef } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { expect, it, vi } from 'vitest';
import { PageMain } from './page-main.tsx';

function Field() {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return <input ref={field} aria-label="Buscar" />;
}

it('has the focus on another page, not on the same, nor where the page has focused a field', async () => {
  const pages = { uno: 'Uno', dos: 'Dos', tres: <Field /> };
  const routes = Object.entries(pages).map(([path, page]) => ({
    path,
    element: <PageMain key={path}>{page}</PageMain>,
  }));
  const router = createMemoryRouter(routes, { initialEntries: ['/uno'] });
  render(<RouterProvider router={router} />);
  const focus = vi.spyOn(HTMLElement.prototype, 'focus');
  await act(() => router.navigate('/dos'));
  expect(screen.getByRole('main')).toHaveFocus();
  expect(screen.getByRole('main')).toHaveTextContent('Dos');
  // The page is scrolled by its own rules.
  expect(focus.mock.calls).toEqual([[{ preventScroll: true }]]);
  act(() => screen.getByRole('main').blur());
  await act(() => router.navigate('/dos?q=1'));
  expect(document.body).toHaveFocus();
  await act(() => router.navigate('/tres'));
  expect(screen.getByLabelText('Buscar')).toHaveFocus();
  await act(() => router.navigate('/uno'));
  expect(screen.getByRole('main')).toHaveFocus();
});
