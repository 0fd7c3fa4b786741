/** Which of a customer's subscriptions counts. */
import type Stripe from 'stripe';
import { expect, it } from 'vitest';
import { fetchCustomerState } from './fetch-customer-state.ts';

const subscription = (id: string, created: number, status: string) => ({
  id,
  created,
  status,
  metadata: { plan: 'premium' },
  items: {
    data: [{ price: { lookup_key: 'vigia_premium', unit_amount: 999 }, current_period_end: 9 }],
  },
  cancel_at_period_end: false,
  default_payment_method: null,
});
const stripeWith = (...data: readonly object[]) =>
  ({
    subscriptions: { list: async () => ({ data }) },
    invoices: { list: async () => ({ data: [] }) },
    customers: { retrieve: async () => ({ balance: 0, invoice_settings: {} }) },
  }) as unknown as Stripe;

it('a running subscription counts, though a newer one has ended', async () => {
  const stripe = stripeWith(
    subscription('running', 1, 'active'),
    subscription('ended', 2, 'canceled'),
  );
  const state = await fetchCustomerState(stripe, 'cus_1');
  expect(state.subscription?.facts.subscriptionId).toBe('running');
  expect(state.duplicateSubscriptionIds).toEqual([]);
});

it('of two running subscriptions the newer counts, and the older is a duplicate', async () => {
  const stripe = stripeWith(subscription('older', 1, 'active'), subscription('newer', 2, 'active'));
  const state = await fetchCustomerState(stripe, 'cus_1');
  expect(state.subscription?.facts.subscriptionId).toBe('newer');
  expect(state.duplicateSubscriptionIds).toEqual(['older']);
});

it('without a running subscription the newest that ended counts', async () => {
  const stripe = stripeWith(
    subscription('older', 1, 'canceled'),
    subscription('newer', 2, 'canceled'),
  );
  const state = await fetchCustomerState(stripe, 'cus_1');
  expect(state.subscription?.facts).toMatchObject({ subscriptionId: 'newer', status: 'canceled' });
});
