/** The account: its data as a file, signing out, and closing it, which says until when the data is kept. */
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { expect, it, vi } from 'vitest';
import { accountCopy } from '#src/copy/settings-account.ts';
import * as downloads from '#src/features/downloads/download-file.ts';
import {
  accountCredentials,
  errorResponse,
  press,
  renderScreen,
  server,
  sessionActions,
  sessionView,
  setupScreenTests,
} from '#tests/support/screen-harness.tsx';
import { AccountSection } from './account-section.tsx';

setupScreenTests();

const api = 'https://vigia.example/api/users';

function show() {
  const signOut = vi.fn();
  const download = vi.spyOn(downloads, 'downloadFile').mockImplementation(() => {});
  const sessionPart = {
    session: sessionView(),
    actions: { ...sessionActions, signOut },
    loadAccountCredentials: async () => accountCredentials,
  };
  const rendered = renderScreen(<AccountSection />, '/dashboard/configuracion', { sessionPart });
  return { signOut, download, ...rendered };
}

it('downloads everything as a file', async () => {
  const { download } = show();
  server.use(http.get(`${api}/export`, () => HttpResponse.text('{"perfil":{}}')));
  await press(accountCopy.download);
  await waitFor(() =>
    expect(download).toHaveBeenCalledExactlyOnceWith({
      name: accountCopy.downloadName,
      type: 'application/json',
      text: '{"perfil":{}}',
    }),
  );
  expect(screen.queryByRole('alert')).toBeNull();
});

it('signs out at a press, and waits for it', async () => {
  const { signOut } = show();
  await press(accountCopy.signOut);
  expect(signOut).toHaveBeenCalledOnce();
});

const dialog = () => within(screen.getByRole('dialog', { name: accountCopy.close }));
const confirm = () => userEvent.click(dialog().getByRole('button', { name: accountCopy.close }));

it('closes the account once that is confirmed, says until when, and signs out', async () => {
  const { signOut, showToast } = show();
  const modes: unknown[] = [];
  server.use(
    http.delete(`${api}/profile`, ({ request }) => {
      modes.push(new URL(request.url).searchParams.get('modo'));
      return HttpResponse.json({ modo: 'cerrar', conservadaHasta: '2029-11-26T12:00:00.000Z' });
    }),
  );
  await press(accountCopy.close);
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
  await press(accountCopy.close);
  await confirm();
  expect(await screen.findByText('Ahora no.')).toBeVisible();
  expect(signOut).not.toHaveBeenCalled();
  await userEvent.click(dialog().getByRole('button', { name: accountCopy.cancel }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('asks for more before everything is erased', async () => {
  show();
  await press(accountCopy.erase);
  expect(screen.getByRole('dialog', { name: accountCopy.erase })).toBeVisible();
  expect(screen.queryByRole('dialog', { name: accountCopy.close })).toBeNull();
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
