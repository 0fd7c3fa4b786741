/** Specification, section 8: signup, login and password reset; the message of every outcome. */
import { HttpResponse } from 'msw';
import { expect } from 'vitest';
import { password } from '#tests/support/identity.ts';
import { fill, press } from './support/actions.ts';
import { at, named, status, toast, until } from './support/expectations.ts';
import { answeredWith, googleError, proxyPage, urlOf } from './support/hosted-services.ts';
import { toasts, user } from './support/page.ts';
import { inOrder, type SpecRow, type Step, section } from './support/spec-row.ts';
import * as users from './support/users.ts';

/** The identity service's error code, its answer, and the message shown. */
type ErrorCase = readonly [code: string, answer: string | (() => Response), sentence: string];

const codesOf = (errors: readonly ErrorCase[]): string => errors.map(([code]) => code).join(', ');

/** In one visit: each error shows its sentence once, and the form can be submitted again. */
const everyError = (
  operation: Parameters<typeof urlOf>[0],
  submit: Step,
  errors: readonly ErrorCase[],
): Step =>
  inOrder(
    ...errors.map(([code, answer], index) =>
      inOrder(
        answeredWith(urlOf(operation), () =>
          typeof answer === 'string' ? googleError(answer) : answer(),
        ),
        submit,
        until(() =>
          expect(
            toasts.map(({ text }) => text),
            code,
          ).toEqual(errors.slice(0, index + 1).map(([, , sentence]) => sentence)),
        ),
      ),
    ),
  );

const offline: ErrorCase = [
  'network-request-failed',
  HttpResponse.error,
  'Sin conexión. Inténtalo de nuevo',
];
const aProxy = 'a proxy’s page';

const signUpErrors: readonly ErrorCase[] = [
  [
    'weak-password',
    'WEAK_PASSWORD : Password should be at least 6 characters',
    'La contraseña debe tener al menos 6 caracteres',
  ],
  ['invalid-email', 'INVALID_EMAIL', 'Correo electrónico inválido'],
  ['other', 'OPERATION_NOT_ALLOWED', 'Error al crear la cuenta'],
  [aProxy, proxyPage, 'Error al crear la cuenta'],
  offline,
];

const signUp: readonly SpecRow[] = [
  {
    title: 'signup, email-already-in-use',
    route: '/register',
    when: users.register({ ...users.newUser(), email: user.email }),
    expect: inOrder(toast('error', 'Este correo ya está registrado'), at('/register')),
  },
  {
    title: `signup, ${codesOf(signUpErrors)}`,
    route: '/register',
    when: everyError('signUp', users.register(), signUpErrors),
    expect: at('/register'),
  },
  {
    title: 'signup, success',
    route: '/register',
    when: users.register(),
    expect: toast('success', '¡Cuenta creada exitosamente!'),
  },
];

const loginErrors: readonly ErrorCase[] = [
  ['invalid-email', 'INVALID_EMAIL', 'Correo electrónico inválido'],
  ['invalid-credential', 'INVALID_LOGIN_CREDENTIALS', 'Correo o contraseña incorrectos'],
  ['too-many-requests', 'TOO_MANY_ATTEMPTS_TRY_LATER', 'Demasiados intentos. Intenta más tarde'],
  offline,
  ['other', 'USER_DISABLED', 'Error al iniciar sesión'],
  [aProxy, proxyPage, 'Error al iniciar sesión'],
];

const login: readonly SpecRow[] = [
  {
    title: 'login, user-not-found',
    route: '/login',
    when: users.signIn('nadie@correo.example'),
    expect: inOrder(toast('error', 'Usuario no encontrado'), at('/login')),
  },
  {
    title: 'login, wrong-password',
    route: '/login',
    when: users.signIn(user.email, 'otra-cosa'),
    expect: inOrder(toast('error', 'Contraseña incorrecta'), at('/login')),
  },
  {
    title: `login, ${codesOf(loginErrors)}`,
    route: '/login',
    when: everyError('signInWithPassword', users.signIn(user.email, password), loginErrors),
    expect: at('/login'),
  },
  {
    title: 'login, success',
    route: '/login',
    when: users.signIn(user.email),
    expect: toast('success', '¡Inicio de sesión exitoso!'),
  },
];

const openReset = inOrder(press('¿Olvidaste tu contraseña?'), named('button', 'Enviar enlace'));
const sendReset = (email: string): Step =>
  inOrder(fill({ 'Correo electrónico': email }), press('Enviar enlace'));
const onScreenResetError = status('Error al enviar el correo. Verifica que el email sea correcto.');

const resetErrors: readonly ErrorCase[] = [
  ['invalid-email', 'INVALID_EMAIL', 'Correo electrónico inválido'],
  ['too-many-requests', 'TOO_MANY_ATTEMPTS_TRY_LATER', 'Demasiados intentos. Intenta más tarde'],
  ['other', 'OPERATION_NOT_ALLOWED', 'Error al enviar correo de recuperación'],
  [aProxy, proxyPage, 'Error al enviar correo de recuperación'],
  offline,
];

const passwordReset: readonly SpecRow[] = [
  {
    title: 'password reset, user-not-found, and the on-screen error',
    route: '/login',
    when: inOrder(openReset, sendReset('nadie@correo.example')),
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
      inOrder(sendReset(user.email), onScreenResetError),
      resetErrors,
    ),
  },
  {
    title: 'password reset, on-screen success',
    route: '/login',
    when: inOrder(openReset, sendReset(user.email)),
    expect: status('¡Correo de recuperación enviado! Revisa tu bandeja de entrada y spam.'),
  },
];

section('§8 Errores', [...signUp, ...login, ...passwordReset]);
