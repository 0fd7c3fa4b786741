/** Who may see which route, and where a sign-in leads: back to what was asked for, but only inside the dashboard. */
import { render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { expect, it } from 'vitest';
import {
  SessionContext,
  type SessionContextValue,
  type SessionView,
} from '#src/features/session/session-context.ts';
import { HomeRedirect, RequireSignedIn, RequireSignedOut } from './route-guards.tsx';
import { unknownSession } from './session-provider.tsx';

function open(path: string, part: Partial<SessionView>, state: unknown = null) {
  const [pathname = '', search = ''] = path.split('?');
  const router = createMemoryRouter(
    [
      { path: '/', element: <HomeRedirect /> },
      { element: <RequireSignedOut />, children: [{ path: '/login', element: <p>Formulario</p> }] },
      {
        element: <RequireSignedIn />,
        children: [{ path: '/dashboard/*', element: <p>Tablero</p> }],
      },
      { path: '*', element: <p>Otra</p> },
    ],
    { initialEntries: [{ pathname, search: search === '' ? '' : `?${search}`, state }] },
  );
  const value = { session: { ...unknownSession, ...part } } as SessionContextValue;
  render(
    <SessionContext value={value}>
      <RouterProvider router={router} />
    </SessionContext>,
  );
  const { location } = router.state;
  return { address: location.pathname + location.search, state: location.state };
}

const signedIn = { status: 'authenticated' } as const;
const signedOut = { status: 'public' } as const;

const asked = '/dashboard/alertas?umbral=t1';
it.each<[string, string, Partial<SessionView>, string, unknown]>([
  ['asks who is signed out to sign in', asked, signedOut, '/login', { from: asked }],
  ['begins anew who has left', asked, { ...signedOut, hasSignedOut: true }, '/login', null],
  ['lets in who is signed in', asked, signedIn, asked, null],
  ['lets in while that is not known', '/dashboard', { status: 'unknown' }, '/dashboard', null],
  ['leads home who is signed in', '/', signedIn, '/dashboard', null],
  ['leads to the sign-in who is not', '/', signedOut, '/login', null],
])('%s: %s', (_what, path, session, address, state) => {
  expect(open(path, session)).toEqual({ address, state });
  const isInside = address.startsWith('/dashboard');
  expect(screen.queryAllByText('Tablero')).toHaveLength(isInside ? 1 : 0);
});

it.each([asked, '/dashboard?vista=precio', '/dashboard'])('a sign-in leads back to %s', (from) => {
  expect(open('/login', signedIn, { from }).address).toBe(from);
});

it.each([
  ['another site', { from: 'https://example.com/dashboard' }],
  ['a path without a scheme', { from: '//example.com/dashboard' }],
  ['what only begins like it', { from: '/dashboards' }],
  ['no text', { from: 7 }],
  ['a state of somebody else', 'x'],
  ['nothing', null],
])('a sign-in does not lead to %s', (_case, state) => {
  expect(open('/login', signedIn, state).address).toBe('/dashboard');
});
