/** Specification, section 8: signup, login and password reset; the message of every failure. Success: section 4. */
import { HttpResponse } from 'msw';
import { expect } from 'vitest';
import { password } from '#tests/support/identity.ts';
import { fill, press } from './support/actions.ts';
import { at, named, status, toast, until } from './support/expectations.ts';
import {
  answeredWith,
  answering,
  googleError,
  proxyPage,
  urlOf,
} from './support/hosted-services.ts';
import { toasts, user } from './support/page.ts';
import { inOrder, type SpecRow, type Step, section } from './support/spec-row.ts';
import * as users from './support/users.ts';

/** The identity service's error code, its answer, and the message shown. */
type ErrorCase = readonly [code: string, answer: string | (() => Response), sentence: string];

const codesOf = (errors: readonly ErrorCase[]): string => errors.map(([code]) => code).join(', ');

/** In one visit: each error shows its sentence once, and the form can be submitted again. @param before toasts shown already */
const everyError = (
  operation: Parameters<typeof urlOf>[0],
  submit: Step,
  errors: readonly ErrorCase[],
  before: readonly string[],
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
          ).toEqual([...before, ...errors.slice(0, index + 1).map(([, , sentence]) => sentence)]),
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

const taken = 'Este correo ya está registrado';
const signUp: SpecRow = {
  title: `signup, email-already-in-use, ${codesOf(signUpErrors)}`,
  route: '/register',
  when: inOrder(
    users.register({ ...users.newUser(), email: user.email }),
    toast('error', taken),
    everyError('signUp', users.register(), signUpErrors, [taken]),
  ),
  expect: at('/register'),
};

const loginErrors: readonly ErrorCase[] = [
  ['invalid-email', 'INVALID_EMAIL', 'Correo electrónico inválido'],
  ['invalid-credential', 'INVALID_LOGIN_CREDENTIALS', 'Correo o contraseña incorrectos'],
  ['too-many-requests', 'TOO_MANY_ATTEMPTS_TRY_LATER', 'Demasiados intentos. Intenta más tarde'],
  offline,
  ['other', 'USER_DISABLED', 'Error al iniciar sesión'],
  [aProxy, proxyPage, 'Error al iniciar sesión'],
];

const [unknown, wrong] = ['Usuario no encontrado', 'Contraseña incorrecta'];
const login: SpecRow = {
  title: `login, user-not-found, wrong-password, ${codesOf(loginErrors)}`,
  route: '/login',
  when: inOrder(
    users.signIn('nadie@correo.example'),
    toast('error', unknown),
    users.signIn(user.email, 'otra-cosa'),
    toast('error', wrong),
    everyError('signInWithPassword', users.signIn(user.email, password), loginErrors, [
      unknown,
      wrong,
    ]),
  ),
  expect: at('/login'),
};

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

const nobody = 'No existe una cuenta con este correo electrónico';
const passwordReset: SpecRow = {
  title: `password reset, user-not-found, ${codesOf(resetErrors)}, and the on-screen error; success`,
  route: '/login',
  when: inOrder(
    openReset,
    sendReset('nadie@correo.example'),
    toast('error', nobody),
    onScreenResetError,
    everyError('sendOobCode', inOrder(sendReset(user.email), onScreenResetError), resetErrors, [
      nobody,
    ]),
    answering,
    sendReset(user.email),
  ),
  expect: status('¡Correo de recuperación enviado! Revisa tu bandeja de entrada y spam.'),
};

section('§8 Errores', [signUp, login, passwordReset]);
