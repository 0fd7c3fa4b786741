/** The password: changed after the current one is given, refused beside the field that is wrong, and of Google users not here. */

import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { expect, it, vi } from 'vitest';
import { signInErrors, textForCode } from '#src/copy/auth-texts.ts';
import { accountCopy, dropAccessCopy, passwordCopy } from '#src/copy/settings-account.ts';
import { registrationErrors } from '#src/copy/sign-in.ts';
import type {
  AccountCredentials,
  SessionContextValue,
} from '#src/features/session/session-context.ts';
import {
  errorResponse,
  press,
  renderScreen,
  server,
  setupScreenTests,
} from '#tests/support/screen-harness.tsx';
import { PasswordSection } from './password-section.tsx';

setupScreenTests();

function show(
  part: Partial<AccountCredentials> = {},
  loadAccountCredentials?: () => Promise<AccountCredentials>,
) {
  const changePassword = vi.fn(async () => {});
  const credentials: AccountCredentials = {
    hasPassword: () => true,
    reauthenticate: async () => {},
    changePassword,
    changeEmail: async () => {},
    ...part,
  };
  const sessionPart = {
    session: { user: { email: 'ana@correo.example', displayName: null } },
    loadAccountCredentials: loadAccountCredentials ?? (async () => credentials),
  } as Partial<SessionContextValue>;
  const rendered = renderScreen(<PasswordSection />, '/dashboard/configuracion', { sessionPart });
  return { changePassword, ...rendered };
}

const field = (label: string) => screen.findByLabelText(label);
async function fillIn(current: string, next: string, confirmation = next) {
  for (const [label, words] of [
    [passwordCopy.current, current],
    [passwordCopy.next, next],
    [passwordCopy.confirmation, confirmation],
  ] as const) {
    const input = await field(label);
    await userEvent.clear(input);
    if (words !== '') await userEvent.type(input, words);
  }
  await press(passwordCopy.change);
}

it('changes it, says so, and forgets what was typed', async () => {
  const { changePassword, showToast } = show();
  await fillIn('vieja1', 'nueva22');
  await waitFor(() => expect(showToast).toHaveBeenCalledOnce());
  expect(changePassword).toHaveBeenCalledExactlyOnceWith({ current: 'vieja1', next: 'nueva22' });
  expect(showToast.mock.calls[0]?.[0]).toMatch(/^Contraseña cambiada\./);
  await waitFor(() => expect(screen.getByLabelText(passwordCopy.current)).toHaveValue(''));
  expect(await field(passwordCopy.next)).toHaveValue('');
  expect(screen.queryByText(passwordCopy.currentMissing)).toBeNull();
});

it.each([
  ['all of them', () => HttpResponse.json({})],
  ['what another tab removed', () => errorResponse(404, 'not_found', 'No está.')],
] as const)('a new one offers to delete keys and channels: %s', async (_case, answer) => {
  const { deleted, showToast } = await changeAndDrop(answer);
  const said = dropAccessCopy.done({ keys: 1, channels: 1 });
  await waitFor(() => expect(showToast).toHaveBeenLastCalledWith(said, 'success'));
  expect(deleted).toEqual(['keys k1', 'channels a1']);
});

async function changeAndDrop(answer: () => Response) {
  const { showToast } = show();
  const users = 'https://vigia.example/api/users';
  const deleted: string[] = [];
  server.use(
    http.get(`${users}/keys`, () => HttpResponse.json({ items: [{ id: 'k1' }] })),
    http.get(`${users}/channels`, () =>
      HttpResponse.json({
        items: [
          { id: 'correo', tipo: 'correo' },
          { id: 'a1', tipo: 'ntfy' },
        ],
      }),
    ),
    http.delete(`${users}/:kind/:id`, ({ params }) => {
      deleted.push(`${params.kind} ${params.id}`);
      return answer();
    }),
  );
  await fillIn('vieja1', 'nueva22');
  await press(dropAccessCopy.offer);
  expect(deleted).toEqual([]);
  await press(accountCopy.dropAccess);
  return { deleted, showToast };
}

it.each([
  ['without the current one', ['', 'nueva22'], passwordCopy.currentMissing],
  ['too short', ['vieja1', 'cinco'], registrationErrors.passwordShort],
  ['the same as the current one', ['igual11', 'igual11'], passwordCopy.same],
  [
    'repeated differently',
    ['vieja1', 'nueva22', 'nueva23'],
    registrationErrors.confirmationDiffers,
  ],
  ['not repeated', ['vieja1', 'nueva22', ''], registrationErrors.confirmationMissing],
] as const)('is not sent %s', async (_case, [current, next, confirmation], sentence) => {
  const { changePassword } = show();
  await fillIn(current, next, confirmation);
  expect(await screen.findByText(sentence)).toBeVisible();
  expect(changePassword).not.toHaveBeenCalled();
});

it.each([
  ['auth/wrong-password', textForCode(signInErrors, 'auth/wrong-password'), passwordCopy.current],
  ['auth/weak-password', registrationErrors.passwordShort, passwordCopy.next],
] as const)('%s is said at its field, which has the focus', async (code, sentence, label) => {
  const { showToast } = show({
    changePassword: () => Promise.reject(Object.assign(new Error(code), { code })),
  });
  await fillIn('vieja1', 'nueva22');
  expect(await screen.findByText(sentence)).toBeVisible();
  await waitFor(() => expect(screen.getByLabelText(label)).toHaveFocus());
  expect(await field(label)).toBeInvalid();
  expect(showToast).not.toHaveBeenCalled();
});

it('who signs in with Google has none here', async () => {
  show({ hasPassword: () => false });
  expect(await screen.findByText(/^Entras con Google/)).toBeVisible();
  expect(screen.queryByLabelText(passwordCopy.current)).toBeNull();
});
