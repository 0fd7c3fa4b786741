/** Specification, section 4: a subscription renews each period, and cancelling takes effect at its end. */
import { press } from './support/actions.ts';
import { named, text } from './support/expectations.ts';
import { expect } from './support/fixtures.ts';
import { inOrder, section } from './support/spec-row.ts';
import { buyPremium, cancel } from './support/subscription.ts';

section('§4 Estados y transiciones', [
  {
    title: 'subscription: renews automatically each period',
    route: '/terms',
    expect: text(/La suscripción se renueva automáticamente en cada periodo/),
  },
  {
    title: 'subscription: cancellation takes effect at the end of the period, as the terms say',
    route: '/terms',
    expect: text(/La cancelación tiene efecto al final del periodo en curso/),
  },
  {
    title:
      'subscription: the next charge is shown; after cancelling, the plan stays until the period ends; it can be resumed',
    route: '/dashboard/plan',
    as: 'newcomer',
    when: buyPremium,
    expect: async (fixtures) => {
      const { page } = fixtures;
      await expect(page.getByText('Próximo cobro')).toBeVisible();
      await inOrder(cancel, text('Cancelación programada.'))(fixtures);
      await text(/Premium sigue activo hasta el \d+ de [a-z]+ de \d{4}\. Ese día pasas a Básico/)(
        fixtures,
      );
      await expect(page.getByRole('columnheader', { name: /Premium.*Tu plan/ })).toBeVisible();
      await press('Mantener suscripción')(fixtures);
      await expect(page.getByText('Cancelación programada.')).toBeHidden();
      await named('button', 'Cancelar suscripción')(fixtures);
    },
  },
]);
