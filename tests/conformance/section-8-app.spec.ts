/** Specification, section 8: messages of sign-out, API, contact form and a screen that throws. */
import { installClock, stopClock } from './support/clock.ts';
import * as contact from './support/contact-form.ts';
import { alert, at, status, text, toast } from './support/expectations.ts';
import { expect, test } from './support/fixtures.ts';
import * as people from './support/users.ts';
import { inOrder, type Row, section } from './support/spec-row.ts';
import { refuseRenewal } from './support/stub-identity-service.ts';

// Errors, broken connections and missing chunks are provoked on purpose.
test.use({
  expectedErrors: [/Failed to load resource|dynamically imported module|no accents here/],
});

const logout: readonly Row[] = [
  {
    what: 'logout, success',
    route: '/dashboard',
    as: 'signedIn',
    provoke: ({ page }) => people.chooseSignOut(page),
    expect: toast('success', 'Sesión cerrada exitosamente'),
  },
  {
    what: 'logout, failure',
    route: '/dashboard',
    as: 'signedIn',
    provoke: async ({ page }) => {
      // The browser's storage fails to remove the session.
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
    as: 'signedIn',
    given: inOrder(refuseRenewal, ({ page }) =>
      page.route(matches, (route) => route.fulfill({ status: 401, json: {} })),
    ),
    expect: toast('error', 'Token expirado y no se pudo renovar'),
  },
  ...[
    { code: 500, body: '{}', description: 'JSON without an error field' },
    { code: 502, body: '<h1>Bad gateway</h1>', description: 'no JSON' },
    { code: 418, body: '', description: 'no body' },
  ].map(
    ({ code, body, description }): Row => ({
      what: `API client, ${code} with ${description}`,
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
    what: 'API client, the body’s error field',
    route: '/dashboard/partidos',
    as: 'signedIn',
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
    given: installClock,
    provoke: inOrder(contact.open, contact.fill(), stopClock, contact.send),
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
    route: '/support',
    // `normalize` throws, so the search throws while rendering.
    given: ({ page }) =>
      page.addInitScript(() => {
        String.prototype.normalize = () => {
          throw new Error('no accents here');
        };
      }),
    provoke: ({ page }) => page.getByRole('searchbox').fill('umbral'),
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
