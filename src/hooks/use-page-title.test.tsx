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
  for (const [path, title, { description }] of [
    ['/support', supportCopy.documentTitle, publicPages['/support']],
    ['/terms', 'Términos', publicPages['/terms']],
    ['/dashboard', '(3) Resumen', publicPages['/']],
  ] as const) {
    await act(() => router.navigate(path));
    expect([document.title, meta.content]).toEqual([`${title} · Vigía`, description]);
  }
});
