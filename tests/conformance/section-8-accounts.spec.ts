/** Specification, section 8: signup, login and password reset; the message of every outcome. */
import { password } from '#tests/support/identity.ts';
import { at, status, toast } from './support/expectations.ts';
import { test } from './support/fixtures.ts';
import * as people from './support/users.ts';
import { inOrder, type Row, type Step, section } from './support/spec-row.ts';
import { type Operation, stubError, stubOffline } from './support/stub-identity-service.ts';

// Errors and broken connections are provoked on purpose.
test.use({ expectedErrors: [/Failed to load resource/] });

/** The identity service's error code, how it is stubbed, and the message shown. */
type Refusal = readonly [code: string, provoke: 'offline' | string, sentence: string];

const stubAnswer = (operation: Operation, answer: string): Step =>
  answer === 'offline' ? stubOffline(operation) : stubError(operation, answer);

const registers =
  (person: () => people.Person): Step =>
  async ({ page }) => {
    await people.fillRegistration(page, person());
    await people.submitRegistration(page);
  };

const signsIn =
  (email: string | ((fixtures: Parameters<Step>[0]) => string), secret = password): Step =>
  (fixtures) =>
    people.signIn(fixtures.page, typeof email === 'string' ? email : email(fixtures), secret);

const signUpRefusals: readonly Refusal[] = [
  [
    'weak-password',
    'WEAK_PASSWORD : Password should be at least 6 characters',
    'La contraseña debe tener al menos 6 caracteres',
  ],
  ['invalid-email', 'INVALID_EMAIL', 'Correo electrónico inválido'],
  ['other', 'OPERATION_NOT_ALLOWED', 'Error al crear la cuenta'],
  ['network-request-failed', 'offline', 'Sin conexión. Inténtalo de nuevo'],
];

const signUp: readonly Row[] = [
  {
    what: 'signup, email-already-in-use',
    route: '/register',
    provoke: (fixtures) =>
      registers(() => ({ ...people.newcomer(), email: fixtures.user.email }))(fixtures),
    expect: inOrder(toast('error', 'Este correo ya está registrado'), at('/register')),
  },
  ...signUpRefusals.map(
    ([code, answer, sentence]): Row => ({
      what: `signup, ${code}`,
      route: '/register',
      given: stubAnswer('signUp', answer),
      provoke: registers(people.newcomer),
      expect: inOrder(toast('error', sentence), at('/register')),
    }),
  ),
  {
    what: 'signup, success',
    route: '/register',
    provoke: registers(people.newcomer),
    expect: toast('success', '¡Cuenta creada exitosamente!'),
  },
];

const loginRefusals: readonly Refusal[] = [
  ['invalid-email', 'INVALID_EMAIL', 'Correo electrónico inválido'],
  ['invalid-credential', 'INVALID_LOGIN_CREDENTIALS', 'Correo o contraseña incorrectos'],
  ['too-many-requests', 'TOO_MANY_ATTEMPTS_TRY_LATER', 'Demasiados intentos. Intenta más tarde'],
  ['network-request-failed', 'offline', 'Sin conexión. Inténtalo de nuevo'],
  ['other', 'USER_DISABLED', 'Error al iniciar sesión'],
];

const login: readonly Row[] = [
  {
    what: 'login, user-not-found',
    route: '/login',
    provoke: signsIn('nadie@correo.example'),
    expect: inOrder(toast('error', 'Usuario no encontrado'), at('/login')),
  },
  {
    what: 'login, wrong-password',
    route: '/login',
    provoke: signsIn(({ user }) => user.email, 'otra-cosa'),
    expect: inOrder(toast('error', 'Contraseña incorrecta'), at('/login')),
  },
  ...loginRefusals.map(
    ([code, answer, sentence]): Row => ({
      what: `login, ${code}`,
      route: '/login',
      given: stubAnswer('signInWithPassword', answer),
      provoke: signsIn(({ user }) => user.email),
      expect: inOrder(toast('error', sentence), at('/login')),
    }),
  ),
  {
    what: 'login, success',
    route: '/login',
    provoke: signsIn(({ user }) => user.email),
    expect: toast('success', '¡Inicio de sesión exitoso!'),
  },
];

const requestsReset =
  (email: (fixtures: Parameters<Step>[0]) => string): Step =>
  async (fixtures) => {
    const { page } = fixtures;
    await page.getByRole('button', { name: '¿Olvidaste tu contraseña?' }).click();
    await page.getByLabel('Correo electrónico').fill(email(fixtures));
    await page.getByRole('button', { name: 'Enviar enlace' }).click();
  };

const onScreenResetError = status('Error al enviar el correo. Verifica que el email sea correcto.');

const resetRefusals: readonly Refusal[] = [
  ['invalid-email', 'INVALID_EMAIL', 'Correo electrónico inválido'],
  ['too-many-requests', 'TOO_MANY_ATTEMPTS_TRY_LATER', 'Demasiados intentos. Intenta más tarde'],
  ['other', 'OPERATION_NOT_ALLOWED', 'Error al enviar correo de recuperación'],
  ['network-request-failed', 'offline', 'Sin conexión. Inténtalo de nuevo'],
];

const passwordReset: readonly Row[] = [
  {
    what: 'password reset, user-not-found, and the on-screen error',
    route: '/login',
    provoke: requestsReset(() => 'nadie@correo.example'),
    expect: inOrder(
      toast('error', 'No existe una cuenta con este correo electrónico'),
      onScreenResetError,
    ),
  },
  ...resetRefusals.map(
    ([code, answer, sentence]): Row => ({
      what: `password reset, ${code}, and the on-screen error`,
      route: '/login',
      given: stubAnswer('sendOobCode', answer),
      provoke: requestsReset(({ user }) => user.email),
      expect: inOrder(toast('error', sentence), onScreenResetError),
    }),
  ),
  {
    what: 'password reset, on-screen success',
    route: '/login',
    provoke: requestsReset(({ user }) => user.email),
    expect: status('¡Correo de recuperación enviado! Revisa tu bandeja de entrada y spam.'),
  },
];

section('§8 Errores', [...signUp, ...login, ...passwordReset]);
