/** Specification, section 6: routes for anonymous and signed-in visitors, and the bearer token of API requests. */

import { at, storedToken } from './support/expectations.ts';
import { expect } from './support/fixtures.ts';
import * as people from './support/users.ts';
import { inOrder, type Row, roomForAStream, section } from './support/spec-row.ts';

const dashboardPaths = [
  '/dashboard',
  '/dashboard/partidos',
  '/dashboard/partidos/cualquiera',
  '/dashboard/alertas',
  '/dashboard/configuracion',
  '/dashboard/plan',
];

const toLogin: readonly Row[] = dashboardPaths.map((route) => ({
  what: 'anonymous: sent to /login',
  route,
  provoke: async () => {},
  expect: at('/login'),
}));

const toDashboard: readonly Row[] = ['/', '/login', '/register'].map((route) => ({
  what: 'authenticated: sent to /dashboard',
  route,
  as: 'signedIn',
  provoke: async () => {},
  expect: at('/dashboard'),
}));

const openPages: readonly Row[] = ['/terms', '/privacy', '/support', '/how-it-works'].flatMap(
  (route): Row[] => [
    { what: 'open without sign-in', route, expect: at(route) },
    { what: 'open while signed in', route, as: 'signedIn', expect: at(route) },
  ],
);

const authorizations: (string | undefined)[] = [];

section('§6 Roles y permisos', [
  { what: 'anonymous: sent to /login', route: '/', provoke: async () => {}, expect: at('/login') },
  ...toLogin,
  ...toDashboard,
  {
    what: 'anonymous: after sign-in, the page first requested',
    route: '/dashboard/alertas',
    given: roomForAStream,
    provoke: ({ page, user }) => people.signIn(page, user.email, user.password),
    expect: at('/dashboard/alertas'),
  },
  ...openPages,
  {
    what: 'API requests carry the bearer token taken from the stored token',
    route: '/dashboard/partidos',
    as: 'signedIn',
    given: async ({ page }) => {
      authorizations.length = 0;
      page.on('request', (request) => {
        const { pathname } = new URL(request.url());
        // EmailJS, too, has an /api.
        if (/^\/api\/(monitoring|users|auth)\//.test(pathname))
          authorizations.push(request.headers().authorization);
      });
    },
    expect: inOrder(
      ({ page }) => expect(page.getByRole('button', { name: /^Vigilar / }).first()).toBeVisible(),
      async (fixtures) => {
        const bearer = `Bearer ${await storedToken(fixtures)}`;
        expect(authorizations.length).toBeGreaterThan(2);
        expect([...new Set(authorizations)]).toEqual([bearer]);
      },
    ),
  },
]);
