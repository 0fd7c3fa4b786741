/** Steps: confirm an address, buy Premium with the Stripe stand-in, cancel. */
import { register } from '#tests/support/account.ts';
import { confirmAddress } from '#tests/support/mailbox.ts';
import { press } from './actions.ts';
import { expect } from './fixtures.ts';
import { inOrder, type Step } from './spec-row.ts';
import * as users from './users.ts';

/** Registers, confirms the address and pays; ends on the plan screen. */
export const buyPremium: Step = async (fixtures) => {
  const { page, vigia } = fixtures;
  const email = users.newEmail();
  await register(page, vigia.origin, email, '/dashboard/plan');
  await confirmAddress(vigia.origin, email);
  await page.reload();
  await press('Pasar a Premium')(fixtures);
  await page.getByLabel('Número de tarjeta').fill('4242 4242 4242 4242');
  await page.getByRole('button', { name: /^Pagar/ }).click();
  await expect(page.getByText('Ya tienes Premium.')).toBeVisible();
};

export const cancel: Step = inOrder(press('Cancelar suscripción'), press('Confirmar cancelación'));
