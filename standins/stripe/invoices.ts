/** `/v1/invoices`: looked at, paid again, and what a change would cost. */
import * as z from 'zod';
import type { Draft } from './books.ts';
import { newId } from './books.ts';
import { nextPeriodEnd } from './calendar.ts';
import { type InvoiceLike, invoiceTotal, invoiceView } from './invoice-view.ts';
import { charge, settleBalance } from './invoicing.ts';
import { listPage, pageParams } from './list-view.ts';
import { cardOf, customerById, type Operation, priceAsked, Refused } from './operation.ts';
import { expand, flag, ignored, instant, readParams } from './params.ts';
import { prorationLines } from './plan-change.ts';
import type { Invoice, Line, Subscription } from './records.ts';
import { cardError, invalid, missing } from './stripe-error.ts';
import { monthLine } from './subscription-life.ts';
import { prorationBehavior, prorationInstant } from './subscription-update.ts';
import { subscriptionById } from './subscriptions.ts';
import { invoiceOf } from './views.ts';

const listParams = z.strictObject({
  ...pageParams,
  customer: z.string().optional(),
  subscription: z.string().optional(),
  status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']).optional(),
  expand,
});
const payParams = z.strictObject({
  payment_method: z.string().optional(),
  off_session: flag.optional(),
  expand,
});
const previewParams = z.strictObject({
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

export const invoiceOperations: readonly Operation[] = [
  {
    method: 'GET',
    path: '/invoices',
    run(draft, { params }) {
      const asked = readParams(listParams, params);
      if (asked.customer !== undefined) customerById(draft, asked.customer);
      const found = draft
        .list('invoice')
        .filter(
          ({ customer, subscription, status }) =>
            (asked.customer ?? customer) === customer &&
            (asked.subscription ?? subscription) === subscription &&
            (asked.status ?? status) === status,
        );
      const view = (invoice: Invoice) => invoiceOf(draft, invoice);
      return listPage(found, asked, { view, url: '/v1/invoices' });
    },
  },
  {
    method: 'GET',
    path: '/invoices/:id',
    run: (draft, { id }) => invoiceOf(draft, invoiceById(draft, id)),
  },
  {
    method: 'POST',
    path: '/invoices/:id/pay',
    run(draft, { id, params }) {
      const given = readParams(payParams, params);
      const invoice = invoiceById(draft, id);
      if (invoice.status === 'paid') throw invalid('Invoice is already paid');
      if (invoice.status !== 'open') throw invalid(`Invoice is ${invoice.status}.`);
      const method =
        given.payment_method === undefined
          ? undefined
          : cardOf(draft, invoice.customer, given.payment_method, 'payment_method');
      const outcome = charge(draft, invoice, {
        ...(method === undefined ? {} : { method }),
        ownerIsPresent: false,
      });
      if (outcome === 'accept') return invoiceOf(draft, invoiceById(draft, id));
      const { status, body } = cardError(outcome);
      return new Refused({ status, body: { error: body } });
    },
  },
  {
    method: 'POST',
    path: '/invoices/create_preview',
    run: (draft, { params }) => preview(draft, readParams(previewParams, params)),
  },
];

/** At once: only the change. Otherwise, as in Stripe, the next regular invoice with the change on it. */
function preview(draft: Draft, given: z.output<typeof previewParams>) {
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
      : [...held.pendingLines, ...change, monthLine(next)];
  const like = previewInvoice(draft, held, {
    lines,
    reason: lines.some(({ isProration }) => !isProration)
      ? 'subscription_cycle'
      : 'subscription_update',
  });
  return invoiceView(like, { origin: draft.origin, itemId: held.itemId });
}

function previewInvoice(
  draft: Draft,
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

function invoiceById(draft: Draft, id: string): Invoice {
  const found = draft.find('invoice', id);
  if (!found) throw missing('invoice', id, 'invoice');
  return found;
}
