/** Erasing the account: the typed word, proof of who asks where the sign-in was long ago, and what is said when it fails. */

import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { expect, it, vi } from 'vitest';
import { signInErrors, textForCode } from '#src/copy/auth-texts.ts';
import {
  accountCopy,
  eraseCopy,
  passwordCopy,
  reauthenticationCopy,
} from '#src/copy/settings-account.ts';
import { registrationErrors } from '#src/copy/sign-in.ts';
import {
  accountCredentials,
  errorResponse,
  press,
  renderScreen,
  server,
  sessionActions,
  setupScreenTests,
} from '#tests/support/screen-harness.tsx';
import { EraseAccountDialog } from './erase-account-dialog.tsx';

setupScreenTests();

const erased = () => HttpResponse.json({ modo: 'eliminar' });
const signedInLongAgo = () => errorResponse(403, 'reauthentication_required', 'Entra de nuevo.');

/** @param answers of the server, in order */
function show(
  answers: (() => Response | Promise<Response>)[],
  hasPassword = true,
  googleCode?: string,
) {
  const signOut = vi.fn();
  const reauthenticate = vi.fn(async (password: string) => {
    if (hasPassword && password !== 'vigia-2026')
      throw Object.assign(new Error(), { code: 'auth/wrong-password' });
    if (googleCode !== undefined) throw Object.assign(new Error(), { code: googleCode });
  });
  const credentials = { ...accountCredentials, hasPassword: () => hasPassword, reauthenticate };
  const requests: string[] = [];
  server.use(
    http.delete('https://vigia.example/api/users/profile', ({ request }) => {
      requests.push(new URL(request.url).search);
      return answers[requests.length - 1]?.() ?? erased();
    }),
  );
  const { showToast } = renderScreen(
    <EraseAccountDialog onClose={() => {}} />,
    '/dashboard/configuracion',
    {
      sessionPart: {
        actions: { ...sessionActions, signOut },
        loadAccountCredentials: async () => credentials,
      },
    },
  );
  return { signOut, reauthenticate, requests, showToast };
}
const writeWord = async () =>
  userEvent.type(await screen.findByLabelText('Escribe ELIMINAR para confirmar'), 'ELIMINAR');

it('is asked for by the word alone after a recent sign-in, and signs out', async () => {
  const { signOut, requests, reauthenticate, showToast } = show([erased]);
  expect(await screen.findByLabelText('Escribe ELIMINAR para confirmar')).toHaveAttribute(
    'spellcheck',
    'false',
  );
  expect(screen.queryByLabelText(passwordCopy.title)).toBeNull();
  await press(accountCopy.erase);
  expect(await screen.findByText('Escribe ELIMINAR, en mayúsculas.')).toBeVisible();
  expect(requests).toEqual([]);
  await writeWord();
  await press(accountCopy.erase);
  await waitFor(() => expect(signOut).toHaveBeenCalledOnce());
  expect([requests, reauthenticate.mock.calls]).toEqual([['?modo=eliminar'], []]);
  expect(showToast).toHaveBeenCalledExactlyOnceWith(eraseCopy.done, 'success');
});

it('asks who signed in long ago for the password, without which nothing could be erased', async () => {
  const { signOut, requests } = show([signedInLongAgo, erased]);
  await writeWord();
  await press(accountCopy.erase);
  expect(await screen.findByText(/^Hace rato que entraste/)).toBeVisible();
  expect(screen.queryByText('Entra de nuevo.')).toBeNull();
  expect(await screen.findByLabelText(passwordCopy.title)).toHaveFocus();
  await press(accountCopy.erase);
  expect(await screen.findByText(registrationErrors.passwordMissing)).toBeVisible();
  expect(requests).toHaveLength(1);
  await userEvent.type(await screen.findByLabelText(passwordCopy.title), 'no-es');
  await press(accountCopy.erase);
  expect(await screen.findByText(textForCode(signInErrors, 'auth/wrong-password'))).toBeVisible();
  expect([requests.length, signOut.mock.calls]).toEqual([1, []]);
  await userEvent.clear(screen.getByLabelText(passwordCopy.title));
  await userEvent.type(screen.getByLabelText(passwordCopy.title), 'vigia-2026');
  await press(accountCopy.erase);
  await waitFor(() => expect(signOut).toHaveBeenCalledOnce());
});

it('asks who has no password to sign in with Google again', async () => {
  const { signOut, reauthenticate } = show([signedInLongAgo, erased], false);
  await writeWord();
  await press(accountCopy.erase);
  await press(reauthenticationCopy.google);
  await waitFor(() => expect(signOut).toHaveBeenCalledOnce());
  expect(reauthenticate).toHaveBeenCalledOnce();
});

it('says why it failed, and asks for no password because of that', async () => {
  const { signOut } = show([() => errorResponse(503, 'unavailable', 'Vuelve en un momento.')]);
  await writeWord();
  await press(accountCopy.erase);
  expect(await screen.findByText('Vuelve en un momento.')).toBeVisible();
  expect(screen.queryByText(/^Hace rato que entraste/)).toBeNull();
  expect(signOut).not.toHaveBeenCalled();
});
