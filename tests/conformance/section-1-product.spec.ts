/** Specification, section 1: statements about the product that every screen must show. */

import { text } from './support/expectations.ts';
import { expect } from './support/fixtures.ts';
import { type Row, section } from './support/spec-row.ts';

const routes = [
  '/login',
  '/register',
  '/dashboard',
  '/how-it-works',
  '/terms',
  '/privacy',
  '/support',
] as const;

const as = (route: string): Pick<Row, 'as'> => (route === '/dashboard' ? { as: 'signedIn' } : {});

const everywhere = routes.flatMap((route): Row[] => [
  {
    what: 'the interface is in Spanish',
    route,
    ...as(route),
    expect: ({ page }) => expect(page.locator('html')).toHaveAttribute('lang', 'es'),
  },
  {
    what: 'not affiliated with any official entity',
    route,
    ...as(route),
    expect: ({ page }) => expect(page.getByRole('contentinfo')).toContainText(/independiente/),
  },
]);

section('§1 Producto', [
  ...everywhere,
  {
    what: 'Basico: limited monitoring, basic alerts',
    route: '/terms',
    expect: text(/Básico, que es gratis y ofrece vigilancia limitada y alertas básicas/),
  },
  {
    what: 'Premium: more matches and higher frequency',
    route: '/terms',
    expect: text(/Premium añade más partidos y mayor frecuencia/),
  },
  {
    what: 'Elite: full access',
    route: '/terms',
    expect: text(/Elite da acceso completo/),
  },
  {
    what: 'plans are paid by card through a payment provider',
    route: '/terms',
    expect: text(/se pagan por adelantado con tarjeta/),
  },
  {
    what: 'cancellation is possible at any time from the user panel',
    route: '/terms',
    expect: text(/Puedes cancelar en cualquier momento desde tu panel/),
  },
]);
