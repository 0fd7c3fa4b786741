/** Specification, section 8: signup, login and password reset; the message of every outcome. */
import { password } from '#tests/support/identity.ts';
import { shownToasts } from '#tests/support/toasts.ts';
import { press } from './support/actions.ts';
import { at, status, toast } from './support/expectations.ts';
import { expect, test } from './support/fixtures.ts';
import { inOrder, type SpecRow, type Step, section } from './support/spec-row.ts';
import {
  type Operation,
  stubError,
  stubOffline,
  stubProxyPage,
} from './support/stub-identity-service.ts';
import * as users from './support/users.ts';

// Errors and broken connections are provoked on purpose.
test.use({ expectedErrors: [/Failed to load resource/] });

/** The identity service's error code, how it is stubbed, and the message shown. */
type ErrorCase = readonly [code: string, stub: 'offline' | 'page' | string, sentence: string];

const stubAnswer = (operation: Operation, answer: string): Step =>
  answer === 'offline'
    ? stubOffline(operation)
    : answer === 'page'
      ? stubProxyPage(operation)
      : stubError(operation, answer);

const submitSignUp =
  (form: () => users.NewUser): Step =>
  async ({ page }) => {
    await users.fillRegistration(page, form());
    await users.submitRegistration(page);
  };

const submitSignIn =
  (email: string | ((fixtures: Parameters<Step>[0]) => string), secret = password): Step =>
  (fixtures) =>
    users.signIn(fixtures.page, typeof email === 'string' ? email : email(fixtures), secret);

const codesOf = (errors: readonly ErrorCase[]): string => errors.map(([code]) => code).join(', ');

/** In one visit: each error shows its sentence once, and the form can be submitted again. */
const everyError =
  (operation: Operation, submit: Step, errors: readonly ErrorCase[]): Step =>
  async (fixtures) => {
    for (const [index, [code, answer]] of errors.entries()) {
      await stubAnswer(operation, answer)(fixtures);
      await submit(fixtures);
      await expect
        .poll(() => shownToasts(fixtures.page, 'error'), code)
        .toEqual(errors.slice(0, index + 1).map(([, , sentence]) => sentence));
    }
  };

const signUpErrors: readonly ErrorCase[] = [
  [
    'weak-password',
    'WEAK_PASSWORD : Password should be at least 6 characters',
    'La contraseña debe tener al menos 6 caracteres',
  ],
  ['invalid-email', 'INVALID_EMAIL', 'Correo electrónico inválido'],
  ['other', 'OPERATION_NOT_ALLOWED', 'Error al crear la cuenta'],
  ['a proxy’s page', 'page', 'Error al crear la cuenta'],
  ['network-request-failed', 'offline', 'Sin conexión. Inténtalo de nuevo'],
];

const signUp: readonly SpecRow[] = [
  {
    title: 'signup, email-already-in-use',
    route: '/register',
    when: (fixtures) =>
      submitSignUp(() => ({ ...users.newUser(), email: fixtures.user.email }))(fixtures),
    expect: inOrder(toast('error', 'Este correo ya está registrado'), at('/register')),
  },
  {
    title: `signup, ${codesOf(signUpErrors)}`,
    route: '/register',
    when: everyError('signUp', submitSignUp(users.newUser), signUpErrors),
    expect: at('/register'),
  },
  {
    title: 'signup, success',
    route: '/register',
    when: submitSignUp(users.newUser),
    expect: toast('success', '¡Cuenta creada exitosamente!'),
  },
];

const loginErrors: readonly ErrorCase[] = [
  ['invalid-email', 'INVALID_EMAIL', 'Correo electrónico inválido'],
  ['invalid-credential', 'INVALID_LOGIN_CREDENTIALS', 'Correo o contraseña incorrectos'],
  ['too-many-requests', 'TOO_MANY_ATTEMPTS_TRY_LATER', 'Demasiados intentos. Intenta más tarde'],
  ['network-request-failed', 'offline', 'Sin conexión. Inténtalo de nuevo'],
  ['other', 'USER_DISABLED', 'Error al iniciar sesión'],
  ['a proxy’s page', 'page', 'Error al iniciar sesión'],
];

const login: readonly SpecRow[] = [
  {
    title: 'login, user-not-found',
    route: '/login',
    when: submitSignIn('nadie@correo.example'),
    expect: inOrder(toast('error', 'Usuario no encontrado'), at('/login')),
  },
  {
    title: 'login, wrong-password',
    route: '/login',
    when: submitSignIn(({ user }) => user.email, 'otra-cosa'),
    expect: inOrder(toast('error', 'Contraseña incorrecta'), at('/login')),
  },
  {
    title: `login, ${codesOf(loginErrors)}`,
    route: '/login',
    when: everyError(
      'signInWithPassword',
      submitSignIn(({ user }) => user.email),
      loginErrors,
    ),
    expect: at('/login'),
  },
  {
    title: 'login, success',
    route: '/login',
    when: submitSignIn(({ user }) => user.email),
    expect: toast('success', '¡Inicio de sesión exitoso!'),
  },
];

const openReset = press('¿Olvidaste tu contraseña?');
const sendReset =
  (email: (fixtures: Parameters<Step>[0]) => string): Step =>
  async (fixtures) => {
    const { page } = fixtures;
    await page.getByLabel('Correo electrónico').fill(email(fixtures));
    await page.getByRole('button', { name: 'Enviar enlace' }).click();
  };

const onScreenResetError = status('Error al enviar el correo. Verifica que el email sea correcto.');

const resetErrors: readonly ErrorCase[] = [
  ['invalid-email', 'INVALID_EMAIL', 'Correo electrónico inválido'],
  ['too-many-requests', 'TOO_MANY_ATTEMPTS_TRY_LATER', 'Demasiados intentos. Intenta más tarde'],
  ['other', 'OPERATION_NOT_ALLOWED', 'Error al enviar correo de recuperación'],
  ['a proxy’s page', 'page', 'Error al enviar correo de recuperación'],
  ['network-request-failed', 'offline', 'Sin conexión. Inténtalo de nuevo'],
];

const passwordReset: readonly SpecRow[] = [
  {
    title: 'password reset, user-not-found, and the on-screen error',
    route: '/login',
    when: inOrder(
      openReset,
      sendReset(() => 'nadie@correo.example'),
    ),
    expect: inOrder(
      toast('error', 'No existe una cuenta con este correo electrónico'),
      onScreenResetError,
    ),
  },
  {
    title: `password reset, ${codesOf(resetErrors)}, and the on-screen error`,
    route: '/login',
    when: openReset,
    expect: everyError(
      'sendOobCode',
      inOrder(
        sendReset(({ user }) => user.email),
        onScreenResetError,
      ),
      resetErrors,
    ),
  },
  {
    title: 'password reset, on-screen success',
    route: '/login',
    when: inOrder(
      openReset,
      sendReset(({ user }) => user.email),
    ),
    expect: status('¡Correo de recuperación enviado! Revisa tu bandeja de entrada y spam.'),
  },
];

section('§8 Errores', [...signUp, ...login, ...passwordReset]);
