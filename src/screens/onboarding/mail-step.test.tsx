/** The onboarding's mail: the confirmation counts as the test. */
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { afterEach, expect, it, vi } from 'vitest';
import { SessionContext, type SessionContextValue } from '#src/features/session/session-context.ts';
import { baseApi } from '#store/api/base-api.ts';
import {
  button,
  mockBackend,
  noButton,
  profile,
  renderScreen,
  server,
  setupScreenTests,
} from '#tests/support/screen-harness.tsx';
import { MailStep } from './mail-step.tsx';

setupScreenTests();

afterEach(() => void vi.useRealTimers());

/** @param situation `until`: when the profile is read */
function show(situation: {
  readonly isSent: boolean;
  readonly emailConfirmed: boolean;
  readonly until?: Promise<void>;
}) {
  const { isSent, emailConfirmed, until } = situation;
  const answer = { ...profile(), emailConfirmed };
  mockBackend({});
  server.use(
    http.get('https://vigia.example/api/users/profile', async () => {
      await until;
      return HttpResponse.json(answer);
    }),
  );
  const onSend = vi.fn();
  const onReceived = vi.fn();
  const session = { site: { localMailbox: null }, showToast: vi.fn() };
  const { store } = renderScreen(
    <SessionContext value={session as unknown as SessionContextValue}>
      <MailStep
        titleRef={{ current: null }}
        isSent={isSent}
        isBusy={false}
        error={null}
        onBack={null}
        onSend={onSend}
        onReceived={onReceived}
      />
    </SessionContext>,
    '/dashboard/bienvenida',
  );
  /** Opens the link on a phone. */
  const open = () => {
    answer.emailConfirmed = true;
  };
  /** Opens the link on a phone, of which the next reading of the profile tells. */
  const confirm = () => {
    open();
    const reading = { forceRefetch: true, subscribe: false };
    return act(() => store.dispatch(baseApi.endpoints.getProfile.initiate(undefined, reading)));
  };
  return { onSend, onReceived, confirm, open };
}

it('goes on by itself when the address is confirmed elsewhere: nobody waits for a test mail', async () => {
  const { onReceived, onSend, confirm } = show({ isSent: true, emailConfirmed: false });
  await button('Reenviar enlace de confirmación');
  expect(onReceived).not.toHaveBeenCalled();
  await confirm();
  await waitFor(() => expect(onReceived).toHaveBeenCalledOnce());
  expect(onSend).not.toHaveBeenCalled();
});

it('takes the confirmation for sent while the address is unconfirmed', async () => {
  const { onSend, onReceived } = show({ isSent: false, emailConfirmed: false });
  await waitFor(() => expect(onSend).toHaveBeenCalledOnce());
  expect(onReceived).not.toHaveBeenCalled();
});

it('sends a test to a confirmed address when asked to, and asks whether it has come', async () => {
  const { onSend } = show({ isSent: false, emailConfirmed: true });
  expect(await screen.findByText(/ana@correo\.example/)).toBeVisible();
  noButton('Me ha llegado');
  expect(screen.queryByText(/^Enviado/)).toBeNull();
  expect(onSend).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Enviar correo de prueba' }));
  expect(onSend).toHaveBeenCalledOnce();
});

it('says that a test is on its way, and then asks whether it has come', async () => {
  const { onReceived } = show({ isSent: true, emailConfirmed: true });
  expect(await screen.findByText(/^Enviado\. Puede tardar un minuto/)).toBeVisible();
  await screen.findByText(/ana@correo\.example/);
  expect(await button('Enviar otra vez')).toHaveClass('btn--outline');
  expect(onReceived).not.toHaveBeenCalled();
  await userEvent.click(await button('Me ha llegado'));
  expect(onReceived).toHaveBeenCalledOnce();
});

it('sends nothing before it is known to whom', async () => {
  const gate = Promise.withResolvers<void>();
  const { onSend } = show({ isSent: false, emailConfirmed: true, until: gate.promise });
  expect(await button('Enviar correo de prueba')).toBeDisabled();
  expect(await button('Enviar correo de prueba')).toHaveClass('btn--primary');
  expect(screen.queryByText(/Esperando a que abras/)).toBeNull();
  gate.resolve();
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Enviar correo de prueba' })).toBeEnabled(),
  );
  expect(onSend).not.toHaveBeenCalled();
});

it('looks every three seconds whether the address has been confirmed', async () => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
    shouldAdvanceTime: true,
  });
  const { onReceived, open } = show({ isSent: true, emailConfirmed: false });
  await button('Reenviar enlace de confirmación');
  open();
  await act(() => vi.advanceTimersByTimeAsync(3_500));
  await waitFor(() => expect(onReceived).toHaveBeenCalledOnce());
});
