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

it('asks who is signed out to sign in, and remembers what they asked for', () => {
  const { address, state } = open('/dashboard/alertas?umbral=t1', signedOut);
  expect(address).toBe('/login');
  expect(state).toEqual({ from: '/dashboard/alertas?umbral=t1' });
});

it('who has signed out themselves begins anew', () => {
  const { address, state } = open('/dashboard/alertas', { ...signedOut, hasSignedOut: true });
  expect(address).toBe('/login');
  expect(state).toBeNull();
});

it('shows the dashboard to who is signed in, and while that is not known yet', () => {
  expect(open('/dashboard', signedIn).address).toBe('/dashboard');
  expect(screen.getByText('Tablero')).toBeVisible();
  expect(open('/dashboard', { status: 'unknown' }).address).toBe('/dashboard');
});

it.each([['/dashboard/alertas?umbral=t1'], ['/dashboard?vista=precio'], ['/dashboard']])(
  'a sign-in leads back to %s',
  (from) => {
    expect(open('/login', signedIn, { from }).address).toBe(from);
  },
);

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

it.each([
  [signedIn, '/dashboard'],
  [signedOut, '/login'],
])('the home of %o is %s', (session, address) => {
  expect(open('/', session).address).toBe(address);
});
