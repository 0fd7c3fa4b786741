/** Specification, section 8: messages of a failed sign-out, API, contact form and a screen that throws. */
import { expect, vi } from 'vitest';
import { fill, press } from './support/actions.ts';
import * as contact from './support/contact-form.ts';
import { alert, at, link, named, text, toast, until } from './support/expectations.ts';
import { answeredWith, sentTo } from './support/hosted-services.ts';
import { inOrder, type SpecRow, section } from './support/spec-row.ts';

const logout: SpecRow = {
  title: 'logout, failure',
  route: '/dashboard',
  as: 'signedIn',
  when: inOrder(
    press('Cuenta'),
    // The browser's storage fails to remove the session.
    () =>
      vi.spyOn(Storage.prototype, 'removeItem').mockImplementation(() => {
        throw new Error('full');
      }),
    press('Cerrar sesión', 'menuitem'),
  ),
  expect: inOrder(toast('error', 'Error al cerrar sesión'), at('/dashboard')),
};

const unexplained = (status: number, body: string) =>
  answeredWith(
    '*/api/monitoring/matches',
    () => new Response(body, { status, headers: { 'content-type': 'application/json' } }),
  );

const apiClient: SpecRow = {
  title: 'API client, JSON without an error field, no JSON, no body, the body’s error field',
  route: '/dashboard/partidos',
  as: 'signedIn',
  given: unexplained(500, '{}'),
  when: inOrder(
    text('HTTP error! status: 500'),
    unexplained(502, '<h1>Bad gateway</h1>'),
    press('Reintentar'),
    text('HTTP error! status: 502'),
    unexplained(418, ''),
    press('Reintentar'),
    text('HTTP error! status: 418'),
    unexplained(503, '{"error":"El mercado está cerrado por obras."}'),
    press('Reintentar'),
  ),
  expect: text('El mercado está cerrado por obras.'),
};

const contactForm: SpecRow = {
  title: 'contact form, the same failure banner on 451, 403, 429 and status 0 (network error)',
  route: '/support',
  when: inOrder(
    contact.open,
    contact.fillSample,
    ...[451, 403, 429, 0].map((code, index) =>
      inOrder(
        contact.stubMailError(code),
        contact.send,
        until(() => expect(sentTo(/\/email\/send$/)).toHaveLength(index + 1)),
        alert('Error al enviar el mensaje. Inténtalo de nuevo.'),
      ),
    ),
  ),
  expect: at('/support'),
};

const routing: SpecRow = {
  title: 'default error page, with a way back',
  route: '/support',
  // `normalize` throws, so the search throws while rendering.
  given: () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    vi.spyOn(String.prototype, 'normalize').mockImplementation(() => {
      throw new Error('no accents here');
    });
  },
  when: fill({ 'Buscar en la ayuda': 'umbral' }),
  expect: inOrder(
    named('heading', 'Unexpected Application Error!'),
    link('Volver al resumen', '/'),
  ),
};

section('§8 Errores', [logout, apiClient, contactForm, routing]);
