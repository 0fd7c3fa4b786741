/** A subscription with the Stripe stand-in, where it leaves the app or needs the keyboard: checkout and back, cancelled and resumed, another card. */
import type { Page } from '@playwright/test';
import { checkoutReturnCopy } from '#src/copy/checkout-return.ts';
import { changeCopy, planCopy, subscriptionStatusCopy } from '#src/copy/plan.ts';
import { register } from '#tests/support/account.ts';
import { confirmAddress } from '#tests/support/mailbox.ts';
import { expect, test } from '#tests/support/playwright-test.ts';

const cards = {
  other: '5555 5555 5555 4444',
  needsAuthentication: '4000 0025 0000 3155',
} as const;

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const press = (page: Page, name: string | RegExp) => button(page, name).click();

/** On the checkout page: enters a card and pays. */
async function payWith(page: Page, card: string): Promise<void> {
  await page.getByLabel('Número de tarjeta').fill(card);
  await press(page, /^(Pagar|Guardar)/);
}

test('a plan is bought, cancelled and resumed by keyboard, and paid with another card', async ({
  page,
  vigia,
}) => {
  const email = 'abonada@correo.example';
  await register(page, vigia.origin, email);
  await confirmAddress(vigia.origin, email);
  await page.goto(`${vigia.origin}/dashboard/plan`);

  await test.step('a payment that its bank asks about makes the plan active', async () => {
    await press(page, planCopy.moveTo('Premium'));
    await payWith(page, cards.needsAuthentication);
    await page.getByRole('button', { name: 'Confirmar el pago', exact: true }).click();
    await expect(page.getByText('Ya tienes Premium.')).toBeVisible();
    await expect(page.getByRole('columnheader', { name: /Premium.*Tu plan/ })).toBeVisible();
    // The payment's parameter is removed, so a reload does not announce it again.
    await expect(page).toHaveURL(`${vigia.origin}/dashboard/plan`);
    await expect(page.getByText('•••• 3155')).toBeVisible();
  });

  await test.step('it is cancelled for the end of its period, and resumed, by keyboard', async () => {
    await button(page, planCopy.cancel).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: planCopy.cancel });
    await dialog.getByRole('button', { name: changeCopy.confirmCancel }).focus();
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(button(page, planCopy.resume)).toBeFocused();
    await expect(page.getByText(subscriptionStatusCopy.cancelledTitle)).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(button(page, planCopy.cancel)).toBeFocused();
    await expect(page.getByText(subscriptionStatusCopy.cancelledTitle)).toBeHidden();
  });

  await test.step('another card is stored on the provider’s page', async () => {
    await press(page, planCopy.changeCard);
    await payWith(page, cards.other);
    await expect(page.getByText(checkoutReturnCopy.saved.title)).toBeVisible();
    await expect(page.getByText('•••• 4444')).toBeVisible();
  });
});
