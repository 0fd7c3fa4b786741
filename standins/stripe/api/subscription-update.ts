/** Update of a subscription: price with proration, cancellation, default card, metadata. */
import * as z from 'zod';
import { charge, issueInvoice } from '../billing/invoicing.ts';
import { prorationLines } from '../billing/proration-lines.ts';
import { changeSubscription } from '../billing/subscription-transitions.ts';
import type { Transaction } from '../state/record-store.ts';
import type { InvoiceLine, Subscription } from '../state/records.ts';
import { cardOfCustomer, requestedPrice } from './operation.ts';
import {
  booleanParam,
  clearable,
  epochSeconds,
  expand,
  ignored,
  mergeMetadata,
  metadata,
} from './params.ts';
import { cardError, invalidRequest, resourceMissing } from './stripe-error.ts';

export const prorationBehavior = z.enum(['always_invoice', 'create_prorations', 'none']);

export const updateParams = z.strictObject({
  items: z
    .array(
      z.strictObject({
        id: z.string().optional(),
        price: z.string().optional(),
        quantity: z.literal('1').optional(),
      }),
    )
    .length(1)
    .optional(),
  proration_behavior: prorationBehavior.optional(),
  proration_date: epochSeconds.optional(),
  payment_behavior: z
    .enum(['allow_incomplete', 'default_incomplete', 'error_if_incomplete'])
    .optional(),
  cancel_at_period_end: booleanParam.optional(),
  cancel_at: z.union([z.enum(['', 'min_period_end', 'max_period_end']), epochSeconds]).optional(),
  cancellation_details: z
    .strictObject({ comment: clearable.optional(), feedback: clearable.optional() })
    .optional(),
  default_payment_method: clearable.optional(),
  metadata: metadata.optional(),
  off_session: ignored,
  automatic_tax: ignored,
  payment_settings: ignored,
  expand,
});
export type SubscriptionUpdate = z.output<typeof updateParams>;

/** @throws StripeError; then the transaction is rolled back */
export function updateSubscription(
  tx: Transaction,
  subscription: Subscription,
  input: SubscriptionUpdate,
): Subscription {
  assertUpdatable(subscription, input);
  const card = input.default_payment_method;
  if (card) cardOfCustomer(tx, subscription.customer, card, 'default_payment_method');
  const { price, lines } = priceChange(tx, subscription, input);
  const invoicesNow = input.proration_behavior === 'always_invoice' && lines.length > 0;
  const changed = changeSubscription(tx, subscription, {
    price,
    pendingLines: [...subscription.pendingLines, ...lines],
    defaultPaymentMethod: card === undefined ? subscription.defaultPaymentMethod : card,
    metadata: mergeMetadata(subscription.metadata, input.metadata),
    cancelComment: input.cancellation_details?.comment ?? subscription.cancelComment,
    cancelFeedback: input.cancellation_details?.feedback ?? subscription.cancelFeedback,
    ...cancellationChange(tx, subscription, input),
  });
  if (invoicesNow) invoiceNow(tx, changed, input);
  return tx.find('subscription', subscription.id) ?? changed;
}

function assertUpdatable(subscription: Subscription, input: SubscriptionUpdate): void {
  const isEnded =
    subscription.status === 'canceled' || subscription.status === 'incomplete_expired';
  const { cancellation_details: _details, metadata: _metadata, expand: _expand, ...rest } = input;
  if (isEnded && Object.keys(rest).length > 0) {
    throw invalidRequest(
      'A canceled subscription can only update its cancellation_details and metadata.',
    );
  }
}

function priceChange(
  tx: Transaction,
  subscription: Subscription,
  input: SubscriptionUpdate,
): { price: string; lines: InvoiceLine[] } {
  const item = input.items?.[0];
  if (!item) return { price: subscription.price, lines: [] };
  if (item.id === undefined) {
    throw invalidRequest(
      'This account sells one item per subscription: give its id.',
      'items[0][id]',
    );
  }
  if (item.id !== subscription.itemId)
    throw resourceMissing('subscription_item', item.id, 'items[0][id]');
  const price =
    item.price === undefined
      ? subscription.price
      : requestedPrice(item.price, 'items[0][price]').id;
  if (input.proration_behavior === 'none') return { price, lines: [] };
  return {
    price,
    lines: prorationLines(subscription, price, prorationAtSeconds(tx, subscription, input)),
  };
}

/** @returns epoch seconds. @throws StripeError when it is not within the current period */
export function prorationAtSeconds(
  tx: Transaction,
  { periodStart, periodEnd }: Subscription,
  { proration_date: atSeconds = tx.nowSeconds }: { proration_date?: number | undefined },
): number {
  if (atSeconds >= periodStart && atSeconds <= periodEnd) return atSeconds;
  throw invalidRequest('The proration date must be within the current period.', 'proration_date');
}

function invoiceNow(tx: Transaction, changed: Subscription, input: SubscriptionUpdate): void {
  const invoice = issueInvoice(tx, changed, {
    reason: 'subscription_update',
    lines: changed.pendingLines,
  });
  const outcome = charge(tx, invoice, { isOnSession: false });
  if (outcome !== 'accept' && input.payment_behavior === 'error_if_incomplete') {
    throw cardError(outcome);
  }
}

/** The fields changed by `cancel_at` and `cancel_at_period_end`; clearing either resumes the subscription. */
function cancellationChange(
  tx: Transaction,
  subscription: Subscription,
  { cancel_at: cancelAtSeconds, cancel_at_period_end: atPeriodEnd }: SubscriptionUpdate,
): Partial<Subscription> {
  if (cancelAtSeconds !== undefined && atPeriodEnd !== undefined && cancelAtSeconds !== '') {
    throw invalidRequest('You cannot pass both cancel_at and cancel_at_period_end.', 'cancel_at');
  }
  const cancelling = {
    canceledAt: subscription.canceledAt ?? tx.nowSeconds,
    cancelReason: 'cancellation_requested' as const,
  };
  if (atPeriodEnd === true) {
    return { ...cancelling, cancelAtPeriodEnd: true, cancelAt: subscription.periodEnd };
  }
  if (atPeriodEnd === false || cancelAtSeconds === '') {
    return { cancelAtPeriodEnd: false, cancelAt: null, canceledAt: null, cancelReason: null };
  }
  if (cancelAtSeconds === undefined) return {};
  if (typeof cancelAtSeconds === 'string') {
    return { ...cancelling, cancelAtPeriodEnd: false, cancelAt: subscription.periodEnd };
  }
  if (cancelAtSeconds <= tx.nowSeconds)
    throw invalidRequest('The cancel_at timestamp must be in the future.', 'cancel_at');
  return { ...cancelling, cancelAtPeriodEnd: false, cancelAt: cancelAtSeconds };
}
