/** Specification, section 4: a subscription renews each period, and cancelling takes effect at its end. */
import { press } from './support/actions.ts';
import { named, text } from './support/expectations.ts';
import { expect } from './support/fixtures.ts';
import { inOrder, section } from './support/spec-row.ts';
import { buyPremium, cancel } from './support/subscription.ts';

section('§4 Estados y transiciones', [
  {
    what: 'subscription: renews automatically each period',
    route: '/terms',
    expect: text(/La suscripción se renueva automáticamente en cada periodo/),
  },
  {
    what: 'subscription: cancellation takes effect at the end of the period, as the terms say',
    route: '/terms',
    expect: text(/La cancelación tiene efecto al final del periodo en curso/),
  },
  {
    what: 'subscription: the next charge is announced; cancelled, the plan stays until the period ends; kept, it goes on',
    route: '/register',
    provoke: buyPremium,
    expect: async (world) => {
      const { page } = world;
      await expect(page.getByText('Próximo cobro')).toBeVisible();
      await inOrder(cancel, text('Cancelación programada.'))(world);
      await text(/Premium sigue activo hasta el \d+ de [a-z]+ de \d{4}\. Ese día pasas a Básico/)(
        world,
      );
      await expect(page.getByRole('columnheader', { name: /Premium.*Tu plan/ })).toBeVisible();
      await press('Mantener suscripción')(world);
      await expect(page.getByText('Cancelación programada.')).toBeHidden();
      await named('button', 'Cancelar suscripción')(world);
    },
  },
]);
