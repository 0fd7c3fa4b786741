/** Invoices in the API's format, with lines, included tax and amounts due: what Vigía reads of them. */
import { includedTax } from '../billing/tax-and-proration.ts';
import { priceById } from '../state/plan-prices.ts';
import type { InvoiceLine, InvoiceRecord } from '../state/records.ts';
import { completeList } from './list-view.ts';

export const invoicePath = (secret: string): string => `/__local/factura/${secret}`;

export const invoiceTotal = (lines: readonly InvoiceLine[]): number =>
  lines.reduce((sum, { amount }) => sum + amount, 0);

export const invoiceTax = (lines: readonly InvoiceLine[]): number =>
  lines.reduce((sum, { amount }) => sum + includedTax(amount), 0);

/** An invoice or a preview; a preview has no number and no page, and is not stored. */
export interface InvoiceLike
  extends Omit<InvoiceRecord, 'kind' | 'id' | 'number' | 'status' | 'secret' | 'voidedAt'> {
  readonly id: string;
  readonly number: string | null;
  readonly status: InvoiceRecord['status'] | 'draft';
  readonly secret: string | null;
  readonly voidedAt: number | null;
}

const lineView = (line: InvoiceLine, invoice: InvoiceLike) => ({
  id: line.id,
  object: 'line_item',
  amount: line.amount,
  currency: 'eur',
  description: line.description,
  parent: {
    subscription_item_details: {
      proration: line.isProration,
      subscription: invoice.subscription,
    },
    type: 'subscription_item_details',
  },
  period: { start: line.periodStart, end: line.periodEnd },
  pricing: {
    price_details: { price: line.price, product: priceById(line.price).productId },
    type: 'price_details',
  },
  quantity: 1,
  subscription: invoice.subscription,
});

export function invoiceView(invoice: InvoiceLike, origin: string) {
  const total = invoiceTotal(invoice.lines);
  const tax = invoiceTax(invoice.lines);
  const paid = invoice.status === 'paid' ? invoice.amountDue : 0;
  const prorated = invoice.lines.find(({ isProration }) => isProration);
  return {
    id: invoice.id,
    object: 'invoice',
    amount_due: invoice.amountDue,
    amount_paid: paid,
    amount_remaining: invoice.amountDue - paid,
    attempt_count: invoice.attempts,
    attempted: invoice.attempts > 0,
    billing_reason: invoice.reason,
    created: invoice.created,
    currency: 'eur',
    customer: invoice.customer,
    customer_email: invoice.customerEmail,
    customer_name: invoice.customerName,
    effective_at: invoice.status === 'draft' ? null : invoice.created,
    ending_balance: invoice.endingBalance,
    hosted_invoice_url: invoice.secret === null ? null : origin + invoicePath(invoice.secret),
    lines: completeList(
      invoice.lines.map((line) => lineView(line, invoice)),
      `/v1/invoices/${invoice.id}/lines`,
    ),
    livemode: false,
    next_payment_attempt: invoice.nextAttemptAt,
    number: invoice.number,
    parent: {
      subscription_details: {
        metadata: invoice.subscriptionMetadata,
        subscription: invoice.subscription,
        ...(prorated && { subscription_proration_date: prorated.periodStart }),
      },
      type: 'subscription_details',
    },
    period_end: invoice.periodEnd,
    period_start: invoice.periodStart,
    starting_balance: invoice.startingBalance,
    status: invoice.status,
    status_transitions: { paid_at: invoice.paidAt, voided_at: invoice.voidedAt },
    subtotal: total,
    total,
    total_excluding_tax: total - tax,
    total_taxes: [{ amount: tax, tax_behavior: 'inclusive', taxable_amount: total - tax }],
  };
}
