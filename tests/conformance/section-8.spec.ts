/** Specification, section 8: every error and every success in its own words, provoked as it happens to people. */
import * as contact from './support/contact-form.ts';
import * as google from './support/google.ts';
import * as people from './support/people.ts';
import { cut, type Operation, refuse } from './support/refusals.ts';
import { inOrder, type Row, type Step, section } from './support/row.ts';
import { alert, at, status, text, toast } from './support/seen.ts';
import { expect, test } from './support/world.ts';

// Refusals, broken connections and missing code are provoked on purpose; the browser writes them to its console.
test.use({ expectedErrors: [/Failed to load resource|dynamically imported module/] });

/** What the identity service says, and what the person reads. */
type Refusal = readonly [code: string, provoke: 'offline' | string, sentence: string];

const given = (operation: Operation, answer: string): Step =>
  answer === 'offline' ? cut(operation) : refuse(operation, answer);

const newcomer = (): people.Person => ({
  username: 'lucia',
  email: people.newEmail(),
  password: people.password,
});

const registers =
  (person: () => people.Person): Step =>
  async ({ page }) => {
    await people.fillRegistration(page, person());
    await people.submitRegistration(page);
  };

const signsIn =
  (email: string | ((world: Parameters<Step>[0]) => string), password = people.password): Step =>
  (world) =>
    people.signIn(world.page, typeof email === 'string' ? email : email(world), password);

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
    provoke: (world) => registers(() => ({ ...newcomer(), email: world.someone.email }))(world),
    expect: inOrder(toast('error', 'Este correo ya está registrado'), at('/register')),
  },
  ...signUpRefusals.map(
    ([code, answer, sentence]): Row => ({
      what: `signup, ${code}`,
      route: '/register',
      given: given('signUp', answer),
      provoke: registers(newcomer),
      expect: inOrder(toast('error', sentence), at('/register')),
    }),
  ),
  {
    what: 'signup, success',
    route: '/register',
    provoke: registers(newcomer),
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
    provoke: signsIn(({ someone }) => someone.email, 'otra-cosa'),
    expect: inOrder(toast('error', 'Contraseña incorrecta'), at('/login')),
  },
  ...loginRefusals.map(
    ([code, answer, sentence]): Row => ({
      what: `login, ${code}`,
      route: '/login',
      given: given('signInWithPassword', answer),
      provoke: signsIn(({ someone }) => someone.email),
      expect: inOrder(toast('error', sentence), at('/login')),
    }),
  ),
  {
    what: 'login, success',
    route: '/login',
    provoke: signsIn(({ someone }) => someone.email),
    expect: toast('success', '¡Inicio de sesión exitoso!'),
  },
];

const asksForReset =
  (email: (world: Parameters<Step>[0]) => string): Step =>
  async (world) => {
    const { page } = world;
    await page.getByRole('button', { name: '¿Olvidaste tu contraseña?' }).click();
    await page.getByLabel('Correo electrónico').fill(email(world));
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
    provoke: asksForReset(() => 'nadie@correo.example'),
    expect: inOrder(
      toast('error', 'No existe una cuenta con este correo electrónico'),
      onScreenResetError,
    ),
  },
  ...resetRefusals.map(
    ([code, answer, sentence]): Row => ({
      what: `password reset, ${code}, and the on-screen error`,
      route: '/login',
      given: given('sendOobCode', answer),
      provoke: asksForReset(({ someone }) => someone.email),
      expect: inOrder(toast('error', sentence), onScreenResetError),
    }),
  ),
  {
    what: 'password reset, on-screen success',
    route: '/login',
    provoke: asksForReset(({ someone }) => someone.email),
    expect: status('¡Correo de recuperación enviado! Revisa tu bandeja de entrada y spam.'),
  },
];

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
    given: cut('signInWithIdp'),
    provoke: (world) => google.signInWithGoogle(googleAccount())(world),
    expect: inOrder(toast('error', 'Sin conexión. Inténtalo de nuevo'), at('/login')),
  },
  ...['/login', '/register'].map(
    (route): Row => ({
      what: 'Google, other',
      route,
      given: refuse('signInWithIdp', 'OPERATION_NOT_ALLOWED'),
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

const logout: readonly Row[] = [
  {
    what: 'logout, success',
    route: '/dashboard',
    as: 'someone',
    provoke: ({ page }) => people.chooseSignOut(page),
    expect: toast('success', 'Sesión cerrada exitosamente'),
  },
  {
    what: 'logout, failure',
    route: '/dashboard',
    as: 'someone',
    provoke: async ({ page }) => {
      // The browser's storage refuses to forget the session.
      await page.evaluate(() => {
        Storage.prototype.removeItem = () => {
          throw new Error('full');
        };
      });
      await people.chooseSignOut(page);
    },
    expect: inOrder(toast('error', 'Error al cerrar sesión'), at('/dashboard')),
  },
];

const matches = '**/api/monitoring/matches*';

const apiClient: readonly Row[] = [
  {
    what: 'API client, token failure',
    route: '/dashboard/partidos',
    as: 'someone',
    given: async ({ page }) => {
      await page.route(matches, (route) => route.fulfill({ status: 401, json: {} }));
      await page.route('**/securetoken.googleapis.com/**', (route) =>
        route.fulfill({ status: 400, json: { error: { code: 400, message: 'TOKEN_EXPIRED' } } }),
      );
    },
    expect: toast('error', 'Token expirado y no se pudo renovar'),
  },
  ...[500, 502, 418].map(
    (code): Row => ({
      what: `API client, ${code} without an error field`,
      route: '/dashboard/partidos',
      as: 'someone',
      given: ({ page }) =>
        page.route(matches, (route) => route.fulfill({ status: code, body: 'No' })),
      expect: text(`HTTP error! status: ${code}`),
    }),
  ),
  {
    what: 'API client, the body’s error field',
    route: '/dashboard/partidos',
    as: 'someone',
    given: ({ page }) =>
      page.route(matches, (route) =>
        route.fulfill({ status: 503, json: { error: 'El mercado está cerrado por obras.' } }),
      ),
    expect: text('El mercado está cerrado por obras.'),
  },
];

const contactForm: readonly Row[] = [
  {
    what: 'contact form, success banner',
    route: '/support',
    provoke: inOrder(contact.open, contact.fill(), contact.send),
    expect: status('¡Mensaje enviado correctamente! Te responderemos pronto.'),
  },
  ...[451, 403, 429, 0].map(
    (code): Row => ({
      what: `contact form, failure banner on ${code === 0 ? 'status 0 (network error)' : code}`,
      route: '/support',
      given: contact.refuseMail(code),
      provoke: inOrder(contact.open, contact.fill(), contact.send),
      expect: alert('Error al enviar el mensaje. Inténtalo de nuevo.'),
    }),
  ),
];

const routing: readonly Row[] = [
  {
    what: 'default error page, with a way back',
    route: '/terms',
    // The code of the screen does not arrive.
    given: ({ page }) => page.route('**/assets/terms-screen-*.js', (route) => route.abort()),
    expect: async ({ page }) => {
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        'Unexpected Application Error!',
      );
      await page.getByRole('link', { name: 'Volver al resumen' }).click();
      await page.waitForURL('**/login');
    },
  },
];

section('§8 Errores', [
  ...signUp,
  ...login,
  ...passwordReset,
  ...googleSignIn,
  ...logout,
  ...apiClient,
  ...contactForm,
  ...routing,
]);
