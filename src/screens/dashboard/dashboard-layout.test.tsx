/** The frame of the signed-in screens: the section of the address, unread alerts, the account and its menu. */
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it, vi } from 'vitest';
import type { SessionContextValue } from '#src/features/session/session-context.ts';
import {
  mockBackend,
  profile,
  renderScreen,
  setupScreenTests,
  stubLayout,
} from '#tests/support/screen-harness.tsx';
import { DashboardLayout } from './dashboard-layout.tsx';

setupScreenTests();
beforeAll(stubLayout);

function show(path: string, unread = 0) {
  mockBackend({
    'GET users/profile': [{ ...profile(), username: 'ana_colecciona' }],
    'GET users/alerts': [{ items: [], nextCursor: null, unread }],
  });
  const signOut = vi.fn();
  const sessionPart = {
    session: { user: { email: 'ana@correo.example', displayName: 'Ana' } },
    actions: { signOut },
  } as unknown as Partial<SessionContextValue>;
  const rendered = renderScreen(<DashboardLayout />, path, { sessionPart });
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
  ['/dashboard/partidos', 'Partidos'],
  ['/dashboard/partidos/m1', 'Partidos'],
  ['/dashboard/umbrales', 'Umbrales'],
  ['/dashboard/alertas', 'Alertas'],
  ['/dashboard/configuracion', 'Configuración'],
])('%s is in the section %s', async (path, section) => {
  show(path);
  expect(current()).toEqual([section, section]);
  await waitFor(() => expect(document.title).toMatch(new RegExp(`^${section}`)));
});

it('the plan is in the header, and on phones in the account menu', () => {
  show('/dashboard/plan');
  expect(current()).toEqual(['Plan', undefined]);
});

it('follows the address', async () => {
  const { navigate } = show('/dashboard');
  await act(() => navigate('/dashboard/alertas'));
  expect(current()).toEqual(['Alertas', 'Alertas']);
});

it('counts unread alerts in the section and in the title, up to 99', async () => {
  show('/dashboard', 99);
  const counts = await screen.findAllByText(/^99/, { selector: '.count' });
  expect(counts.map(({ textContent }) => textContent)).toEqual(['99 nuevas', '99 nuevas']);
  expect(document.title).toMatch(/^\(99\) Resumen/);
});

it('more than 99 are not counted', async () => {
  show('/dashboard', 100);
  expect(await screen.findAllByText(/^99\+/, { selector: '.count' })).toHaveLength(2);
});

it('without unread alerts there is no number', async () => {
  show('/dashboard', 0);
  await waitFor(() => expect(document.title).toMatch(/^Resumen/));
  expect(document.querySelector('.count')).toBeNull();
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
