/** What is on screen around every route: the splash while nobody knows who is there, and an error instead of a blank page. */
import { render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { SessionContext, type SessionContextValue } from '#src/features/session/session-context.ts';
import { stubLayout } from '#tests/support/screen-harness.tsx';
import { App } from './app.tsx';
import { unknownSession } from './session-provider.tsx';

beforeAll(() => stubLayout());
afterAll(() => void vi.unstubAllGlobals());

function Broken(): never {
  throw new Error('roto');
}

function open(path: string, status: 'unknown' | 'public') {
  const routes = [
    { path: '/roto', element: <Broken /> },
    { path: '*', element: <p>La pantalla</p> },
  ];
  const router = createMemoryRouter([{ path: '*', element: <App routes={routes} /> }], {
    initialEntries: [path],
  });
  const value = {
    session: { ...unknownSession, status },
    site: { landingUrl: '/', supportEmail: 'ayuda@vigia.example', localMailbox: null },
  } as SessionContextValue;
  return render(
    <SessionContext value={value}>
      <RouterProvider router={router} />
    </SessionContext>,
  );
}

it.each([
  ['/dashboard', 'unknown', false],
  ['/login', 'unknown', false],
  ['/terms', 'unknown', true],
  ['/login', 'public', true],
  ['/terms', 'public', true],
] as const)('%s with a session that is %s shows the screen: %s', (path, status, isShown) => {
  open(path, status);
  expect(screen.queryAllByText('La pantalla')).toHaveLength(isShown ? 1 : 0);
});

it('a screen that fails says so, and leaves a way out', () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  open('/roto', 'public');
  expect(screen.getByRole('heading')).toBeVisible();
});
