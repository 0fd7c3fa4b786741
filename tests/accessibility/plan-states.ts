/** States of the plan screen, with mocked API answers. */
import type { Page } from '@playwright/test';
import type { SubscriptionView } from '#contract/billing.ts';
import { confirmationCopy } from '#src/copy/confirmation.ts';
import { planCopy } from '#src/copy/plan.ts';
import { expect } from '#tests/support/playwright-test.ts';
import type { ScreenState } from './screen-state.ts';

const periodEnd = '2026-12-12T10:00:00.000Z';
const subscription: SubscriptionView = {
  status: 'active',
  plan: 'premium',
  periodStart: '2026-11-12T10:00:00.000Z',
  periodEnd,
  endsAt: null,
  graceUntil: null,
  nextCharge: { at: periodEnd, cents: 999 },
  card: { brand: 'visa', last4: '4242', expiryMonth: 8, expiryYear: 2028 },
  lastPayment: { at: '2026-11-12T10:00:00.000Z', cents: 999, taxCents: 173 },
};
const invoice = {
  id: 'in_1',
  number: 'V-2026-0341',
  issuedAt: '2026-11-12T10:00:00.000Z',
  cents: 999,
  taxCents: 173,
  status: 'paid',
  url: 'https://pagos.example/in_1',
};
const preview = {
  plan: 'elite',
  proratedAt: '2026-11-20T10:00:00.000Z',
  dueNowCents: 1_099,
  nextCharge: { at: periodEnd, cents: 2_499 },
};

const mockAnswer = (page: Page, path: string, json: unknown, status = 200) =>
  page.route(`**/api/billing/${path}`, (route) => route.fulfill({ status, json }));

const path = '/dashboard/plan';

const press = (page: Page, name: string) => page.getByRole('button', { name }).click();

export const planStates: readonly ScreenState[] = [
  {
    name: 'plan, no subscription, address not confirmed',
    path,
    async reach(page) {
      await press(page, planCopy.moveTo('Premium'));
      const alert = page.getByRole('alert');
      await expect(alert.getByRole('button', { name: confirmationCopy.resend })).toBeVisible();
    },
  },
  {
    name: 'plan, paid',
    path,
    async mock(page) {
      await mockAnswer(page, 'state', { plan: 'premium', granted: false, subscription });
      await mockAnswer(page, 'invoices', { items: [invoice] });
    },
    reach: (page) => expect(page.getByText('V-2026-0341')).toBeVisible(),
  },
  {
    name: 'plan, cancellation dialog',
    async reach(page) {
      await press(page, planCopy.cancel);
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'plan, preview of a change',
    async reach(page) {
      await page.keyboard.press('Escape');
      await mockAnswer(page, 'plan?plan=elite', preview);
      await press(page, planCopy.moveTo('Elite'));
      await expect(page.getByRole('button', { name: 'Confirmar y pagar' })).toBeVisible();
    },
  },
];
