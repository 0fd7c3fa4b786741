/** Steps: confirm an address, buy Premium with the Stripe stand-in, cancel. */
import type { Page } from '@playwright/test';
import { findConfirmationLink } from '#tests/support/mailbox.ts';
import { press } from './actions.ts';
import { expect } from './fixtures.ts';
import { inOrder, type Step } from './spec-row.ts';
import * as users from './users.ts';

/** Opens the link of the confirmation mail, on this page. */
export async function confirmAddress(page: Page, origin: string, email: string): Promise<void> {
  const link = () => findConfirmationLink(origin, email);
  await expect.poll(link).not.toBeNull();
  await page.goto((await link()) ?? '');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/confirmado/i);
}

/** Registers, confirms the address and pays; ends on the plan screen. */
export const buyPremium: Step = async (fixtures) => {
  const { page, vigia } = fixtures;
  const user = users.newUser();
  await users.register(page, vigia.origin, user);
  await page.waitForURL('**/dashboard');
  await confirmAddress(page, vigia.origin, user.email);
  await page.goto(`${vigia.origin}/dashboard/plan`);
  await press('Pasar a Premium')(fixtures);
  await page.getByLabel('Número de tarjeta').fill('4242 4242 4242 4242');
  await page.getByRole('button', { name: /^Pagar/ }).click();
  await expect(page.getByText('Ya tienes Premium.')).toBeVisible();
};

export const cancel: Step = inOrder(press('Cancelar suscripción'), press('Confirmar cancelación'));
