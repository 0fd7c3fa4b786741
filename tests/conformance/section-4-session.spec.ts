/** Specification, section 4: how a session begins, the splash before it is known, and how it ends. */
import { password } from '#tests/support/identity.ts';
import { installClock, stopClock } from './support/clock.ts';
import { at, status, toast } from './support/expectations.ts';
import { expect } from './support/fixtures.ts';
import * as google from './support/google.ts';
import * as people from './support/users.ts';
import { expectInitialProfile, readProfile } from './support/profile-document.ts';
import { signIn, tokenIsGone, tokenIsStored } from './support/session.ts';
import { inOrder, type Row, type Step, section } from './support/spec-row.ts';
import { holdRequests } from './support/stub-identity-service.ts';

const signUpAs =
  (person: people.Person): Step =>
  async ({ page }) => {
    await people.fillRegistration(page, person);
    await people.submitRegistration(page);
  };

const signedUp = people.newcomer();
const loggedIn = { email: people.newEmail(), username: '' };
const fromGoogle = { email: people.newEmail(), username: 'Greta' };

const beginning: readonly Row[] = [
  {
    what: 'login: the token is saved under authToken, and /dashboard follows',
    route: '/login',
    provoke: signIn,
    expect: inOrder(tokenIsStored, at('/dashboard')),
  },
  {
    what: 'signup: token saved, and a profile with the initial values',
    route: '/register',
    provoke: signUpAs(signedUp),
    expect: async (fixtures) => {
      await tokenIsStored(fixtures);
      await fixtures.page.waitForURL('**/dashboard');
      await expectInitialProfile(fixtures, signedUp);
    },
  },
  {
    what: 'Google: token saved, /dashboard follows, and a profile with the initial values',
    route: '/login',
    provoke: google.signInWithGoogle({ email: fromGoogle.email, name: fromGoogle.username }),
    expect: async (fixtures) => {
      await fixtures.page.waitForURL('**/dashboard');
      await tokenIsStored(fixtures);
      await expectInitialProfile(fixtures, fromGoogle);
    },
  },
  {
    what: 'login without a profile: a basic one is created',
    route: '/login',
    provoke: async ({ page, vigia }) => {
      await people.makeAccount(vigia.origin, loggedIn.email);
      await people.signIn(page, loggedIn.email, password);
      await page.waitForURL('**/dashboard');
    },
    expect: (fixtures) =>
      expectInitialProfile(fixtures, {
        email: loggedIn.email,
        username: loggedIn.email.split('@')[0] ?? '',
      }),
  },
  {
    what: 'login with a profile: it is left as it is',
    route: '/login',
    provoke: signIn,
    expect: async (fixtures) => {
      expect(await readProfile(fixtures)).toMatchObject({
        username: { stringValue: fixtures.user.username },
      });
    },
  },
  {
    what: 'after signup, /dashboard after 1 second',
    route: '/register',
    given: installClock,
    provoke: inOrder(stopClock, signUpAs(people.newcomer())),
    expect: async (fixtures) => {
      const { page } = fixtures;
      await toast('success', '¡Cuenta creada exitosamente!')(fixtures);
      await page.clock.runFor(999);
      await at('/register')(fixtures);
      await page.clock.runFor(1);
      await at('/dashboard')(fixtures);
    },
  },
];

/** The identity service answers late. */
const slowService = holdRequests();

const firstState: readonly Row[] = [
  {
    what: 'nothing but a splash shows before the first auth state is known',
    route: '/dashboard',
    as: 'signedIn',
    given: ({ page }) => page.route('**/accounts:lookup?*', slowService.handler),
    provoke: async (fixtures) => {
      await status('Comprobando tu sesión')(fixtures);
      await expect(fixtures.page.getByRole('link')).toHaveCount(0);
      await expect(fixtures.page.getByRole('button')).toHaveCount(0);
      slowService.release();
    },
    expect: ({ page }) =>
      expect(page.getByRole('button', { name: 'Cuenta', exact: true })).toBeVisible(),
  },
  {
    what: 'after 10 s the splash says so and offers a retry',
    route: '/dashboard',
    as: 'signedIn',
    given: async (fixtures) => {
      await installClock(fixtures);
      await fixtures.page.route('**/accounts:lookup?*', () => {});
    },
    provoke: async (fixtures) => {
      await status('Comprobando tu sesión')(fixtures);
      await fixtures.page.clock.runFor(10_000);
    },
    expect: async ({ page }) => {
      await expect(page.getByRole('status')).toContainText('Está tardando más de lo normal.');
      await expect(page.getByRole('button', { name: 'Reintentar' })).toBeVisible();
    },
  },
  {
    what: 'without a session: a leftover token is cleared',
    route: '/login',
    given: ({ page }) => page.addInitScript(() => localStorage.setItem('authToken', 'viejo')),
    expect: inOrder(tokenIsGone, at('/login')),
  },
];

const signOutRows: readonly Row[] = [
  {
    what: 'sign-out clears the token and the profile',
    route: '/dashboard/configuracion',
    as: 'signedIn',
    provoke: ({ page }) => people.chooseSignOut(page),
    expect: async (fixtures) => {
      const { page, vigia, user } = fixtures;
      await page.waitForURL('**/login');
      await tokenIsGone(fixtures);
      await expect(page.getByText(user.email)).toHaveCount(0);
      await page.goto(`${vigia.origin}/dashboard`);
      await at('/login')(fixtures);
    },
  },
];

section('§4 Estados y transiciones', [...beginning, ...firstState, ...signOutRows]);
