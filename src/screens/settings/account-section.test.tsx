/** The account: its data as a file, signing out, and closing it, which says until when the data is kept. */
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { expect, it, vi } from 'vitest';
import { accountCopy } from '#src/copy/settings-account.ts';
import * as downloads from '#src/features/downloads/download-file.ts';
import type { SessionContextValue } from '#src/features/session/session-context.ts';
import {
  button,
  errorResponse,
  press,
  renderScreen,
  server,
  setupScreenTests,
} from '#tests/support/screen-harness.tsx';
import { AccountSection } from './account-section.tsx';

setupScreenTests();

const api = 'https://vigia.example/api/users';

function show(busy: 'sign-out' | null = null) {
  const signOut = vi.fn();
  const download = vi.spyOn(downloads, 'downloadFile').mockImplementation(() => {});
  const sessionPart = {
    loadAccountCredentials: async () => ({ hasPassword: () => true }),
    session: { busy },
    actions: { signOut },
  } as unknown as Partial<SessionContextValue>;
  const rendered = renderScreen(<AccountSection />, '/dashboard/configuracion', { sessionPart });
  return { signOut, download, ...rendered };
}

it('downloads everything as a file', async () => {
  const { download } = show();
  server.use(http.get(`${api}/export`, () => HttpResponse.text('{"perfil":{}}')));
  await press('Descargar mis datos');
  await waitFor(() =>
    expect(download).toHaveBeenCalledExactlyOnceWith({
      name: 'mis-datos-vigia.json',
      type: 'application/json',
      text: '{"perfil":{}}',
    }),
  );
  expect(screen.queryByRole('alert')).toBeNull();
});

it('says why there is no file, and writes none', async () => {
  const { download } = show();
  server.use(http.get(`${api}/export`, () => errorResponse(503, 'unavailable', 'Ahora no.')));
  await press('Descargar mis datos');
  expect(await screen.findByText('Ahora no.')).toBeVisible();
  expect(download).not.toHaveBeenCalled();
});

it('signs out at a press, and waits for it', async () => {
  const { signOut } = show();
  await press('Cerrar sesión');
  expect(signOut).toHaveBeenCalledOnce();
});

it('does not sign out twice', async () => {
  show('sign-out');
  expect(await button('Cerrar sesión')).toBeDisabled();
});

const dialog = () => within(screen.getByRole('dialog', { name: 'Cerrar mi cuenta' }));
const confirm = () => userEvent.click(dialog().getByRole('button', { name: 'Cerrar mi cuenta' }));

it('closes the account once that is confirmed, says until when, and signs out', async () => {
  const { signOut, showToast } = show();
  const modes: unknown[] = [];
  server.use(
    http.delete(`${api}/profile`, ({ request }) => {
      modes.push(new URL(request.url).searchParams.get('modo'));
      return HttpResponse.json({ modo: 'cerrar', conservadaHasta: '2029-11-26T12:00:00.000Z' });
    }),
  );
  await press('Cerrar mi cuenta');
  const inThreeYears = new Date().getFullYear() + 3;
  expect(dialog().getByText(new RegExp(`hasta el .* ${inThreeYears}`))).toBeVisible();
  expect(modes).toEqual([]);
  await confirm();
  await waitFor(() => expect(signOut).toHaveBeenCalledOnce());
  expect(modes).toEqual(['cerrar']);
  expect(showToast).toHaveBeenCalledExactlyOnceWith(
    expect.stringMatching(/^Tu cuenta está cerrada\..*2029/),
    'success',
  );
});

it('an account that could not be closed stays signed in, and can be tried again or left', async () => {
  const { signOut } = show();
  server.use(http.delete(`${api}/profile`, () => errorResponse(503, 'unavailable', 'Ahora no.')));
  await press('Cerrar mi cuenta');
  await confirm();
  expect(await screen.findByText('Ahora no.')).toBeVisible();
  expect(signOut).not.toHaveBeenCalled();
  await userEvent.click(dialog().getByRole('button', { name: 'Cancelar' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('cannot be left while the account is being closed', async () => {
  show();
  const answer = Promise.withResolvers<void>();
  server.use(
    http.delete(`${api}/profile`, async () => {
      await answer.promise;
      return errorResponse(503, 'unavailable', 'Ahora no.');
    }),
  );
  await press('Cerrar mi cuenta');
  await confirm();
  await userEvent.click(dialog().getByRole('button', { name: 'Cancelar' }));
  expect(screen.getByRole('dialog')).toBeVisible();
  answer.resolve();
  expect(await screen.findByText('Ahora no.')).toBeVisible();
});

it('asks for more before everything is erased', async () => {
  show();
  await press('Eliminar mi cuenta');
  expect(screen.getByRole('dialog', { name: 'Eliminar mi cuenta' })).toBeVisible();
  expect(screen.queryByRole('dialog', { name: 'Cerrar mi cuenta' })).toBeNull();
});

it.each([
  ['signs out here too', () => HttpResponse.json({ cerradas: true }), 1],
  ['stays, and says why not', () => errorResponse(503, 'unavailable', 'Ahora no.'), 0],
] as const)('signing out everywhere: %s', async (_, answer, times) => {
  const { signOut } = show();
  const asked = vi.fn();
  server.use(
    http.delete(`${api}/sessions`, () => {
      asked();
      return answer();
    }),
  );
  await press(accountCopy.signOutEverywhere);
  await waitFor(() => expect(asked).toHaveBeenCalledOnce());
  if (times === 1) await waitFor(() => expect(signOut).toHaveBeenCalledOnce());
  else expect(await screen.findByText('Ahora no.')).toBeVisible();
  expect(signOut).toHaveBeenCalledTimes(times);
});
