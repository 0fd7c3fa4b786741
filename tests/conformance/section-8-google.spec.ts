/** Specification, section 8: every outcome of Google's sign-in popup. */

import { at, toast } from './support/expectations.ts';
import { test } from './support/fixtures.ts';
import * as google from './support/google.ts';
import * as people from './support/users.ts';
import { inOrder, type Row, section } from './support/spec-row.ts';
import { stubError, stubOffline } from './support/stub-identity-service.ts';

// Errors and broken connections are provoked on purpose.
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
    // The address is unverified at Google and belongs to an account with a password.
    provoke: (fixtures) =>
      google.signInWithGoogle({ email: fixtures.user.email, isVerified: false })(fixtures),
    expect: inOrder(
      toast('error', 'Ya existe una cuenta con este email usando otro método'),
      at('/login'),
    ),
  },
  {
    what: 'Google, network-request-failed',
    route: '/login',
    given: stubOffline('signInWithIdp'),
    provoke: (fixtures) => google.signInWithGoogle(googleAccount())(fixtures),
    expect: inOrder(toast('error', 'Sin conexión. Inténtalo de nuevo'), at('/login')),
  },
  ...['/login', '/register'].map(
    (route): Row => ({
      what: 'Google, other',
      route,
      given: stubError('signInWithIdp', 'OPERATION_NOT_ALLOWED'),
      provoke: (fixtures) => google.signInWithGoogle(googleAccount())(fixtures),
      expect: inOrder(toast('error', 'Error al iniciar sesión con Google'), at(route)),
    }),
  ),
  ...['/login', '/register'].map(
    (route): Row => ({
      what: 'Google, success, new account',
      route,
      provoke: (fixtures) => google.signInWithGoogle(googleAccount())(fixtures),
      expect: toast('success', '¡Cuenta creada con Google exitosamente!'),
    }),
  ),
  {
    what: 'Google, success, existing account',
    route: '/login',
    provoke: async (fixtures) => {
      const email = await people.makeAccount(fixtures.vigia.origin);
      await google.signInWithGoogle({ email, name: 'Greta' })(fixtures);
    },
    expect: toast('success', '¡Inicio de sesión con Google exitoso!'),
  },
];

section('§8 Errores', googleSignIn);
