/** Registering: a form submitted while the account is being created creates no second one. */
import { act, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { signInCopy } from '#src/copy/sign-in.ts';
import { SessionContext, useSession } from '#src/features/session/session-context.ts';
import { renderScreen, sessionActions, sessionView } from '#tests/support/screen-harness.tsx';
import { waitFor } from '#tests/support/wait-for.ts';
import { RegisterScreen } from './register-screen.tsx';

it('sends a complete form once, however often it is submitted', async () => {
  const register = vi.fn();
  let setBusy = (_busy: 'register' | null) => {};
  function Page() {
    const value = useSession();
    const [busy, set] = useState<'register' | null>(null);
    setBusy = set;
    return (
      <SessionContext value={{ ...value, session: { ...value.session, busy } }}>
        <RegisterScreen />
      </SessionContext>
    );
  }
  renderScreen(<Page />, '/register', {
    route: '/register',
    sessionPart: {
      session: sessionView({ status: 'public', user: null }),
      actions: { ...sessionActions, register },
      site: { landingUrl: '/', supportEmail: 'ayuda@vigia.example', localMailbox: null },
    },
  });
  const createAccount = () => screen.getByRole('button', { name: signInCopy.createAccount });
  const account = { username: 'ana', email: 'ana@correo.example', password: 'secreto1' };
  const typed = { ...account, confirmation: account.password };
  for (const [name, text] of Object.entries(typed))
    await userEvent.type(screen.getByLabelText(signInCopy[name as keyof typeof typed]), text);
  // The Enter key submits although the button is disabled.
  const submit = () => fireEvent.submit(createAccount());
  submit();
  await waitFor(() => expect(register).toHaveBeenCalledExactlyOnceWith(typed));
  expect(createAccount()).toBeEnabled();
  act(() => setBusy('register'));
  expect(createAccount()).toHaveAttribute('aria-busy', 'true');
  submit();
  await userEvent.click(document.body);
  expect(register).toHaveBeenCalledOnce();
});
