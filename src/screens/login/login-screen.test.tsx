/** Signing in: what is sent and when, what is refused beside the form, and the link for a new password. */
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it, vi } from 'vitest';
import { fromPromise } from 'xstate';
import { passwordResetMachine } from '#machines/password-reset.machine.ts';
import type { SessionContextValue, SessionView } from '#src/features/session/session-context.ts';
import {
  button,
  press,
  renderScreen,
  setupScreenTests,
  stubLayout,
} from '#tests/support/screen-harness.tsx';
import { LoginScreen } from './login-screen.tsx';

setupScreenTests();
beforeAll(stubLayout);

function show(part: Partial<SessionView> = {}, send = async (_email: string) => {}) {
  const signIn = vi.fn();
  const signInWithGoogle = vi.fn();
  const sessionPart = {
    session: { busy: null, failure: null, ...part },
    actions: { signIn, signInWithGoogle },
    passwordReset: passwordResetMachine.provide({
      actors: {
        sendReset: fromPromise(({ input }: { input: { email: string } }) => send(input.email)),
      },
    }),
    actorEnvironment: {},
    site: { landingUrl: 'https://landing.example', supportEmail: '', localMailbox: null },
  } as unknown as Partial<SessionContextValue>;
  renderScreen(<LoginScreen />, '/login', { route: '/login', sessionPart });
  return { signIn, signInWithGoogle };
}

/** As a tool does that tells the page nothing of it. */
const fill = (field: HTMLElement, value: string) =>
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value);

const email = () => screen.getByLabelText('Correo electrónico');
const password = () => screen.getByLabelText('Contraseña');

it('signs in with address and password, without the spaces around the address', async () => {
  const { signIn } = show();
  await userEvent.type(email(), ' ana@correo.example ');
  await userEvent.type(password(), ' con espacio ');
  await press('Iniciar sesión');
  expect(signIn).toHaveBeenCalledExactlyOnceWith({
    email: 'ana@correo.example',
    password: ' con espacio ',
  });
});

it('signs in with what a password manager filled in without an event', async () => {
  const { signIn } = show();
  fill(email(), 'ana@correo.example');
  fill(password(), 'secreta');
  await press('Iniciar sesión');
  expect(signIn).toHaveBeenCalledExactlyOnceWith({
    email: 'ana@correo.example',
    password: 'secreta',
  });
});

it('takes the address to the form for a new password, and has it again on the way back', async () => {
  const sent: string[] = [];
  show({}, async (address) => void sent.push(address));
  await userEvent.type(email(), 'ana@correo.example');
  await press('¿Olvidaste tu contraseña?');
  expect(email()).toHaveValue('ana@correo.example');
  fill(email(), 'bea@correo.example');
  await press('Enviar enlace');
  expect(await screen.findByText(/^¡Correo de recuperación enviado!/)).toBeVisible();
  expect(sent).toEqual(['bea@correo.example']);
  await press('Volver');
  expect(email()).toHaveValue('ana@correo.example');
});

it.each([
  ['an address', '', 'secreta'],
  ['more than spaces as one', '   ', 'secreta'],
  ['a password', 'ana@correo.example', ''],
])('is not sent without %s', async (_what, address, secret) => {
  const { signIn } = show();
  if (address !== '') await userEvent.type(email(), address);
  if (secret !== '') await userEvent.type(password(), secret);
  await userEvent.type(password(), '{Enter}');
  expect(signIn).not.toHaveBeenCalled();
});

it('is not sent again while it is under way', async () => {
  const { signIn } = show({ busy: 'password' });
  await userEvent.type(email(), 'ana@correo.example');
  await userEvent.type(password(), 'secreta{Enter}');
  expect(signIn).not.toHaveBeenCalled();
  expect(await button('Iniciar sesión')).toHaveAttribute('aria-busy', 'true');
  expect(await button('Continuar con Google')).toBeDisabled();
});

it('a sign-in with Google keeps the form waiting, without being its own', async () => {
  show({ busy: 'google' });
  expect(await button('Iniciar sesión')).toBeDisabled();
  expect(await button('Iniciar sesión')).not.toHaveAttribute('aria-busy');
  expect(await button('Continuar con Google')).toHaveAttribute('aria-busy', 'true');
});

it('goes to Google at a press', async () => {
  const { signInWithGoogle } = show();
  await press('Continuar con Google');
  expect(signInWithGoogle).toHaveBeenCalledOnce();
});

it('says beside the form why the password was refused, but not why Google was', () => {
  show({ failure: { operation: 'password', code: 'auth/wrong-password' } });
  expect(screen.getByText('Contraseña incorrecta')).toBeVisible();
});

it('the refusal of another way in is not beside the form', () => {
  show({ failure: { operation: 'google', code: 'auth/popup-blocked' } });
  expect(document.querySelector('.field__error')).toBeNull();
});

it('shows the password when asked to', async () => {
  show();
  await userEvent.type(password(), 'secreta');
  expect(password()).toHaveAttribute('type', 'password');
  await press('Mostrar contraseña');
  expect(password()).toHaveAttribute('type', 'text');
  await press('Ocultar contraseña');
  expect(password()).toHaveAttribute('type', 'password');
});

it('sends a link for a new password, and goes back', async () => {
  const sent: string[] = [];
  show({}, async (address) => {
    sent.push(address);
  });
  await press('¿Olvidaste tu contraseña?');
  expect(screen.getByRole('heading', { name: 'Recupera el acceso' })).toBeVisible();
  expect(document.title).toMatch(/^Recupera el acceso · /);
  expect(screen.queryByText(/^Error al enviar|^¡Correo de recuperación/)).toBeNull();
  expect(email()).toHaveFocus();
  await press('Enviar enlace');
  expect(await screen.findByText('Por favor ingresa tu correo electrónico')).toBeVisible();
  expect(email()).toHaveFocus();
  await userEvent.type(email(), 'ana@correo.example');
  expect(screen.queryByText('Por favor ingresa tu correo electrónico')).toBeNull();
  await press('Enviar enlace');
  expect(await screen.findByText(/^¡Correo de recuperación enviado!/)).toBeVisible();
  expect(screen.queryByText(/^Error al enviar/)).toBeNull();
  expect(email()).not.toHaveFocus();
  expect(sent).toEqual(['ana@correo.example']);
  await press('Volver');
  expect(document.title).toMatch(/^Iniciar sesión · /);
  expect(await button('Iniciar sesión')).toBeVisible();
});

it('says that the link could not be sent', async () => {
  show({}, () => Promise.reject(Object.assign(new Error(), { code: 'auth/user-not-found' })));
  await press('¿Olvidaste tu contraseña?');
  await userEvent.type(email(), 'ana@correo.example');
  await press('Enviar enlace');
  expect(await screen.findByText(/^Error al enviar el correo/)).toBeVisible();
  expect(screen.queryByText('Por favor ingresa tu correo electrónico')).toBeNull();
  expect(screen.queryByText(/^¡Correo de recuperación enviado!/)).toBeNull();
});
