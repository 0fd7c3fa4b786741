/** Specification, section 4: how a session begins, the splash before it is known, and how it ends. */
import { screen } from '@testing-library/dom';
import { expect } from 'vitest';
import * as z from 'zod';
import { newEmail, password } from '#tests/support/identity.ts';
import { claimsOf } from '#tests/support/profile-document.ts';
import { passTime, stopClock } from './support/actions.ts';
import {
  at,
  named,
  noToken,
  status,
  storedToken,
  text,
  toast,
  tokenStored,
  until,
} from './support/expectations.ts';
import { delayRequests, lookupUrl, sentTo, silent } from './support/hosted-services.ts';
import { user } from './support/page.ts';
import { inOrder, type SpecRow, type Step, section } from './support/spec-row.ts';
import * as users from './support/users.ts';

/** The initial values of the specification, section 3. */
const initialProfile =
  (expected: { readonly email: string; readonly username: string }): Step =>
  async () => {
    const { createdAt, ...profile } = await users.fetchProfile();
    expect(profile).toEqual({
      email: { stringValue: expected.email },
      username: { stringValue: expected.username },
      estado: { stringValue: 'activo' },
      plan: { stringValue: 'basico' },
      onboardingCompletado: { booleanValue: false },
      configuracion: {
        mapValue: {
          fields: {
            partidos: { arrayValue: expect.anything() },
            umbrales: { mapValue: expect.anything() },
            frecuencia: { integerValue: '60' },
          },
        },
      },
    });
    const { timestampValue } = z.object({ timestampValue: z.iso.datetime() }).parse(createdAt);
    expect(Math.abs(Date.parse(timestampValue) - Date.now())).toBeLessThan(60_000);
    expect(JSON.stringify(profile)).not.toContain('"values":[{');
  };

const signedUp = users.newUser();
const withoutProfile = newEmail();
let profileBefore: unknown;

const beginning: readonly SpecRow[] = [
  {
    title:
      'signup: token and display name saved, a profile with the initial values, such as 60 s and the plan basico',
    also: ['§7 Llamadas', '§9 Constantes'],
    route: '/register',
    when: users.register(signedUp),
    expect: inOrder(tokenStored, at('/dashboard'), initialProfile(signedUp), () =>
      expect(claimsOf(storedToken()).name).toBe(signedUp.username),
    ),
  },
  {
    title: 'login without a profile: a basic one is created',
    route: '/login',
    when: inOrder(
      users.createAccount(withoutProfile),
      users.signIn(withoutProfile, password),
      at('/dashboard'),
    ),
    expect: initialProfile({
      email: withoutProfile,
      username: withoutProfile.split('@')[0] ?? '',
    }),
  },
  {
    title:
      'login with a profile: the token is saved under authToken, /dashboard follows, and the profile is left as it is',
    also: ['§8 Errores'],
    route: '/login',
    when: inOrder(
      users.signInUser,
      toast('success', '¡Inicio de sesión exitoso!'),
      tokenStored,
      async () => {
        profileBefore = await users.fetchProfile();
      },
      users.signOut,
      at('/login'),
      users.signInUser,
    ),
    expect: async () => expect(await users.fetchProfile()).toEqual(profileBefore),
  },
  {
    title: 'after signup, /dashboard after 1 second',
    also: ['§8 Errores', '§9 Constantes'],
    route: '/register',
    given: stopClock,
    when: users.register(),
    expect: inOrder(
      toast('success', '¡Cuenta creada exitosamente!'),
      passTime(999),
      at('/register'),
      passTime(1),
      at('/dashboard'),
    ),
  },
];

/** The identity service answers late. */
const slowService = delayRequests(lookupUrl);

const firstState: readonly SpecRow[] = [
  {
    title: 'nothing but a splash shows before the first auth state is known',
    route: '/dashboard',
    as: 'signedIn',
    given: slowService.start,
    when: inOrder(
      text('Comprobando tu sesión'),
      until(() => expect(sentTo(lookupUrl)).toHaveLength(1)),
      () => {
        expect(screen.queryAllByRole('link')).toEqual([]);
        expect(screen.queryAllByRole('button')).toEqual([]);
        slowService.release();
      },
    ),
    expect: named('button', 'Cuenta'),
  },
  {
    title: 'after 10 s the splash says so and offers a retry',
    route: '/dashboard',
    as: 'signedIn',
    given: inOrder(stopClock, silent(lookupUrl)),
    when: inOrder(
      status('Comprobando tu sesión'),
      until(() => expect(sentTo(lookupUrl)).toHaveLength(1)),
      passTime(10_000),
    ),
    expect: inOrder(
      until(() =>
        expect(screen.getByRole('status')).toHaveTextContent('Está tardando más de lo normal.'),
      ),
      named('button', 'Reintentar'),
    ),
  },
  {
    title: 'without a session: a leftover token is cleared',
    route: '/login',
    given: () => localStorage.setItem('authToken', 'viejo'),
    expect: inOrder(noToken, at('/login')),
  },
];

const signOutRow: SpecRow = {
  title: 'sign-out clears the token and the profile',
  route: '/dashboard/configuracion',
  as: 'signedIn',
  when: inOrder(text(user.email), users.signOut),
  expect: inOrder(at('/login'), noToken, () =>
    expect(document.body).not.toHaveTextContent(user.email),
  ),
};

section('§4 Estados y transiciones', [...beginning, ...firstState, signOutRow]);
