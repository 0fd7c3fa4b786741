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

it.each([
  ['a running one, though a newer one has ended', 'active', 'canceled', 'older', []],
  ['of two running ones the newer, the older a duplicate', 'active', 'active', 'newer', ['older']],
  ['without a running one the newest that ended', 'canceled', 'canceled', 'newer', []],
])('%s counts', async (_what, older, newer, counts, duplicates) => {
  const stripe = stripeWith(subscription('older', 1, older), subscription('newer', 2, newer));
  const state = await fetchCustomerState(stripe, 'cus_1');
  expect(state.subscription?.facts.subscriptionId).toBe(counts);
  expect(state.duplicateSubscriptionIds).toEqual(duplicates);
});
