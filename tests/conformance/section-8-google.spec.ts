/** Specification, section 8: every way in which Google's window can end. */

import { at, toast } from './support/expectations.ts';
import { test } from './support/fixtures.ts';
import * as google from './support/google.ts';
import * as people from './support/people.ts';
import { inOrder, type Row, section } from './support/spec-row.ts';
import { stubError, stubOffline } from './support/stub-identity-errors.ts';

// Refusals and broken connections, provoked on purpose.
test.use({ expectedErrors: [/Failed to load resource/] });

const googleAccount = () => ({ email: people.newEmail(), name: 'Greta' });

const googleSignIn: readonly Row[] = [
  {
    what: 'Google, popup-closed-by-user',
    route: '/login',
    given: ({ page }) => page.clock.install(),
    provoke: google.closeWindow,
    expect: inOrder(toast('error', 'Inicio de sesión cancelado'), at('/login')),
  },
  {
    what: 'Google, popup-blocked',
    route: '/login',
    given: google.blockWindows,
    provoke: ({ page }) => page.getByRole('button', { name: 'Continuar con Google' }).click(),
    expect: inOrder(
      toast('error', 'Popup bloqueado. Permite popups para este sitio'),
      at('/login'),
    ),
  },
  {
    what: 'Google, cancelled-popup-request',
    route: '/login',
    provoke: google.answerWithError('auth/cancelled-popup-request'),
    expect: inOrder(toast('error', 'Solicitud cancelada'), at('/login')),
  },
  {
    what: 'Google, account-exists-with-different-credential',
    route: '/login',
    // Google does not vouch for the address, which belongs to an account with a password.
    provoke: (world) =>
      google.signInWithGoogle({ email: world.someone.email, isVerified: false })(world),
    expect: inOrder(
      toast('error', 'Ya existe una cuenta con este email usando otro método'),
      at('/login'),
    ),
  },
  {
    what: 'Google, network-request-failed',
    route: '/login',
    given: stubOffline('signInWithIdp'),
    provoke: (world) => google.signInWithGoogle(googleAccount())(world),
    expect: inOrder(toast('error', 'Sin conexión. Inténtalo de nuevo'), at('/login')),
  },
  ...['/login', '/register'].map(
    (route): Row => ({
      what: 'Google, other',
      route,
      given: stubError('signInWithIdp', 'OPERATION_NOT_ALLOWED'),
      provoke: (world) => google.signInWithGoogle(googleAccount())(world),
      expect: inOrder(toast('error', 'Error al iniciar sesión con Google'), at(route)),
    }),
  ),
  ...['/login', '/register'].map(
    (route): Row => ({
      what: 'Google, success, new account',
      route,
      provoke: (world) => google.signInWithGoogle(googleAccount())(world),
      expect: toast('success', '¡Cuenta creada con Google exitosamente!'),
    }),
  ),
  {
    what: 'Google, success, existing account',
    route: '/login',
    provoke: async (world) => {
      const email = await people.makeAccount(world.vigia.origin);
      await google.signInWithGoogle({ email, name: 'Greta' })(world);
    },
    expect: toast('success', '¡Inicio de sesión con Google exitoso!'),
  },
];

section('§8 Errores', googleSignIn);
