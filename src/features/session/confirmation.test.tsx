/** An address that is not confirmed: it is said, and the link sent again; with the mailbox of a developer's computer. */

import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { signInErrors, signUpErrors, textForCode } from '#src/copy/auth-texts.ts';
import { channelsCopy } from '#src/copy/channels.ts';
import { confirmationCopy as copy } from '#src/copy/confirmation.ts';
import { registrationErrors, signInCopy } from '#src/copy/sign-in.ts';
import {
  accountCredentials,
  errorResponse,
  mockBackend,
  press,
  profile,
  renderScreen,
} from '#tests/support/screen-harness.tsx';
import { ApiErrorBanner } from '../errors/api-error-banner.tsx';
import { ConfirmEmailBanner } from './confirm-email-banner.tsx';
import type { AccountCredentials } from './session-context.ts';

/** @param profiles in the order they are read, all of an address that is not confirmed */
function show(
  profiles: readonly object[] = [{}],
  {
    localMailbox = null as string | null,
    requestEmailChange = accountCredentials.requestEmailChange,
  } = {},
) {
  mockBackend({
    'GET users/profile': profiles.map((part) => ({ ...profile(), emailConfirmed: false, ...part })),
    'POST users/confirmation': [
      { queued: true, to: 'ana@correo.example' },
      errorResponse(429, 'rate_limited', 'Espera un poco.'),
    ],
  });
  return renderScreen(<ConfirmEmailBanner />, '/dashboard', {
    sessionPart: {
      site: { landingUrl: '/', supportEmail: 'a@b.example', localMailbox },
      loadAccountCredentials: async () => ({ ...accountCredentials, requestEmailChange }),
    },
  });
}

it('says so until it is confirmed, and sends the link again, or says why it could not', async () => {
  const { showToast } = show();
  expect(screen.queryByRole('status')).toBeNull();
  const sentence = `${copy.ask} ${copy.asked('ana@correo.example')}`;
  expect(await screen.findByRole('status')).toHaveTextContent(sentence);
  expect(screen.queryByRole('link')).toBeNull();
  for (const toast of [
    [copy.resent, 'success'],
    ['Espera un poco.', 'error'],
  ]) {
    await press(copy.resend);
    await waitFor(() => expect(showToast).toHaveBeenLastCalledWith(...toast));
  }
});

/** Presses the button, and sends the dialog with this address. */
async function correctTo(email: string, password = 'vigia-2026') {
  await press(copy.correct);
  fireEvent.change(await screen.findByLabelText(copy.newAddress), { target: { value: email } });
  fireEvent.change(screen.getByLabelText(signInCopy.password), { target: { value: password } });
  await press(copy.changeSubmit);
}
const showRefused = (requestEmailChange: AccountCredentials['requestEmailChange']) =>
  show([{ mailRefusal: '501 5.1.3 bad address' }], { requestEmailChange });

it('says that the mail was refused, and why; another address gets a link, and counts once that is opened', async () => {
  const requestEmailChange = vi.fn(async () => {});
  showRefused(requestEmailChange);
  const banner = await screen.findByRole('status');
  expect(banner).toHaveTextContent(copy.refused('ana@correo.example'));
  expect(banner).toHaveTextContent('501 5.1.3 bad address');
  await correctTo('ana.p@correo.example');
  expect(await screen.findByText(copy.changeRequested('ana.p@correo.example'))).toBeVisible();
  expect(requestEmailChange).toHaveBeenCalledExactlyOnceWith({
    email: 'ana.p@correo.example',
    password: 'vigia-2026',
  });
  await press(copy.done);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it.each([
  ['auth/wrong-password', textForCode(signInErrors, 'auth/wrong-password')],
  ['auth/email-already-in-use', textForCode(signUpErrors, 'auth/email-already-in-use')],
])('an address that is refused (%s) stays in the dialog, which says why', async (code, text) => {
  showRefused(() => Promise.reject(Object.assign(new Error(code), { code })));
  await correctTo('ana.p@correo.example');
  expect(await screen.findByText(text)).toBeVisible();
  expect(screen.getByLabelText(copy.newAddress)).toHaveValue('ana.p@correo.example');
});

it('an address that none can have, or the present one, or no password, is not sent', async () => {
  const requestEmailChange = vi.fn(async () => {});
  showRefused(requestEmailChange);
  await correctTo('ana@correo.example.', '');
  expect(await screen.findByText(registrationErrors.emailInvalid)).toBeVisible();
  expect(screen.getByText(registrationErrors.passwordMissing)).toBeVisible();
  fireEvent.change(screen.getByLabelText(copy.newAddress), {
    target: { value: 'Ana@correo.example' },
  });
  expect(await screen.findByText(copy.sameAddress)).toBeVisible();
  expect(requestEmailChange).not.toHaveBeenCalled();
});

it('says nothing of a confirmed one', async () => {
  const { store } = show([{ emailConfirmed: true }]);
  await waitFor(() => expect(JSON.stringify(store.getState())).toContain('ana@correo.example'));
  expect(screen.queryByRole('status')).toBeNull();
});

it.each([
  ['unavailable', [], []],
  ['plan_limit', [channelsCopy.seePlans], []],
  ['email_unconfirmed', [], [copy.resend]],
] as const)('an error (%s) offers what helps', (code, links, buttons) => {
  renderScreen(<ApiErrorBanner error={{ message: 'No.', code }} />, '/dashboard');
  expect(screen.getByRole('alert')).toHaveTextContent(/^No\./);
  expect(screen.queryAllByRole('link').map(({ textContent }) => textContent)).toEqual(links);
  expect(screen.queryAllByRole('button').map(({ textContent }) => textContent)).toEqual(buttons);
});
