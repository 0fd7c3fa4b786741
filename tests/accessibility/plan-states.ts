/** The plan screen in the states that payments lead to, the backend's answers written here. */
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

const answer = (page: Page, path: string, json: unknown, status = 200) =>
  page.route(`**/api/billing/${path}`, (route) => route.fulfill({ status, json }));
const refused = { error: 'Ahora no se puede.', code: 'unavailable', requestId: 'r' };

/** The page as it is when the backend holds this subscription. */
async function holding(page: Page, part: Partial<SubscriptionView>): Promise<void> {
  const state = { plan: 'premium', granted: false, subscription: { ...subscription, ...part } };
  await answer(page, 'state', state);
  await answer(page, 'invoices', { items: [invoice] });
  await page.reload();
  await expect(page.getByText('V-2026-0341')).toBeVisible();
}

/** Back from the card page with this outcome. */
async function backWith(page: Page, result: CheckoutResult): Promise<void> {
  await answer(page, 'state', basic);
  await answer(page, 'checkout?id=*', result);
  await page.goto(`${new URL(page.url()).origin}/dashboard/plan?pago=cs_1`);
  await expect(page.getByRole('button', { name: 'Pasar a Premium' })).toBeVisible();
}

const press = (page: Page, name: string) => page.getByRole('button', { name }).click();

export const planStates: readonly ScreenState[] = [
  {
    name: 'plan, none paid',
    path: '/dashboard/plan',
    async reach(page) {
      await expect(page.getByRole('button', { name: 'Pasar a Premium' })).toBeVisible();
    },
  },
  {
    name: 'plan, the address to be confirmed first',
    path: '/dashboard/plan',
    async reach(page) {
      await press(page, 'Pasar a Premium');
      await expect(page.getByRole('button', { name: 'Reenviar enlace' })).toBeVisible();
    },
  },
  {
    name: 'plan, card page given up',
    path: '/dashboard/plan?pago=cancelado',
    async reach(page) {
      await expect(page.getByText('No se ha cobrado nada.')).toBeVisible();
    },
  },
  {
    name: 'plan, cannot be read',
    path: '/dashboard/plan',
    async reach(page) {
      await answer(page, 'state', refused, 503);
      await page.reload();
      await expect(page.getByRole('button', { name: 'Reintentar' })).toBeVisible();
    },
  },
  {
    name: 'plan, being read',
    path: '/dashboard/plan',
    async reach(page) {
      await page.route('**/api/billing/state', () => {});
      await page.reload();
      await expect(page.locator('.sk').first()).toBeVisible();
    },
  },
  { name: 'plan, paid', path: '/dashboard/plan', reach: (page) => holding(page, {}) },
  {
    name: 'plan, asked before cancelling',
    path: '/dashboard/plan',
    async reach(page) {
      await holding(page, {});
      await press(page, 'Cancelar suscripción');
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'plan, preview of another',
    path: '/dashboard/plan',
    async reach(page) {
      await holding(page, {});
      await answer(page, 'plan?plan=elite', preview);
      await press(page, 'Pasar a Elite');
      await expect(page.getByRole('button', { name: 'Confirmar y pagar' })).toBeVisible();
    },
  },
  {
    name: 'plan, cancelled',
    path: '/dashboard/plan',
    reach: (page) =>
      holding(page, { status: 'cancelScheduled', endsAt: periodEnd, nextCharge: null }),
  },
  {
    name: 'plan, a charge owed',
    path: '/dashboard/plan',
    reach: (page) => holding(page, { status: 'pastDue', graceUntil: periodEnd, nextCharge: null }),
  },
  {
    name: 'plan, paid and being activated',
    path: '/dashboard/plan',
    async reach(page) {
      await backWith(page, { outcome: 'paid', plan: 'premium', settled: false });
      await expect(page.getByText('Pago recibido.')).toBeVisible();
    },
  },
  {
    name: 'plan, payment refused',
    path: '/dashboard/plan',
    async reach(page) {
      await backWith(page, { outcome: 'failed', plan: 'premium', settled: false });
      await expect(page.getByText('No se ha podido cobrar.')).toBeVisible();
    },
  },
  {
    name: 'plan, an old payment looked at again',
    path: '/dashboard/plan',
    async reach(page) {
      await backWith(page, { outcome: 'past', plan: 'premium', settled: true });
      await expect(page.getByText('Ese pago ya está contado.')).toBeVisible();
    },
  },
];
