/** The frame of the signed-in screens: the section of the address, unread alerts, the account and its menu. */
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Navigate } from 'react-router-dom';
import { expect, it, vi } from 'vitest';
import { commandCopy } from '#src/copy/command-texts.ts';
import { storeInstallPrompt } from '#src/features/install/install-prompt.ts';
import { useTitleSubject } from '#src/features/layout/use-title-subject.ts';
import type { SessionContextValue } from '#src/features/session/session-context.ts';
import {
  mockBackend,
  profile,
  renderScreen,
  sessionActions,
  sessionView,
  unavailable,
} from '#tests/support/screen-harness.tsx';
import { DashboardLayout } from './dashboard-layout.tsx';

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
  });
  const signOut = vi.fn();
  const sessionPart = { session: sessionView({ user }), actions: { ...sessionActions, signOut } };
  return { signOut, ...renderScreen(<DashboardLayout />, path, { route: '*', sessionPart }) };
}

/** Of the header and of the bar of phones. */
const current = () =>
  screen.getAllByRole('navigation', { name: 'Secciones' }).map(
    (nav) =>
      within(nav)
        .getAllByRole('link')
        .find((link) => link.getAttribute('aria-current') === 'page')?.textContent,
  );

it('says in both bars and in the title in which section an address is', async () => {
  const { navigate } = show('/dashboard');
  for (const [path, section] of [
    ['/dashboard', 'Resumen'],
    ['/dashboard/partidos', commandCopy.groups.matches],
    ['/dashboard/partidos/m1', commandCopy.groups.matches],
    ['/dashboard/umbrales', 'Umbrales'],
    ['/dashboard/alertas', 'Alertas'],
    ['/dashboard/configuracion', 'Configuración'],
  ] as const) {
    await act(() => navigate(path));
    expect([path, ...current()]).toEqual([path, section, section]);
    await waitFor(() => expect(document.title).toMatch(new RegExp(`^${section}`)));
  }
});

it.each([
  [99, ['99 nuevas', '99 nuevas'], /^\(99\) Resumen/],
  [0, [], /^Resumen/],
])('counts %i unread alerts in the section and in the title', async (unread, counts, title) => {
  show('/dashboard', unread);
  await waitFor(() => expect(document.title).toMatch(title));
  const badges = screen.queryAllByText(/nuevas/).map((word) => word.parentElement?.textContent);
  expect(badges).toEqual(counts);
});

const openMenu = async () => userEvent.click(await screen.findByRole('button', { name: /Cuenta/ }));
const choose = (name: string) => userEvent.click(screen.getByRole('menuitem', { name }));

it('the account menu shows who is signed in, and signs out', async () => {
  const { signOut } = show('/dashboard');
  await openMenu();
  expect(await screen.findByText('ana_colecciona')).toBeVisible();
  expect(screen.getByText('ana@correo.example')).toBeVisible();
  await choose('Cerrar sesión');
  expect(signOut).toHaveBeenCalledOnce();
});

it('plan, settings and help are in the account menu', async () => {
  const { address } = show('/dashboard');
  for (const [label, path] of [
    ['Plan', '/dashboard/plan'],
    ['Configuración', '/dashboard/configuracion'],
    [commandCopy.help, '/support'],
  ] as const) {
    await openMenu();
    await choose(label);
    expect(address()).toBe(path);
  }
});

it('installing is in the account menu once the browser offers it, and no more after', async () => {
  storeInstallPrompt();
  show('/dashboard');
  const prompt = vi.fn();
  act(() => {
    window.dispatchEvent(Object.assign(new Event('beforeinstallprompt'), { prompt }));
  });
  await openMenu();
  await choose('Instalar');
  expect(prompt).toHaveBeenCalledOnce();
  await openMenu();
  expect(screen.queryByRole('menuitem', { name: 'Instalar' })).toBeNull();
});

it('a button of the header opens the commands', async () => {
  show('/dashboard');
  await userEvent.click(screen.getByRole('button', { name: commandCopy.open }));
  expect(await screen.findByRole('dialog', { name: commandCopy.title })).toBeVisible();
});

it.each([
  ['the name of the identity service', ana, 'Ana'],
  ['the address alone', { ...ana, displayName: null }, ''],
  ['nothing', null, ''],
])('without a profile the account is called by %s', async (_what, user, name) => {
  show('/dashboard', 0, user, unavailable());
  await openMenu();
  const menu = screen.getByRole('menu').parentElement;
  expect(menu).toHaveTextContent(new RegExp(`^${name}${user?.email ?? ''}`));
});

it('a screen names the page after what it shows', async () => {
  mockBackend({});
  const Named = () => {
    useTitleSubject('España – Uruguay');
    return null;
  };
  const children = [{ path: 'partidos/m1', element: <Named /> }];
  renderScreen(<Navigate to="/dashboard/partidos/m1" />, '/', {
    route: '/',
    others: [{ path: '/dashboard', element: <DashboardLayout />, children }],
    sessionPart: { session: sessionView({ user: ana }), actions: sessionActions },
  });
  await waitFor(() => expect(document.title).toMatch(/^España – Uruguay · /));
});
