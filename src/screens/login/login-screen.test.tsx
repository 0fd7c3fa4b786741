/** Signing in: what is sent and when, what is refused beside the form, and the link for a new password. */
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { fromPromise } from 'xstate';
import { passwordResetMachine } from '#machines/password-reset.machine.ts';
import { resetTexts } from '#src/copy/auth-texts.ts';
import { signInCopy } from '#src/copy/sign-in.ts';
import type { SessionView } from '#src/features/session/session-context.ts';
import {
  button,
  press,
  renderScreen,
  sessionActions,
  sessionView,
} from '#tests/support/screen-harness.tsx';
import { LoginScreen } from './login-screen.tsx';

function show(part: Partial<SessionView> = {}, send = async (_email: string) => {}) {
  const signIn = vi.fn();
  const signInWithGoogle = vi.fn();
  const sessionPart = {
    session: sessionView({ status: 'public', user: null, ...part }),
    actions: { ...sessionActions, signIn, signInWithGoogle },
    passwordReset: passwordResetMachine.provide({
      actors: {
        sendReset: fromPromise(({ input }: { input: { email: string } }) => send(input.email)),
      },
    }),
    actorEnvironment: {},
    site: { landingUrl: 'https://landing.example', supportEmail: '', localMailbox: null },
  };
  renderScreen(<LoginScreen />, '/login', { route: '/login', sessionPart });
  return { signIn, signInWithGoogle };
}

/** As a tool does that tells the page nothing of it. */
const fill = (field: HTMLElement, value: string) =>
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value);

const email = () => screen.getByLabelText(signInCopy.email);
const password = () => screen.getByLabelText(signInCopy.password);

it('signs in with address and password, without the spaces around the address', async () => {
  const { signIn } = show();
  await userEvent.type(email(), ' ana@correo.example ');
  await userEvent.type(password(), ' con espacio ');
  await press(signInCopy.signIn);
  expect(signIn).toHaveBeenCalledExactlyOnceWith({
    email: 'ana@correo.example',
    password: ' con espacio ',
  });
});

it('sends a link for a new password to the address typed or filled in, and goes back', async () => {
  const sent: string[] = [];
  show({}, async (address) => void sent.push(address));
  await userEvent.type(email(), 'ana@correo.example');
  await press(signInCopy.forgot);
  expect(screen.getByRole('heading', { name: signInCopy.resetTitle })).toBeVisible();
  expect(document.title).toContain(signInCopy.resetTitle);
  expect(screen.queryByText(/^Error al enviar|^¡Correo de recuperación/)).toBeNull();
  expect(email()).toHaveFocus();
  expect(email()).toHaveValue('ana@correo.example');
  await userEvent.clear(email());
  await press(signInCopy.sendLink);
  expect(await screen.findByText(resetTexts.missing)).toBeVisible();
  expect(email()).toHaveFocus();
  await userEvent.type(email(), 'eva@correo.example');
  expect(screen.queryByText(resetTexts.missing)).toBeNull();
  fill(email(), 'bea@correo.example');
  await press(signInCopy.sendLink);
  expect(await screen.findByText(/^¡Correo de recuperación enviado!/)).toBeVisible();
  expect(screen.queryByText(/^Error al enviar/)).toBeNull();
  expect(email()).not.toHaveFocus();
  expect(sent).toEqual(['bea@correo.example']);
  await press(signInCopy.back);
  expect(document.title).toContain(signInCopy.signIn);
  expect(await button(signInCopy.signIn)).toBeVisible();
});
