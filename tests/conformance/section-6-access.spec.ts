/** Specification, section 6: routes for anonymous and signed-in visitors, and the bearer token of API requests. */

import { at, storedToken } from './support/expectations.ts';
import { expect } from './support/fixtures.ts';
import { inOrder, type SpecRow, section, waitForFreeStream } from './support/spec-row.ts';
import * as users from './support/users.ts';

const dashboardPaths = [
  '/dashboard',
  '/dashboard/partidos',
  '/dashboard/partidos/cualquiera',
  '/dashboard/umbrales',
  '/dashboard/alertas',
  '/dashboard/configuracion',
  '/dashboard/plan',
];

const toLogin: readonly SpecRow[] = dashboardPaths.map((route) => ({
  title: 'anonymous: sent to /login',
  route,
  expect: at('/login'),
}));

const toDashboard: readonly SpecRow[] = ['/', '/login', '/register'].map((route) => ({
  title: 'authenticated: sent to /dashboard',
  route,
  as: 'signedIn',
  expect: at('/dashboard'),
}));

const openPages: readonly SpecRow[] = ['/terms', '/privacy', '/support', '/how-it-works'].flatMap(
  (route): SpecRow[] => [
    { title: 'open without sign-in', route, expect: at(route) },
    { title: 'open while signed in', route, as: 'signedIn', expect: at(route) },
  ],
);

const authorizations: (string | undefined)[] = [];

section('§6 Roles y permisos', [
  { title: 'anonymous: sent to /login', route: '/', expect: at('/login') },
  ...toLogin,
  ...toDashboard,
  {
    title: 'anonymous: after sign-in, the page first requested',
    route: '/dashboard/alertas',
    given: waitForFreeStream,
    when: ({ page, user }) => users.signIn(page, user.email, user.password),
    expect: at('/dashboard/alertas'),
  },
  ...openPages,
  {
    title: 'API requests carry the bearer token taken from the stored token',
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
        await expect.poll(() => authorizations.length).toBeGreaterThan(2);
        expect([...new Set(authorizations)]).toEqual([bearer]);
      },
    ),
  },
]);
