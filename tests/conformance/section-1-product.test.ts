/** Specification, section 1: statements about the product that every screen must show. */
import { screen } from '@testing-library/dom';
import { expect } from 'vitest';
import { text, until } from './support/expectations.ts';
import { type SpecRow, section } from './support/spec-row.ts';

const everyScreen = [
  '/login',
  '/register',
  '/dashboard',
  '/how-it-works',
  '/terms',
  '/privacy',
  '/support',
].flatMap((route): SpecRow[] => {
  const screenAt = { route, as: route === '/dashboard' ? 'signedIn' : 'anonymous' } as const;
  return [
    {
      title: 'the interface is in Spanish',
      ...screenAt,
      expect: () => expect(document.documentElement).toHaveAttribute('lang', 'es'),
    },
    {
      title: 'not affiliated with any official entity',
      ...screenAt,
      expect: until(() =>
        expect(screen.getByRole('contentinfo')).toHaveTextContent('independiente'),
      ),
    },
  ];
});

const terms = [
  [
    'Basico: limited monitoring, basic alerts',
    /Básico, que es gratis y ofrece vigilancia limitada y alertas básicas/,
  ],
  ['Premium: more matches and higher frequency', /Premium añade más partidos y mayor frecuencia/],
  ['Elite: full access', /Elite da acceso completo/],
  ['plans are paid by card through a payment provider', /se pagan por adelantado con tarjeta/],
  [
    'cancellation is possible at any time from the user panel',
    /Puedes cancelar en cualquier momento desde tu panel/,
  ],
] as const;

section('§1 Producto', [
  ...everyScreen,
  ...terms.map(([title, words]) => ({ title, route: '/terms', expect: text(words) })),
]);
