/** Erasing the account: the typed word, proof of who asks where the sign-in was long ago, and what is said when it fails. */
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { expect, it, vi } from 'vitest';
import {
  type AccountCredentials,
  SessionContext,
  type SessionContextValue,
} from '#src/features/session/session-context.ts';
import {
  errorResponse,
  press,
  renderScreen,
  server,
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
  const onClose = vi.fn();
  const showToast = vi.fn();
  const signOut = vi.fn();
  const reauthenticate = vi.fn(async (password: string) => {
    if (hasPassword && password !== 'vigia-2026')
      throw Object.assign(new Error(), { code: 'auth/wrong-password' });
    if (googleCode !== undefined) throw Object.assign(new Error(), { code: googleCode });
  });
  const credentials: Partial<AccountCredentials> = {
    hasPassword: () => hasPassword,
    reauthenticate,
  };
  const requests: string[] = [];
  server.use(
    http.delete('https://vigia.example/api/users/profile', ({ request }) => {
      requests.push(new URL(request.url).search);
      return answers[requests.length - 1]?.() ?? erased();
    }),
  );
  const session = {
    showToast,
    actions: { signOut } as Partial<SessionContextValue['actions']>,
    loadAccountCredentials: async () => credentials,
  } as unknown as SessionContextValue;
  renderScreen(
    <SessionContext value={session}>
      <EraseAccountDialog onClose={onClose} />
    </SessionContext>,
    '/dashboard/configuracion',
  );
  return { signOut, reauthenticate, requests, onClose, showToast };
}
const writeWord = async () =>
  userEvent.type(await screen.findByLabelText('Escribe ELIMINAR para confirmar'), 'ELIMINAR');

it('is asked for by the word alone after a recent sign-in, and signs out', async () => {
  const { signOut, requests, reauthenticate, showToast } = show([erased]);
  expect(await screen.findByLabelText('Escribe ELIMINAR para confirmar')).toHaveAttribute(
    'spellcheck',
    'false',
  );
  expect(screen.queryByLabelText('Contraseña')).toBeNull();
  await press('Eliminar mi cuenta');
  expect(await screen.findByText('Escribe ELIMINAR, en mayúsculas.')).toBeVisible();
  expect(requests).toEqual([]);
  await writeWord();
  await press('Eliminar mi cuenta');
  await waitFor(() => expect(signOut).toHaveBeenCalledOnce());
  expect([requests, reauthenticate.mock.calls]).toEqual([['?modo=eliminar'], []]);
  expect(showToast).toHaveBeenCalledExactlyOnceWith('Tu cuenta se ha eliminado.', 'success');
});

it('asks who signed in long ago for the password, without which nothing could be erased', async () => {
  const { signOut, requests } = show([signedInLongAgo, erased]);
  await writeWord();
  await press('Eliminar mi cuenta');
  expect(await screen.findByText(/^Hace rato que entraste/)).toBeVisible();
  expect(screen.queryByText('Entra de nuevo.')).toBeNull();
  expect(await screen.findByLabelText('Contraseña')).toHaveFocus();
  await press('Eliminar mi cuenta');
  expect(await screen.findByText('La contraseña es requerida')).toBeVisible();
  expect(requests).toHaveLength(1);
  await userEvent.type(await screen.findByLabelText('Contraseña'), 'no-es');
  await press('Eliminar mi cuenta');
  expect(await screen.findByText('Contraseña incorrecta')).toBeVisible();
  expect([requests.length, signOut.mock.calls]).toEqual([1, []]);
  await userEvent.clear(screen.getByLabelText('Contraseña'));
  await userEvent.type(screen.getByLabelText('Contraseña'), 'vigia-2026');
  await press('Eliminar mi cuenta');
  await waitFor(() => expect(signOut).toHaveBeenCalledOnce());
});

it('asks who has no password to sign in with Google again', async () => {
  const { signOut, reauthenticate } = show([signedInLongAgo, erased], false);
  await writeWord();
  await press('Eliminar mi cuenta');
  await press('Continuar con Google');
  await waitFor(() => expect(signOut).toHaveBeenCalledOnce());
  expect(reauthenticate).toHaveBeenCalledOnce();
});

it('says why it failed, and asks for no password because of that', async () => {
  const { signOut } = show([() => errorResponse(503, 'unavailable', 'Vuelve en un momento.')]);
  await writeWord();
  await press('Eliminar mi cuenta');
  expect(await screen.findByText('Vuelve en un momento.')).toBeVisible();
  expect(screen.queryByText(/^Hace rato que entraste/)).toBeNull();
  expect(signOut).not.toHaveBeenCalled();
});

it('says why Google could not tell who it is, and erases nothing', async () => {
  const { signOut, requests } = show([signedInLongAgo], false, 'auth/popup-closed-by-user');
  await writeWord();
  await press('Eliminar mi cuenta');
  await press('Continuar con Google');
  expect(await screen.findByRole('alert')).toHaveTextContent('Inicio de sesión cancelado');
  expect([requests.length, signOut.mock.calls]).toEqual([1, []]);
});

it('says that it failed also without an answer of the server', async () => {
  const { signOut } = show([() => HttpResponse.error()]);
  await writeWord();
  await press('Eliminar mi cuenta');
  expect(await screen.findByRole('alert')).toHaveTextContent(/^Sin conexión/);
  expect(signOut).not.toHaveBeenCalled();
});

it('can be left, but not while the account is being erased', async () => {
  const gate = Promise.withResolvers<Response>();
  const { onClose, signOut } = show([() => gate.promise]);
  await press('Cancelar');
  expect(onClose).toHaveBeenCalledOnce();
  await writeWord();
  await press('Eliminar mi cuenta');
  await press('Cancelar');
  await press('Cerrar');
  expect(onClose).toHaveBeenCalledOnce();
  gate.resolve(erased());
  await waitFor(() => expect(signOut).toHaveBeenCalledOnce());
});
