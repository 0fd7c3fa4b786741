/** Specification, section 6: routes for anonymous and signed-in visitors, and the bearer token of API requests. */
import { expect } from 'vitest';
import { at, named, storedToken, until } from './support/expectations.ts';
import { sentTo } from './support/hosted-services.ts';
import { user } from './support/page.ts';
import { inOrder, type SpecRow, section } from './support/spec-row.ts';
import * as users from './support/users.ts';

const toLogin = [
  '/',
  '/dashboard',
  '/dashboard/partidos',
  '/dashboard/partidos/cualquiera',
  '/dashboard/umbrales',
  '/dashboard/alertas',
  '/dashboard/configuracion',
  '/dashboard/plan',
].map((route): SpecRow => ({ title: 'anonymous: sent to /login', route, expect: at('/login') }));

const toDashboard = ['/', '/login', '/register'].map(
  (route): SpecRow => ({
    title: 'authenticated: sent to /dashboard',
    route,
    as: 'signedIn',
    expect: at('/dashboard'),
  }),
);

const openPages = ['/terms', '/privacy', '/support', '/how-it-works'].flatMap(
  (route): SpecRow[] => {
    const shown = inOrder(named('main', ''), at(route));
    return [
      { title: 'open without sign-in', route, expect: shown },
      { title: 'open while signed in', route, as: 'signedIn', expect: shown },
    ];
  },
);

section('§6 Roles y permisos', [
  ...toLogin,
  ...toDashboard,
  ...openPages,
  {
    title: 'anonymous: after sign-in, the page first requested',
    route: '/dashboard/alertas',
    when: users.signIn(user.email),
    expect: at('/dashboard/alertas'),
  },
  {
    title: 'API requests carry the bearer token taken from the stored token',
    route: '/dashboard/partidos',
    as: 'signedIn',
    expect: inOrder(
      named('button', /^Vigilar /),
      until(() => {
        // EmailJS, too, has an /api.
        const sent = sentTo(/\/api\/(monitoring|users|auth)\//);
        expect(sent.length).toBeGreaterThan(2);
        expect([...new Set(sent.map(({ headers }) => headers.get('authorization')))]).toEqual([
          `Bearer ${storedToken()}`,
        ]);
      }),
    ),
  },
]);
