/** An address that is not confirmed: it is said, and the link sent again; with the mailbox of a developer's computer. */
import { screen, waitFor } from '@testing-library/react';
import { http } from 'msw';
import { expect, it, vi } from 'vitest';
import { confirmationCopy as copy } from '#src/copy/confirmation.ts';
import {
  errorResponse,
  mockBackend,
  press,
  profile,
  renderScreen,
  server,
  setupScreenTests,
} from '#tests/support/screen-harness.tsx';
import { ApiErrorBanner } from '../errors/api-error-banner.tsx';
import { ConfirmEmailBanner } from './confirm-email-banner.tsx';

setupScreenTests();

function show(emailConfirmed: boolean, localMailbox: string | null = null) {
  mockBackend({
    'GET users/profile': [{ ...profile(), emailConfirmed }],
    'POST users/confirmation': [{ queued: true, to: 'ana@correo.example' }],
  });
  return renderScreen(<ConfirmEmailBanner />, '/dashboard', {
    sessionPart: { site: { landingUrl: '/', supportEmail: 'a@b.example', localMailbox } },
  });
}

it('says so until it is confirmed, and sends the link again', async () => {
  const { showToast } = show(false);
  expect(screen.queryByRole('status')).toBeNull();
  expect(await screen.findByRole('status')).toHaveTextContent(
    /^Confirma tu correo\. Hemos enviado un enlace a ana@correo\.example\./,
  );
  expect(screen.queryByRole('link')).toBeNull();
  await press('Reenviar enlace');
  await waitFor(() =>
    expect(showToast.mock.calls).toEqual([['Enlace enviado. Mira también el spam.', 'success']]),
  );
});

it('says that the mail was refused, why, and leads to a correct address', async () => {
  const signOut = vi.fn();
  mockBackend({
    'GET users/profile': [
      { ...profile(), emailConfirmed: false, mailRefusal: '501 5.1.3 bad address' },
    ],
  });
  renderScreen(<ConfirmEmailBanner />, '/dashboard', {
    sessionPart: { actions: { signOut } as never },
    others: [{ path: '/register', element: 'Registro' }],
  });
  const banner = await screen.findByRole('status');
  expect(banner).toHaveTextContent(copy.refused('ana@correo.example'));
  expect(banner).toHaveTextContent('501 5.1.3 bad address');
  await press(copy.otherAddress);
  expect(signOut).toHaveBeenCalledOnce();
  expect(await screen.findByText('Registro')).toBeVisible();
});

it('says why the link could not be sent', async () => {
  const { showToast } = show(false);
  server.use(
    http.post('https://vigia.example/api/users/confirmation', () =>
      errorResponse(429, 'rate_limited', 'Espera un poco.'),
    ),
  );
  await press('Reenviar enlace');
  await waitFor(() => expect(showToast.mock.calls).toEqual([['Espera un poco.', 'error']]));
});

it('leads to the mailbox of a developer’s computer', async () => {
  show(false, '/buzon');
  expect(await screen.findByRole('link', { name: 'Abrir el buzón local' })).toHaveAttribute(
    'href',
    '/buzon',
  );
});

it('says nothing of a confirmed one', async () => {
  const { store } = show(true);
  await waitFor(() => expect(JSON.stringify(store.getState())).toContain('ana@correo.example'));
  expect(screen.queryByRole('status')).toBeNull();
});

it.each([
  ['unavailable', [], []],
  ['plan_limit', ['Ver los planes'], []],
  ['email_unconfirmed', [], ['Reenviar enlace']],
] as const)('an error (%s) offers what helps', (code, links, buttons) => {
  renderScreen(<ApiErrorBanner error={{ message: 'No.', code }} />, '/dashboard');
  expect(screen.getByRole('alert')).toHaveTextContent(/^No\./);
  expect(screen.queryAllByRole('link').map(({ textContent }) => textContent)).toEqual(links);
  expect(screen.queryAllByRole('button').map(({ textContent }) => textContent)).toEqual(buttons);
});

it('without an error there is no banner', () => {
  renderScreen(<ApiErrorBanner error={null} />, '/dashboard');
  expect(screen.queryByRole('alert')).toBeNull();
});
