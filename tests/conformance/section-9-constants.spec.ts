/**
 * Specification, section 9: the business constants that no other section names; those of sessions, the contact form, the
 * profile and the help centre are rows of the sections that use them.
 */
import { expect } from './support/fixtures.ts';
import { section } from './support/spec-row.ts';

section('§9 Constantes', [
  {
    title:
      'data retention: 3 years after account cancellation unless deletion is requested earlier',
    route: '/privacy',
    expect: async ({ page }) => {
      const retention = page.getByRole('region', { name: /Conservación de los datos/ });
      await expect(retention).toContainText('durante 3 años desde la cancelación');
      await expect(retention).toContainText('salvo que pidas antes que los borremos');
    },
  },
  {
    title: 'plans: 3 (Basico, Premium, Elite)',
    route: '/dashboard/plan',
    as: 'signedIn',
    expect: async ({ page }) => {
      const plans = page.getByRole('table').getByRole('columnheader').locator('b');
      await expect(plans).toHaveText(['Básico', 'Premium', 'Elite']);
    },
  },
]);
