/** What the product may change of a subscription: its price, its end, its card, its metadata. */
import * as z from 'zod';
import { charge, issueInvoice } from '../billing/invoicing.ts';
import { prorationLines } from '../billing/proration-lines.ts';
import { changeSubscription } from '../billing/subscription-transitions.ts';
import type { Line, Subscription } from '../state/records.ts';
import type { Transaction } from '../state/store.ts';
import { cardOf, priceAsked } from './operation.ts';
import { clearable, expand, flag, ignored, instant, mergeMetadata, metadata } from './params.ts';
import { cardError, invalid, missing } from './stripe-error.ts';

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
  proration_date: instant.optional(),
  payment_behavior: z
    .enum(['allow_incomplete', 'default_incomplete', 'error_if_incomplete'])
    .optional(),
  cancel_at_period_end: flag.optional(),
  cancel_at: z.union([z.enum(['', 'min_period_end', 'max_period_end']), instant]).optional(),
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

/** @throws StripeError; then nothing has changed */
export function updateSubscription(
  draft: Transaction,
  held: Subscription,
  given: SubscriptionUpdate,
): Subscription {
  refuseEnded(held, given);
  const card = given.default_payment_method;
  if (card) cardOf(draft, held.customer, card, 'default_payment_method');
  const { price, lines } = priceChange(draft, held, given);
  const invoicesNow = given.proration_behavior === 'always_invoice' && lines.length > 0;
  const changed = changeSubscription(draft, held, {
    price,
    pendingLines: [...held.pendingLines, ...lines],
    defaultPaymentMethod: card === undefined ? held.defaultPaymentMethod : card,
    metadata: mergeMetadata(held.metadata, given.metadata),
    cancelComment: given.cancellation_details?.comment ?? held.cancelComment,
    cancelFeedback: given.cancellation_details?.feedback ?? held.cancelFeedback,
    ...endingAsked(draft, held, given),
  });
  if (invoicesNow) invoiceNow(draft, changed, given);
  return draft.find('subscription', held.id) ?? changed;
}

function refuseEnded(held: Subscription, given: SubscriptionUpdate): void {
  const isEnded = held.status === 'canceled' || held.status === 'incomplete_expired';
  const { cancellation_details: _told, metadata: _kept, expand: _seen, ...rest } = given;
  if (isEnded && Object.keys(rest).length > 0) {
    throw invalid('A canceled subscription can only update its cancellation_details and metadata.');
  }
}

function priceChange(
  draft: Transaction,
  held: Subscription,
  given: SubscriptionUpdate,
): { price: string; lines: Line[] } {
  const item = given.items?.[0];
  if (!item) return { price: held.price, lines: [] };
  if (item.id === undefined) {
    throw invalid('This account sells one item per subscription: give its id.', 'items[0][id]');
  }
  if (item.id !== held.itemId) throw missing('subscription_item', item.id, 'items[0][id]');
  const price =
    item.price === undefined ? held.price : priceAsked(item.price, 'items[0][price]').id;
  if (given.proration_behavior === 'none') return { price, lines: [] };
  return { price, lines: prorationLines(held, price, prorationInstant(draft, held, given)) };
}

/** @throws StripeError when it is not within the current period */
export function prorationInstant(
  draft: Transaction,
  { periodStart, periodEnd }: Subscription,
  { proration_date: asked = draft.now }: { proration_date?: number | undefined },
): number {
  if (asked >= periodStart && asked <= periodEnd) return asked;
  throw invalid('The proration date must be within the current period.', 'proration_date');
}

function invoiceNow(draft: Transaction, changed: Subscription, given: SubscriptionUpdate): void {
  const invoice = issueInvoice(draft, changed, {
    reason: 'subscription_update',
    lines: changed.pendingLines,
  });
  const outcome = charge(draft, invoice, { ownerIsPresent: false });
  if (outcome !== 'accept' && given.payment_behavior === 'error_if_incomplete') {
    throw cardError(outcome);
  }
}

/** Two ways lead to the same end; clearing either keeps the subscription. */
function endingAsked(
  draft: Transaction,
  held: Subscription,
  { cancel_at: at, cancel_at_period_end: atPeriodEnd }: SubscriptionUpdate,
): Partial<Subscription> {
  if (at !== undefined && atPeriodEnd !== undefined && at !== '') {
    throw invalid('You cannot pass both cancel_at and cancel_at_period_end.', 'cancel_at');
  }
  const cancelling = {
    canceledAt: held.canceledAt ?? draft.now,
    cancelReason: 'cancellation_requested' as const,
  };
  if (atPeriodEnd === true) {
    return { ...cancelling, cancelAtPeriodEnd: true, cancelAt: held.periodEnd };
  }
  if (atPeriodEnd === false || at === '') {
    return { cancelAtPeriodEnd: false, cancelAt: null, canceledAt: null, cancelReason: null };
  }
  if (at === undefined) return {};
  if (typeof at === 'string') {
    return { ...cancelling, cancelAtPeriodEnd: false, cancelAt: held.periodEnd };
  }
  if (at <= draft.now) throw invalid('The cancel_at timestamp must be in the future.', 'cancel_at');
  return { ...cancelling, cancelAtPeriodEnd: false, cancelAt: at };
}
