/** Specification, section 4: how a session begins, the splash before it is known, and how it ends. */
import type { Request } from '@playwright/test';
import { password } from '#tests/support/identity.ts';
import { installClock, stopClock } from './support/clock.ts';
import { at, status, toast } from './support/expectations.ts';
import { expect } from './support/fixtures.ts';
import * as google from './support/google.ts';
import { expectInitialProfile, fetchProfile } from './support/profile-document.ts';
import { expectNoToken, expectTokenStored, signInUser } from './support/session.ts';
import { inOrder, type SpecRow, type Step, section } from './support/spec-row.ts';
import { delayRequests } from './support/stub-identity-service.ts';
import * as users from './support/users.ts';

const signUpAs =
  (form: users.NewUser): Step =>
  async ({ page }) => {
    await users.fillRegistration(page, form);
    await users.submitRegistration(page);
  };

const signedUp = users.newUser();
const loggedIn = { email: users.newEmail(), username: '' };
const fromGoogle = { email: users.newEmail(), username: 'Greta' };

const beginning: readonly SpecRow[] = [
  {
    title: 'login: the token is saved under authToken, and /dashboard follows',
    route: '/login',
    when: signInUser,
    expect: inOrder(expectTokenStored, at('/dashboard')),
  },
  {
    title:
      'signup: token saved, and a profile with the initial values, such as 60 s and the plan basico',
    also: ['§9 Constantes'],
    route: '/register',
    when: signUpAs(signedUp),
    expect: async (fixtures) => {
      await expectTokenStored(fixtures);
      await fixtures.page.waitForURL('**/dashboard');
      await expectInitialProfile(fixtures, signedUp);
    },
  },
  {
    title: 'Google: token saved, /dashboard follows, and a profile with the initial values',
    route: '/login',
    when: google.signInWithGoogle({ email: fromGoogle.email, name: fromGoogle.username }),
    expect: async (fixtures) => {
      await fixtures.page.waitForURL('**/dashboard');
      await expectTokenStored(fixtures);
      await expectInitialProfile(fixtures, fromGoogle);
    },
  },
  {
    title: 'login without a profile: a basic one is created',
    route: '/login',
    when: async ({ page, vigia }) => {
      await users.createAccount(vigia.origin, loggedIn.email);
      await users.signIn(page, loggedIn.email, password);
      await page.waitForURL('**/dashboard');
    },
    expect: (fixtures) =>
      expectInitialProfile(fixtures, {
        email: loggedIn.email,
        username: loggedIn.email.split('@')[0] ?? '',
      }),
  },
  {
    title: 'login with a profile: it is left as it is',
    route: '/login',
    when: signInUser,
    expect: async (fixtures) => {
      expect(await fetchProfile(fixtures)).toMatchObject({
        username: { stringValue: fixtures.user.username },
      });
    },
  },
  {
    title: 'after signup, /dashboard after 1 second',
    also: ['§9 Constantes'],
    route: '/register',
    given: installClock,
    when: inOrder(stopClock, signUpAs(users.newUser())),
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

let lookedUp: Promise<Request>;
/** The identity service answers late. */
const slowService = delayRequests();

const firstState: readonly SpecRow[] = [
  {
    title: 'nothing but a splash shows before the first auth state is known',
    route: '/dashboard',
    as: 'signedIn',
    given: ({ page }) => page.route('**/accounts:lookup?*', slowService.handler),
    when: async (fixtures) => {
      await status('Comprobando tu sesión')(fixtures);
      await expect(fixtures.page.getByRole('link')).toHaveCount(0);
      await expect(fixtures.page.getByRole('button')).toHaveCount(0);
      slowService.release();
    },
    expect: ({ page }) =>
      expect(page.getByRole('button', { name: 'Cuenta', exact: true })).toBeVisible(),
  },
  {
    title: 'after 10 s the splash says so and offers a retry',
    route: '/dashboard',
    as: 'signedIn',
    given: async (fixtures) => {
      await installClock(fixtures);
      await fixtures.page.route('**/accounts:lookup?*', () => {});
      lookedUp = fixtures.page.waitForRequest('**/accounts:lookup?*');
    },
    when: async (fixtures) => {
      await status('Comprobando tu sesión')(fixtures);
      // The document says the same before its code runs, which begins the ten seconds.
      await lookedUp;
      await fixtures.page.clock.runFor(10_000);
    },
    expect: async ({ page }) => {
      await expect(page.getByRole('status')).toContainText('Está tardando más de lo normal.');
      await expect(page.getByRole('button', { name: 'Reintentar' })).toBeVisible();
    },
  },
  {
    title: 'without a session: a leftover token is cleared',
    route: '/login',
    given: ({ page }) => page.addInitScript(() => localStorage.setItem('authToken', 'viejo')),
    expect: inOrder(expectNoToken, at('/login')),
  },
];

const signOutRows: readonly SpecRow[] = [
  {
    title: 'sign-out clears the token and the profile',
    route: '/dashboard/configuracion',
    as: 'signedIn',
    when: ({ page }) => users.signOut(page),
    expect: async (fixtures) => {
      const { page, vigia, user } = fixtures;
      await page.waitForURL('**/login');
      await expectNoToken(fixtures);
      await expect(page.getByText(user.email)).toHaveCount(0);
      await page.goto(`${vigia.origin}/dashboard`);
      await at('/login')(fixtures);
    },
  },
];

section('§4 Estados y transiciones', [...beginning, ...firstState, ...signOutRows]);
