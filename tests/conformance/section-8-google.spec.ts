/** Specification, section 8: every outcome of Google's sign-in popup. */

import { at, toast } from './support/expectations.ts';
import { test } from './support/fixtures.ts';
import * as google from './support/google.ts';
import { inOrder, type SpecRow, section } from './support/spec-row.ts';
import { stubError, stubOffline } from './support/stub-identity-service.ts';
import * as users from './support/users.ts';

// Errors and broken connections are provoked on purpose.
test.use({ expectedErrors: [/Failed to load resource/] });

const googleAccount = () => ({ email: users.newEmail(), name: 'Greta' });

const googleSignIn: readonly SpecRow[] = [
  {
    title: 'Google, popup-closed-by-user',
    route: '/login',
    given: ({ page }) => page.clock.install(),
    when: google.closePopup,
    expect: inOrder(toast('error', 'Inicio de sesión cancelado'), at('/login')),
  },
  {
    title: 'Google, popup-blocked',
    route: '/login',
    given: google.blockPopups,
    when: ({ page }) => page.getByRole('button', { name: 'Continuar con Google' }).click(),
    expect: inOrder(
      toast('error', 'Popup bloqueado. Permite popups para este sitio'),
      at('/login'),
    ),
  },
  {
    title: 'Google, cancelled-popup-request',
    route: '/login',
    when: google.answerWithError('auth/cancelled-popup-request'),
    expect: inOrder(toast('error', 'Solicitud cancelada'), at('/login')),
  },
  {
    title: 'Google, account-exists-with-different-credential',
    route: '/login',
    // The address is unverified at Google and belongs to an account with a password.
    when: (fixtures) =>
      google.signInWithGoogle({ email: fixtures.user.email, isVerified: false })(fixtures),
    expect: inOrder(
      toast('error', 'Ya existe una cuenta con este email usando otro método'),
      at('/login'),
    ),
  },
  {
    title: 'Google, network-request-failed',
    route: '/login',
    given: stubOffline('signInWithIdp'),
    when: (fixtures) => google.signInWithGoogle(googleAccount())(fixtures),
    expect: inOrder(toast('error', 'Sin conexión. Inténtalo de nuevo'), at('/login')),
  },
  ...['/login', '/register'].map(
    (route): SpecRow => ({
      title: 'Google, other',
      route,
      given: stubError('signInWithIdp', 'OPERATION_NOT_ALLOWED'),
      when: (fixtures) => google.signInWithGoogle(googleAccount())(fixtures),
      expect: inOrder(toast('error', 'Error al iniciar sesión con Google'), at(route)),
    }),
  ),
  ...['/login', '/register'].map(
    (route): SpecRow => ({
      title: 'Google, success, new account',
      route,
      when: (fixtures) => google.signInWithGoogle(googleAccount())(fixtures),
      expect: toast('success', '¡Cuenta creada con Google exitosamente!'),
    }),
  ),
  {
    title: 'Google, success, existing account',
    route: '/login',
    when: async (fixtures) => {
      const email = await users.createAccount(fixtures.vigia.origin);
      await google.signInWithGoogle({ email, name: 'Greta' })(fixtures);
    },
    expect: toast('success', '¡Inicio de sesión con Google exitoso!'),
  },
];

section('§8 Errores', googleSignIn);
