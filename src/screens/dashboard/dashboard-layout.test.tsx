/** The frame of the signed-in screens: the section of the address, unread alerts, the account and its menu. */

import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Navigate } from 'react-router-dom';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { commandCopy } from '#src/copy/command-texts.ts';
import { useTitleSubject } from '#src/features/layout/use-title-subject.ts';
import type { SessionContextValue } from '#src/features/session/session-context.ts';
import {
  errorResponse,
  mockBackend,
  profile,
  renderScreen,
  sessionActions,
  sessionView,
  setupScreenTests,
  stubLayout,
} from '#tests/support/screen-harness.tsx';
import { DashboardLayout } from './dashboard-layout.tsx';

setupScreenTests();
beforeAll(stubLayout);
afterEach(() => {
  Reflect.deleteProperty(HTMLElement.prototype, 'scrollIntoView');
  Reflect.deleteProperty(navigator, 'setAppBadge');
});

const ana = { email: 'ana@correo.example', displayName: 'Ana' };

/** @param profileAnswer an error where the profile cannot be read */
function show(
  path: string,
  unread = 0,
  user: SessionContextValue['session']['user'] = ana,
  profileAnswer: unknown = { ...profile(), username: 'ana_colecciona' },
) {
  mockBackend({
    'GET users/profile': [profileAnswer],
    'GET users/alerts': [{ items: [], nextCursor: null, unread }],
    'GET users/notifications': [{ silencio: null, correo: 'activo', navegador: false }],
    'GET monitoring/matches': [{ items: [], nextCursor: null }],
  });
  const signOut = vi.fn();
  const sessionPart = {
    session: sessionView({ user }),
    actions: { ...sessionActions, signOut },
  };
  const rendered = renderScreen(<DashboardLayout />, path, {
    route: '*',
    sessionPart,
  });
  return { signOut, ...rendered };
}

/** Of the header and of the bar of phones. */
const current = () =>
  screen.getAllByRole('navigation', { name: 'Secciones' }).map(
    (nav) =>
      within(nav)
        .getAllByRole('link')
        .find((link) => link.getAttribute('aria-current') === 'page')?.textContent,
  );

it.each([
  ['/dashboard', 'Resumen'],
  ['/dashboard/partidos', commandCopy.groups.matches],
  ['/dashboard/partidos/m1', commandCopy.groups.matches],
  ['/dashboard/umbrales', 'Umbrales'],
  ['/dashboard/alertas', 'Alertas'],
  ['/dashboard/configuracion', 'Configuración'],
])('%s is in the section %s', async (path, section) => {
  show(path);
  expect(current()).toEqual([section, section]);
  await waitFor(() => expect(document.title).toMatch(new RegExp(`^${section}`)));
});

it('counts unread alerts in the section and in the title, up to 99', async () => {
  show('/dashboard', 99);
  const counts = await screen.findAllByText(/^99/);
  expect(counts.map(({ textContent }) => textContent)).toEqual(['99 nuevas', '99 nuevas']);
  expect(document.title).toMatch(/^\(99\) Resumen/);
});

it('without unread alerts there is no number', async () => {
  show('/dashboard', 0);
  await waitFor(() => expect(document.title).toMatch(/^Resumen/));
  expect(screen.queryByText(/nuevas/)).toBeNull();
});

it('the account menu shows who is signed in, and signs out', async () => {
  const { signOut, address } = show('/dashboard');
  const account = await screen.findByRole('button', { name: /Cuenta/ });
  await userEvent.click(account);
  expect(await screen.findByText('ana_colecciona')).toBeVisible();
  expect(screen.getByText('ana@correo.example')).toBeVisible();
  await userEvent.click(screen.getByRole('menuitem', { name: 'Plan' }));
  expect(address()).toBe('/dashboard/plan');
  await userEvent.click(account);
  await userEvent.click(screen.getByRole('menuitem', { name: 'Cerrar sesión' }));
  expect(signOut).toHaveBeenCalledOnce();
});

it.each([
  [commandCopy.open, null],
  ['Configuración', '/dashboard/configuracion'],
  [commandCopy.help, '/support'],
])('%s is in the account menu', async (label, path) => {
  // jsdom has no layout to scroll.
  HTMLElement.prototype.scrollIntoView = () => {};
  const { address } = show('/dashboard');
  await userEvent.click(await screen.findByRole('button', { name: /Cuenta/ }));
  await userEvent.click(screen.getByRole('menuitem', { name: label }));
  if (path === null) expect(await screen.findByRole('dialog', { name: label })).toBeVisible();
  else expect(address()).toBe(path);
});

it.each([
  ['the name of the identity service', ana, 'Ana'],
  ['the address alone', { ...ana, displayName: null }, ''],
  ['nothing', null, ''],
])('without a profile the account is called by %s', async (_what, user, name) => {
  show('/dashboard', 0, user, errorResponse(500, 'internal', 'Algo ha fallado.'));
  await userEvent.click(await screen.findByRole('button', { name: /Cuenta/ }));
  const menu = screen.getByRole('menu').parentElement;
  expect(menu).toHaveTextContent(new RegExp(`^${name}${user?.email ?? ''}`));
});

it('a screen names the page after what it shows', async () => {
  mockBackend({
    'GET users/alerts': [{ items: [], nextCursor: null, unread: 0 }],
    'GET users/notifications': [{ silencio: null, correo: 'activo', navegador: false }],
  });
  const Named = () => {
    useTitleSubject('España – Uruguay');
    return null;
  };
  const sessionPart = { session: sessionView({ user: ana }), actions: sessionActions };
  renderScreen(<Navigate to="/dashboard/partidos/m1" />, '/', {
    route: '/',
    others: [
      {
        path: '/dashboard',
        element: <DashboardLayout />,
        children: [{ path: 'partidos/m1', element: <Named /> }],
      },
    ],
    sessionPart,
  });
  await waitFor(() => expect(document.title).toMatch(/^España – Uruguay · /));
});
