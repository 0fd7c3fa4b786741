/** Samples of a subscription's state for tests of the plan screen. */
import type { BillingState, SubscriptionView } from '#contract/billing.ts';

export const subscription = (part: Partial<SubscriptionView> = {}): SubscriptionView => ({
  status: 'active',
  plan: 'premium',
  periodStart: '2026-11-12T10:00:00.000Z',
  periodEnd: '2026-12-12T10:00:00.000Z',
  endsAt: null,
  graceUntil: null,
  nextCharge: { at: '2026-12-12T10:00:00.000Z', cents: 999 },
  card: { brand: 'visa', last4: '4242', expiryMonth: 8, expiryYear: 2028 },
  lastPayment: { at: '2026-11-12T10:00:00.000Z', cents: 999, taxCents: 173 },
  ...part,
});

export const neverSubscribed: BillingState = { plan: 'basico', granted: false, subscription: null };

export const subscribed = (part: Partial<SubscriptionView> = {}): BillingState => {
  const current = subscription(part);
  return { plan: current.plan, granted: false, subscription: current };
};
