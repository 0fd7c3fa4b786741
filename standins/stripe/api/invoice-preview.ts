/** `/v1/invoices/create_preview`: the cost of a subscription change; nothing is stored. */
import * as z from 'zod';
import { draftInvoice } from '../billing/invoicing.ts';
import { prorationLines } from '../billing/proration-lines.ts';
import { periodLine } from '../billing/subscription-lifecycle.ts';
import { nextPeriodEnd } from '../state/month-arithmetic.ts';
import { newId, type Transaction } from '../state/record-store.ts';
import type { InvoiceLine, InvoiceRecord, Subscription } from '../state/records.ts';
import { type InvoiceLike, invoiceView } from '../views/invoice-view.ts';
import { requestedPrice } from './operation.ts';
import { epochSeconds, expand, ignored } from './params.ts';
import { invalidRequest, resourceMissing } from './stripe-error.ts';
import { prorationAtSeconds, prorationBehavior } from './subscription-update.ts';
import { subscriptionById } from './subscriptions.ts';

export const previewParams = z.strictObject({
  customer: z.string().optional(),
  subscription: z.string(),
  subscription_details: z
    .strictObject({
      items: z
        .array(
          z.strictObject({
            id: z.string(),
            price: z.string().optional(),
            quantity: z.literal('1').optional(),
          }),
        )
        .length(1)
        .optional(),
      proration_behavior: prorationBehavior.default('create_prorations'),
      proration_date: epochSeconds.optional(),
    })
    .default({ proration_behavior: 'create_prorations' }),
  preview_mode: z.literal('next').optional(),
  automatic_tax: ignored,
  expand,
});

/**
 * With `always_invoice`, the invoice of the change alone; otherwise, as in Stripe, the next regular invoice including it.
 * @throws StripeError when the subscription does not exist or has ended
 */
export function previewChange(tx: Transaction, input: z.output<typeof previewParams>) {
  const subscription = subscriptionById(tx, input.subscription, 'subscription');
  if (input.customer !== undefined && input.customer !== subscription.customer) {
    throw resourceMissing('subscription', input.subscription, 'subscription');
  }
  if (subscription.status === 'canceled' || subscription.status === 'incomplete_expired') {
    throw invalidRequest(
      'Canceled subscriptions have no upcoming invoice.',
      'subscription',
      'invoice_upcoming_none',
    );
  }
  const { items, proration_behavior: behavior, ...timing } = input.subscription_details;
  const item = items?.[0];
  if (item && item.id !== subscription.itemId) {
    throw resourceMissing('subscription_item', item.id, 'subscription_details[items][0][id]');
  }
  const price =
    item?.price === undefined
      ? subscription.price
      : requestedPrice(item.price, 'subscription_details[items][0][price]').id;
  const change =
    behavior === 'none'
      ? []
      : prorationLines(subscription, price, prorationAtSeconds(tx, subscription, timing));
  const next = {
    price,
    periodStart: subscription.periodEnd,
    periodEnd: nextPeriodEnd(subscription.anchor, subscription.periodEnd),
  };
  const lines =
    behavior === 'always_invoice' && change.length > 0
      ? [...subscription.pendingLines, ...change]
      : [...subscription.pendingLines, ...change, periodLine(next)];
  const preview = previewInvoice(tx, subscription, {
    lines,
    reason: lines.some(({ isProration }) => !isProration)
      ? 'subscription_cycle'
      : 'subscription_update',
  });
  return invoiceView(preview, tx.origin);
}

function previewInvoice(
  tx: Transaction,
  subscription: Subscription,
  { lines, reason }: { lines: InvoiceLine[]; reason: InvoiceRecord['reason'] },
): InvoiceLike {
  const created = reason === 'subscription_cycle' ? subscription.periodEnd : tx.nowSeconds;
  return {
    ...draftInvoice(tx, subscription, { lines, reason }),
    id: newId('upcoming_in'),
    number: null,
    created,
    status: 'draft',
    nextAttemptAt: created,
    secret: null,
  };
}
