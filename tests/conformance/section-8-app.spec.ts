/** Specification, section 8: messages of sign-out, API, contact form and a screen that throws. */
import * as contact from './support/contact-form.ts';
import { alert, at, text, toast } from './support/expectations.ts';
import { expect, test } from './support/fixtures.ts';
import { inOrder, type SpecRow, section } from './support/spec-row.ts';
import { stubRenewalError } from './support/stub-identity-service.ts';
import * as users from './support/users.ts';

// Errors, broken connections and missing chunks are provoked on purpose.
test.use({
  expectedErrors: [/Failed to load resource|dynamically imported module|no accents here/],
});

const logout: readonly SpecRow[] = [
  {
    title: 'logout, success',
    route: '/dashboard',
    as: 'signedIn',
    when: ({ page }) => users.signOut(page),
    expect: toast('success', 'Sesión cerrada exitosamente'),
  },
  {
    title: 'logout, failure',
    route: '/dashboard',
    as: 'signedIn',
    when: async ({ page }) => {
      // The browser's storage fails to remove the session.
      await page.evaluate(() => {
        Storage.prototype.removeItem = () => {
          throw new Error('full');
        };
      });
      await users.signOut(page);
    },
    expect: inOrder(toast('error', 'Error al cerrar sesión'), at('/dashboard')),
  },
];

const matches = '**/api/monitoring/matches*';

const apiClient: readonly SpecRow[] = [
  {
    title: 'API client, token failure',
    route: '/dashboard/partidos',
    as: 'signedIn',
    given: inOrder(stubRenewalError, ({ page }) =>
      page.route(matches, (route) => route.fulfill({ status: 401, json: {} })),
    ),
    expect: toast('error', 'Token expirado y no se pudo renovar'),
  },
  ...[
    { code: 500, body: '{}', description: 'JSON without an error field' },
    { code: 502, body: '<h1>Bad gateway</h1>', description: 'no JSON' },
    { code: 418, body: '', description: 'no body' },
  ].map(
    ({ code, body, description }): SpecRow => ({
      title: `API client, ${code} with ${description}`,
      route: '/dashboard/partidos',
      as: 'signedIn',
      given: ({ page }) =>
        page.route(matches, (route) =>
          route.fulfill({ status: code, contentType: 'application/json', body }),
        ),
      expect: text(`HTTP error! status: ${code}`),
    }),
  ),
  {
    title: 'API client, the body’s error field',
    route: '/dashboard/partidos',
    as: 'signedIn',
    given: ({ page }) =>
      page.route(matches, (route) =>
        route.fulfill({ status: 503, json: { error: 'El mercado está cerrado por obras.' } }),
      ),
    expect: text('El mercado está cerrado por obras.'),
  },
];

const contactForm: readonly SpecRow[] = [
  ...[451, 403, 429, 0].map(
    (code): SpecRow => ({
      title: `contact form, failure banner on ${code === 0 ? 'status 0 (network error)' : code}`,
      route: '/support',
      given: contact.stubMailError(code),
      when: inOrder(contact.open, contact.fill(), contact.send),
      expect: alert('Error al enviar el mensaje. Inténtalo de nuevo.'),
    }),
  ),
];

const routing: readonly SpecRow[] = [
  {
    title: 'default error page, with a way back',
    route: '/support',
    // `normalize` throws, so the search throws while rendering.
    given: ({ page }) =>
      page.addInitScript(() => {
        String.prototype.normalize = () => {
          throw new Error('no accents here');
        };
      }),
    when: ({ page }) => page.getByRole('searchbox').fill('umbral'),
    expect: async ({ page }) => {
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        'Unexpected Application Error!',
      );
      await page.getByRole('link', { name: 'Volver al resumen' }).click();
      await page.waitForURL('**/login');
    },
  },
];

section('§8 Errores', [...logout, ...apiClient, ...contactForm, ...routing]);
