/** A person who pays for Premium, with the payment provider's double. */
import type { Page } from '@playwright/test';
import * as z from 'zod';
import { press } from './actions.ts';
import { expect } from './fixtures.ts';
import * as people from './people.ts';
import { inOrder, type Step } from './spec-row.ts';

const mailbox = z.object({ items: z.array(z.object({ text: z.string() })) });

/** Follows the link of the mail that asks for it. */
export async function confirmAddress(page: Page, origin: string, email: string): Promise<void> {
  const address = `${origin}/__local/buzon.json?to=${encodeURIComponent(email)}`;
  const link = async () => {
    const { items } = mailbox.parse(await (await fetch(address)).json());
    return items.map(({ text }) => /https?:\S*confirmar\S*/.exec(text)?.[0]).find(Boolean) ?? '';
  };
  await expect.poll(link).not.toBe('');
  await page.goto(await link());
  await page.getByRole('button', { name: /confirmar/i }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/confirmado/i);
}

/** Registers, confirms the address and pays; ends on the plan screen. */
export const buyPremium: Step = async (world) => {
  const { page, vigia } = world;
  const person = people.newcomer();
  await people.register(page, vigia.origin, person);
  await page.waitForURL('**/dashboard');
  await confirmAddress(page, vigia.origin, person.email);
  await page.goto(`${vigia.origin}/dashboard/plan`);
  await press('Pasar a Premium')(world);
  await page.getByLabel('Número de tarjeta').fill('4242 4242 4242 4242');
  await page.getByRole('button', { name: /^Pagar/ }).click();
  await expect(page.getByText('Ya tienes Premium.')).toBeVisible();
};

export const cancel: Step = inOrder(press('Cancelar suscripción'), press('Confirmar cancelación'));
