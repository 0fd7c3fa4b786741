/** Title and description follow the address: of a public page its own, of any other the product's. */

import { act, render } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { publicPages } from '#domain/public-pages.ts';
import { supportCopy } from '#src/copy/support.ts';
import { usePageTitle } from './use-page-title.ts';

const meta = document.createElement('meta');
beforeEach(() => {
  meta.name = 'description';
  document.head.append(meta);
});
afterEach(() => meta.remove());

function Page({ title }: { readonly title: string }) {
  usePageTitle(title);
  return null;
}

it('each page has its title, and each public page its description', async () => {
  const router = createMemoryRouter(
    [
      { path: '/support', element: <Page title={supportCopy.documentTitle} /> },
      { path: '/terms', element: <Page title="Términos" /> },
      { path: '/dashboard', element: <Page title="(3) Resumen" /> },
    ],
    { initialEntries: ['/support'] },
  );
  render(<RouterProvider router={router} />);
  const shown = () => [document.title, meta.content];
  expect(shown()).toEqual(['Centro de ayuda · Vigía', publicPages['/support'].description]);
  await act(() => router.navigate('/terms'));
  expect(shown()).toEqual(['Términos · Vigía', publicPages['/terms'].description]);
  await act(() => router.navigate('/dashboard'));
  expect(shown()).toEqual(['(3) Resumen · Vigía', publicPages['/'].description]);
});
