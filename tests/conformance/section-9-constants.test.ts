/**
 * Specification, section 9: the business constants that no other section names; those of sessions, the contact form, the
 * profile and the help centre are rows of the sections that use them.
 */
import { screen } from '@testing-library/dom';
import { expect } from 'vitest';
import { until } from './support/expectations.ts';
import { section } from './support/spec-row.ts';

section('§9 Constantes', [
  {
    title:
      'data retention: 3 years after account cancellation unless deletion is requested earlier',
    route: '/privacy',
    expect: until(() => {
      const retention = screen.getByRole('region', { name: /Conservación de los datos/ });
      expect(retention).toHaveTextContent('durante 3 años desde la cancelación');
      expect(retention).toHaveTextContent('salvo que pidas antes que los borremos');
    }),
  },
  {
    title: 'plans: 3 (Basico, Premium, Elite)',
    route: '/dashboard/plan',
    as: 'signedIn',
    expect: until(() => {
      const [, ...plans] = screen.getAllByRole('columnheader');
      expect(plans.map((plan) => plan.querySelector('b')?.textContent)).toEqual([
        'Básico',
        'Premium',
        'Elite',
      ]);
    }),
  },
]);
