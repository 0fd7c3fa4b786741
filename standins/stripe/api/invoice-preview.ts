/** `/v1/invoices/create_preview`: what a change of a subscription would cost; nothing of it is kept. */
import * as z from 'zod';
import { settleBalance } from '../billing/invoicing.ts';
import { prorationLines } from '../billing/proration-lines.ts';
import { periodLine } from '../billing/subscription-lifecycle.ts';
import { nextPeriodEnd } from '../state/add-months.ts';
import type { Invoice, Line, Subscription } from '../state/records.ts';
import { newId, type Transaction } from '../state/store.ts';
import { type InvoiceLike, invoiceTotal, invoiceView } from '../views/invoice-view.ts';
import { priceAsked } from './operation.ts';
import { expand, ignored, instant } from './params.ts';
import { invalid, missing } from './stripe-error.ts';
import { prorationBehavior, prorationInstant } from './subscription-update.ts';
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
      proration_date: instant.optional(),
    })
    .default({ proration_behavior: 'create_prorations' }),
  preview_mode: z.literal('next').optional(),
  automatic_tax: ignored,
  expand,
});

/** At once: only the change. Otherwise, as in Stripe, the next regular invoice with the change on it. */
export function previewChange(draft: Transaction, given: z.output<typeof previewParams>) {
  const held = subscriptionById(draft, given.subscription, 'subscription');
  if (given.customer !== undefined && given.customer !== held.customer) {
    throw missing('subscription', given.subscription, 'subscription');
  }
  if (held.status === 'canceled' || held.status === 'incomplete_expired') {
    throw invalid(
      'Canceled subscriptions have no upcoming invoice.',
      'subscription',
      'invoice_upcoming_none',
    );
  }
  const { items, proration_behavior: behavior, ...when } = given.subscription_details;
  const item = items?.[0];
  if (item && item.id !== held.itemId) {
    throw missing('subscription_item', item.id, 'subscription_details[items][0][id]');
  }
  const price =
    item?.price === undefined
      ? held.price
      : priceAsked(item.price, 'subscription_details[items][0][price]').id;
  const change =
    behavior === 'none' ? [] : prorationLines(held, price, prorationInstant(draft, held, when));
  const next = {
    price,
    periodStart: held.periodEnd,
    periodEnd: nextPeriodEnd(held.anchor, held.periodEnd),
  };
  const lines =
    behavior === 'always_invoice' && change.length > 0
      ? [...held.pendingLines, ...change]
      : [...held.pendingLines, ...change, periodLine(next)];
  const like = previewInvoice(draft, held, {
    lines,
    reason: lines.some(({ isProration }) => !isProration)
      ? 'subscription_cycle'
      : 'subscription_update',
  });
  return invoiceView(like, { origin: draft.origin, itemId: held.itemId });
}

function previewInvoice(
  draft: Transaction,
  held: Subscription,
  { lines, reason }: { lines: Line[]; reason: Invoice['reason'] },
): InvoiceLike {
  const customer = draft.find('customer', held.customer);
  const balance = customer?.balance ?? 0;
  const settled = settleBalance(invoiceTotal(lines), balance);
  const created = reason === 'subscription_cycle' ? held.periodEnd : draft.now;
  return {
    id: newId('upcoming_in'),
    number: null,
    created,
    customer: held.customer,
    customerEmail: customer?.email ?? null,
    customerName: customer?.name ?? null,
    subscription: held.id,
    subscriptionMetadata: held.metadata,
    reason,
    status: 'draft',
    lines,
    startingBalance: balance,
    endingBalance: settled.balance,
    amountDue: settled.due,
    attempts: 0,
    firstFailedAt: null,
    nextAttemptAt: created,
    periodStart: held.periodStart,
    periodEnd: held.periodEnd,
    paidAt: null,
    voidedAt: null,
    secret: null,
  };
}
