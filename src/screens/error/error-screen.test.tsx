/** The error pages: an address without a page, and a screen that failed, with what support needs to know. */

import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { beforeAll, expect, it } from 'vitest';
import { howItWorksCopy } from '#src/copy/how-it-works.ts';
import { stubLayout } from '#tests/support/screen-harness.tsx';
import { ErrorScreen, NotFoundScreen } from './error-screen.tsx';

beforeAll(stubLayout);

const show = (page: React.ReactNode) =>
  render(<MemoryRouter initialEntries={['/dashboard/partidos/m1?c=c1']}>{page}</MemoryRouter>);

it('an address without a page says so, and leads back', () => {
  show(<NotFoundScreen />);
  expect(screen.getByRole('heading', { name: 'Página no encontrada' })).toBeVisible();
  expect(screen.getByRole('link', { name: howItWorksCopy.toDashboard })).toHaveAttribute(
    'href',
    '/',
  );
  expect(screen.getByRole('link', { name: 'Ayuda' })).toHaveAttribute('href', '/support');
  expect(document.title).toMatch(/^Página no encontrada · /);
  expect(screen.queryByText('Datos para soporte')).toBeNull();
});

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
