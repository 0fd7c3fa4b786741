/** States of the plan screen, with mocked API answers. */
import type { Page } from '@playwright/test';
import type { BillingState, CheckoutResult, SubscriptionView } from '#contract/billing.ts';
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
const basic: BillingState = { plan: 'basico', granted: false, subscription: null };

const mockAnswer = (page: Page, path: string, json: unknown, status = 200) =>
  page.route(`**/api/billing/${path}`, (route) => route.fulfill({ status, json }));
const unavailable = { error: 'Ahora no se puede.', code: 'unavailable', requestId: 'r' };

/** Reloads the page with this subscription mocked. */
async function showSubscription(page: Page, part: Partial<SubscriptionView>): Promise<void> {
  const state = { plan: 'premium', granted: false, subscription: { ...subscription, ...part } };
  await mockAnswer(page, 'state', state);
  await mockAnswer(page, 'invoices', { items: [invoice] });
  await page.reload();
  await expect(page.getByText('V-2026-0341')).toBeVisible();
}

/** Returns from the checkout page with this outcome. */
async function returnFromCheckout(page: Page, result: CheckoutResult): Promise<void> {
  await mockAnswer(page, 'state', basic);
  await mockAnswer(page, 'checkout?id=*', result);
  await page.goto(`${new URL(page.url()).origin}/dashboard/plan?pago=cs_1`);
  await expect(page.getByRole('button', { name: 'Pasar a Premium' })).toBeVisible();
}

const press = (page: Page, name: string) => page.getByRole('button', { name }).click();

export const planStates: readonly ScreenState[] = [
  {
    name: 'plan, no subscription',
    path: '/dashboard/plan',
    async reach(page) {
      await expect(page.getByRole('button', { name: 'Pasar a Premium' })).toBeVisible();
    },
  },
  {
    name: 'plan, address not confirmed',
    path: '/dashboard/plan',
    async reach(page) {
      await press(page, 'Pasar a Premium');
      await expect(page.getByRole('button', { name: 'Reenviar enlace' })).toBeVisible();
    },
  },
  {
    name: 'plan, checkout cancelled',
    path: '/dashboard/plan?pago=cancelado',
    async reach(page) {
      await expect(page.getByText('No se ha cobrado nada.')).toBeVisible();
    },
  },
  {
    name: 'plan, failed to load',
    path: '/dashboard/plan',
    async reach(page) {
      await mockAnswer(page, 'state', unavailable, 503);
      await page.reload();
      await expect(page.getByRole('button', { name: 'Reintentar' })).toBeVisible();
    },
  },
  {
    name: 'plan, loading',
    path: '/dashboard/plan',
    async reach(page) {
      await page.route('**/api/billing/state', () => {});
      await page.reload();
      await expect(page.locator('.sk').first()).toBeVisible();
    },
  },
  { name: 'plan, paid', path: '/dashboard/plan', reach: (page) => showSubscription(page, {}) },
  {
    name: 'plan, cancellation dialog',
    path: '/dashboard/plan',
    async reach(page) {
      await showSubscription(page, {});
      await press(page, 'Cancelar suscripción');
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'plan, preview of a change',
    path: '/dashboard/plan',
    async reach(page) {
      await showSubscription(page, {});
      await mockAnswer(page, 'plan?plan=elite', preview);
      await press(page, 'Pasar a Elite');
      await expect(page.getByRole('button', { name: 'Confirmar y pagar' })).toBeVisible();
    },
  },
  {
    name: 'plan, cancelled',
    path: '/dashboard/plan',
    reach: (page) =>
      showSubscription(page, { status: 'cancelScheduled', endsAt: periodEnd, nextCharge: null }),
  },
  {
    name: 'plan, payment past due',
    path: '/dashboard/plan',
    reach: (page) =>
      showSubscription(page, { status: 'pastDue', graceUntil: periodEnd, nextCharge: null }),
  },
  {
    name: 'plan, paid and being activated',
    path: '/dashboard/plan',
    async reach(page) {
      await returnFromCheckout(page, { outcome: 'paid', plan: 'premium', synced: false });
      await expect(page.getByText('Pago recibido.')).toBeVisible();
    },
  },
  {
    name: 'plan, payment declined',
    path: '/dashboard/plan',
    async reach(page) {
      await returnFromCheckout(page, { outcome: 'failed', plan: 'premium', synced: false });
      await expect(page.getByText('No se ha podido cobrar.')).toBeVisible();
    },
  },
  {
    name: 'plan, an old checkout session opened again',
    path: '/dashboard/plan',
    async reach(page) {
      await returnFromCheckout(page, { outcome: 'already_ended', plan: 'premium', synced: true });
      await expect(page.getByText('Ese pago ya está contado.')).toBeVisible();
    },
  },
];
