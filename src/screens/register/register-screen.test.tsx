/** Registering: what is refused and where, and that a form submitted while the account is being created creates no second one. */

import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { expect, it, vi } from 'vitest';
import { signInCopy } from '#src/copy/sign-in.ts';
import {
  type SessionActions,
  SessionContext,
  type SessionContextValue,
} from '#src/features/session/session-context.ts';
import { sessionActions, sessionView } from '#tests/support/screen-harness.tsx';
import { waitFor } from '#tests/support/wait-for.ts';
import { RegisterScreen } from './register-screen.tsx';

const site = { landingUrl: '/', supportEmail: 'ayuda@vigia.example', localMailbox: null };

function renderForm() {
  const register = vi.fn();
  const actions: SessionActions = { ...sessionActions, register };
  const page = (busy: 'register' | null) => {
    const session = sessionView({ status: 'public', user: null, busy });
    return (
      <SessionContext value={{ session, actions, site } as SessionContextValue}>
        <MemoryRouter>
          <RegisterScreen />
        </MemoryRouter>
      </SessionContext>
    );
  };
  const { rerender } = render(page(null));
  return { register, setBusy: () => rerender(page('register')) };
}
const createAccount = () => screen.getByRole('button', { name: signInCopy.createAccount });

it('sends a complete form once, however often it is submitted', async () => {
  const { register, setBusy } = renderForm();
  const account = { username: 'ana', email: 'ana@correo.example', password: 'secreto1' };
  await userEvent.type(screen.getByLabelText(signInCopy.username), account.username);
  await userEvent.type(screen.getByLabelText(signInCopy.email), account.email);
  await userEvent.type(screen.getByLabelText(signInCopy.password), account.password);
  await userEvent.type(screen.getByLabelText(signInCopy.confirmation), account.password);
  // The Enter key submits although the button is disabled.
  const submit = () => fireEvent.submit(createAccount());
  submit();
  await waitFor(() => expect(register).toHaveBeenCalledTimes(1));
  expect(register).toHaveBeenCalledWith({ ...account, confirmation: account.password });
  expect(createAccount()).toBeEnabled();
  setBusy();
  expect(createAccount()).toHaveAttribute('aria-busy', 'true');
  submit();
  await userEvent.click(document.body);
  expect(register).toHaveBeenCalledTimes(1);
});
