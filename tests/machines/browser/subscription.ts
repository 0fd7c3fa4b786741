/** Browser driver of the subscription model: the plan screen, with the Stripe stand-in. */
import type { Page } from '@playwright/test';
import type { AnyMachineSnapshot } from 'xstate';
import * as z from 'zod';
import { changeCopy, planCopy, subscriptionStatusCopy } from '#src/copy/plan.ts';
import { expect } from '#tests/support/playwright-test.ts';
import { expectSubscription } from '#tests/support/settings-page.ts';
import { subscription } from '../models/subscription.ts';
import type { BrowserDriver, StepHandlers } from './run-paths.ts';

/** What the user or the bank can do next, by state. */
const possibleSamples: Readonly<Record<string, readonly string[]>> = {
  none: ['it is paid'],
  active: ['it is cancelled for the end of the period', 'the renewal fails'],
  cancelScheduled: ['it is paid'],
  pastDue: ['it is ended'],
};
const banners = {
  cancelScheduled: subscriptionStatusCopy.cancelledTitle,
  pastDue: subscriptionStatusCopy.owedTitle,
  ended: subscriptionStatusCopy.endedTitle,
} as const;
const customers = z.object({ customers: z.array(z.object({ id: z.string() })) });

/** @param page signed in with a confirmed address, the only paying user */
export const subscriptionDriver = (page: Page, origin: string): BrowserDriver => ({
  model: subscription,
  unreachable: { 'subscription.incomplete': 'a declined card stays on the payment page' },
  isPossible: ({ value }: AnyMachineSnapshot, sample) =>
    possibleSamples[String(value)]?.includes(sample) ?? false,
  async begin(): Promise<StepHandlers> {
    await page.goto(`${origin}/dashboard/plan`);
    const button = (name: string | RegExp) => page.getByRole('button', { name });
    const callStripeStandIn = async (path: string, body?: object) => {
      const answer = await fetch(`${origin}/__local/pagos${path}`, {
        ...(body && {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
      });
      if (!answer.ok) throw new Error(await answer.text());
      return answer.json();
    };
    return {
      triggers: {
        'it is paid': async ({ before }) => {
          if (before.value === 'cancelScheduled') return button(planCopy.resume).click();
          await button('Pasar a Premium').click();
          await page.getByLabel('Número de tarjeta').fill('4242 4242 4242 4242');
          await button(/^Pagar/).click();
        },
        'it is cancelled for the end of the period': async () => {
          await button(planCopy.cancel).click();
          await button(changeCopy.confirmCancel).click();
        },
        'the renewal fails': async () => {
          const [customer] = customers.parse(await callStripeStandIn('.json')).customers;
          await callStripeStandIn(`/clientes/${customer?.id}`, { outcome: 'decline' });
          await callStripeStandIn('/reloj', { months: 1, days: 1 });
        },
        'it is ended': async () => {
          await button(planCopy.cancel).click();
          await button(changeCopy.confirmCancel).click();
        },
      },
      async expectScreen(snapshot) {
        const plan = snapshot.hasTag('paid') ? /Premium.*Tu plan/ : /Básico.*Tu plan/;
        // The bank's changes reach the server by webhook, and the page when it is reloaded.
        if (snapshot.value === 'pastDue') {
          await expectSubscription(page, 'pastDue');
          await page.reload();
        }
        await expect(page.getByRole('columnheader', { name: plan })).toBeVisible();
        for (const [state, text] of Object.entries(banners)) {
          const visible = snapshot.value === state;
          await expect(page.getByText(text)).toBeVisible({ visible });
        }
      },
    };
  },
});
