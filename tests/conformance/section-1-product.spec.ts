/** Specification, section 1: statements about the product that every screen must show. */

import { text } from './support/expectations.ts';
import { expect } from './support/fixtures.ts';
import { type SpecRow, section } from './support/spec-row.ts';

const routes = [
  '/login',
  '/register',
  '/dashboard',
  '/how-it-works',
  '/terms',
  '/privacy',
  '/support',
] as const;

const visitorOf = (route: string): Pick<SpecRow, 'as'> =>
  route === '/dashboard' ? { as: 'signedIn' } : {};

const everyScreenRows = routes.flatMap((route): SpecRow[] => [
  {
    title: 'the interface is in Spanish',
    route,
    ...visitorOf(route),
    expect: ({ page }) => expect(page.locator('html')).toHaveAttribute('lang', 'es'),
  },
  {
    title: 'not affiliated with any official entity',
    route,
    ...visitorOf(route),
    expect: ({ page }) => expect(page.getByRole('contentinfo')).toContainText(/independiente/),
  },
]);

section('§1 Producto', [
  ...everyScreenRows,
  {
    title: 'Basico: limited monitoring, basic alerts',
    route: '/terms',
    expect: text(/Básico, que es gratis y ofrece vigilancia limitada y alertas básicas/),
  },
  {
    title: 'Premium: more matches and higher frequency',
    route: '/terms',
    expect: text(/Premium añade más partidos y mayor frecuencia/),
  },
  {
    title: 'Elite: full access',
    route: '/terms',
    expect: text(/Elite da acceso completo/),
  },
  {
    title: 'plans are paid by card through a payment provider',
    route: '/terms',
    expect: text(/se pagan por adelantado con tarjeta/),
  },
  {
    title: 'cancellation is possible at any time from the user panel',
    route: '/terms',
    expect: text(/Puedes cancelar en cualquier momento desde tu panel/),
  },
]);
