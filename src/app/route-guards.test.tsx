/** Where a sign-in leads: back to what was asked for, but only inside the dashboard. */
import { act } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderScreen, sessionView } from '#tests/support/screen-harness.tsx';
import { RequireSignedOut } from './route-guards.tsx';

it.each([
  ['where it was asked for', { from: '/dashboard/alertas?umbral=t1' }, true],
  ['another site', { from: 'https://example.com/dashboard' }, false],
  ['a path without a scheme', { from: '//example.com/dashboard' }, false],
  ['what only begins like it', { from: '/dashboards' }, false],
  ['no text', { from: 7 }, false],
  ['a state of somebody else', 'x', false],
  ['nothing', null, false],
])('of %s: %j, leads there: %s', async (_what, state, isFollowed) => {
  const { address, navigate } = renderScreen(null, '/', {
    route: '/',
    others: [
      { element: <RequireSignedOut />, children: [{ path: '/login', element: null }] },
      { path: '*', element: null },
    ],
    sessionPart: { session: sessionView() },
  });
  await act(() => navigate('/login', state));
  expect(address()).toBe(isFollowed ? '/dashboard/alertas?umbral=t1' : '/dashboard');
});
