/** The error pages: an address without a page, and a screen that failed, with what support needs to know. */

import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import { ErrorScreen } from './error-screen.tsx';

const show = (page: React.ReactNode) =>
  render(<MemoryRouter initialEntries={['/dashboard/partidos/m1?c=c1']}>{page}</MemoryRouter>);

it.each([
  ['an error', new TypeError('x is not a function'), 'TypeError · /dashboard/partidos/m1'],
  ['anything else', 'x', 'Error · /dashboard/partidos/m1'],
])('a screen that threw %s names it and where, and not what it said', (_what, error, detail) => {
  show(<ErrorScreen error={error} />);
  const title = screen.getByRole('heading', { name: 'Unexpected Application Error!' });
  expect(title).toHaveAttribute('lang', 'en');
  expect(document.title).toMatch(/^Unexpected Application Error! · /);
  expect(screen.getByText(/^Esta pantalla ha fallado/)).toBeVisible();
  expect(screen.getByText(detail)).toBeInTheDocument();
  expect(screen.queryByText(/is not a function/)).toBeNull();
});
