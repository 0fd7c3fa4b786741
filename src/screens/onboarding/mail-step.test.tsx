/** The onboarding's mail: the confirmation counts as the test. */

import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { afterEach, expect, it, vi } from 'vitest';
import { confirmationCopy } from '#src/copy/confirmation.ts';
import { onboardingCopy } from '#src/copy/onboarding.ts';
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

it('takes the confirmation for sent while the address is unconfirmed', async () => {
  const { onSend, onReceived } = show({ isSent: false, emailConfirmed: false });
  await waitFor(() => expect(onSend).toHaveBeenCalledOnce());
  expect(onReceived).not.toHaveBeenCalled();
});

it('sends a test to a confirmed address when asked to, and asks whether it has come', async () => {
  const { onSend } = show({ isSent: false, emailConfirmed: true });
  expect(await screen.findByText(/ana@correo\.example/)).toBeVisible();
  noButton(onboardingCopy.received);
  expect(screen.queryByText(/^Enviado/)).toBeNull();
  expect(onSend).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: onboardingCopy.send }));
  expect(onSend).toHaveBeenCalledOnce();
});

it('says that a test is on its way, and then asks whether it has come', async () => {
  const { onReceived } = show({ isSent: true, emailConfirmed: true });
  expect(await screen.findByText(/^Enviado\. Puede tardar un minuto/)).toBeVisible();
  await screen.findByText(/ana@correo\.example/);
  expect(await button(onboardingCopy.sendAgain)).toBeEnabled();
  expect(onReceived).not.toHaveBeenCalled();
  await userEvent.click(await button(onboardingCopy.received));
  expect(onReceived).toHaveBeenCalledOnce();
});

it('looks every three seconds whether the address has been confirmed', async () => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
    shouldAdvanceTime: true,
  });
  const { onReceived, open } = show({ isSent: true, emailConfirmed: false });
  await button(confirmationCopy.resendConfirmation);
  open();
  await act(() => vi.advanceTimersByTimeAsync(3_500));
  await waitFor(() => expect(onReceived).toHaveBeenCalledOnce());
});
