/** Subscriptions and their only item in the API's format: what Vigía reads of them. The period belongs to the item. */
import { priceById } from '../state/plan-prices.ts';
import type { Subscription } from '../state/records.ts';
import { completeList } from './list-view.ts';
import { priceView } from './price-view.ts';

const itemView = (subscription: Subscription) => ({
  id: subscription.itemId,
  object: 'subscription_item',
  created: subscription.created,
  current_period_end: subscription.periodEnd,
  current_period_start: subscription.periodStart,
  price: priceView(priceById(subscription.price)),
  quantity: 1,
  subscription: subscription.id,
});

export const subscriptionObject = (subscription: Subscription) => ({
  id: subscription.id,
  object: 'subscription',
  billing_cycle_anchor: subscription.anchor,
  cancel_at: subscription.cancelAt,
  cancel_at_period_end: subscription.cancelAtPeriodEnd,
  canceled_at: subscription.canceledAt,
  cancellation_details: {
    comment: subscription.cancelComment,
    feedback: subscription.cancelFeedback,
    reason: subscription.cancelReason,
  },
  created: subscription.created,
  currency: 'eur',
  customer: subscription.customer,
  default_payment_method: subscription.defaultPaymentMethod,
  ended_at: subscription.endedAt,
  items: completeList(
    [itemView(subscription)],
    `/v1/subscription_items?subscription=${subscription.id}`,
  ),
  latest_invoice: subscription.latestInvoice,
  livemode: false,
  metadata: subscription.metadata,
  start_date: subscription.created,
  status: subscription.status,
});
