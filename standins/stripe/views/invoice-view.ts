/** Invoices in the API's format, with lines, included tax and amounts due. */
import type Stripe from 'stripe';
import { includedTax } from '../billing/tax-and-proration.ts';
import { priceById } from '../state/plan-prices.ts';
import type { Invoice, InvoiceLine } from '../state/records.ts';
import { completeList } from './list-view.ts';

/** The account's only tax rate. */
const taxRate = 'txr_vigia_iva_21';

export const invoicePath = (secret: string): string => `/__local/factura/${secret}`;

export const invoiceTotal = (lines: readonly InvoiceLine[]): number =>
  lines.reduce((sum, { amount }) => sum + amount, 0);

export const invoiceTax = (lines: readonly InvoiceLine[]): number =>
  lines.reduce((sum, { amount }) => sum + includedTax(amount), 0);

/** An invoice or a preview; a preview has no number and no page, and is not stored. */
export interface InvoiceLike
  extends Omit<Invoice, 'kind' | 'id' | 'number' | 'status' | 'secret' | 'voidedAt'> {
  readonly id: string;
  readonly number: string | null;
  readonly status: Invoice['status'] | 'draft';
  readonly secret: string | null;
  readonly voidedAt: number | null;
}

const taxOf = (cents: number) => ({
  amount: includedTax(cents),
  tax_behavior: 'inclusive' as const,
  tax_rate_details: { tax_rate: taxRate },
  taxability_reason: 'standard_rated' as const,
  taxable_amount: cents - includedTax(cents),
  type: 'tax_rate_details' as const,
});

function lineView(line: InvoiceLine, invoice: InvoiceLike, itemId: string) {
  const price = priceById(line.price);
  return {
    id: line.id,
    object: 'line_item',
    amount: line.amount,
    currency: 'eur',
    description: line.description,
    discount_amounts: [],
    discountable: !line.isProration,
    discounts: [],
    invoice: invoice.secret === null ? null : invoice.id,
    livemode: false,
    metadata: invoice.subscriptionMetadata,
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: line.isProration,
        proration_details: { credited_items: null },
        subscription: invoice.subscription,
        subscription_item: itemId,
      },
      type: 'subscription_item_details',
    },
    period: { start: line.periodStart, end: line.periodEnd },
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: price.id, product: price.productId },
      type: 'price_details',
      unit_amount_decimal: String(line.isProration ? line.amount : price.cents),
    },
    quantity: 1,
    quantity_decimal: '1',
    subscription: invoice.subscription,
    subtotal: line.amount,
    taxes: [taxOf(line.amount)],
  } satisfies Omit<Stripe.InvoiceLineItem, 'pricing' | 'quantity_decimal'> & {
    pricing: object;
    quantity_decimal: string;
  };
}

/** @param itemId id of the subscription's only item */
export function invoiceView(
  invoice: InvoiceLike,
  { origin, itemId }: { origin: string; itemId: string },
) {
  const total = invoiceTotal(invoice.lines);
  const tax = invoiceTax(invoice.lines);
  const paid = invoice.status === 'paid' ? invoice.amountDue : 0;
  const page = invoice.secret === null ? null : origin + invoicePath(invoice.secret);
  const prorated = invoice.lines.find(({ isProration }) => isProration);
  const finalizedAtSeconds = invoice.status === 'draft' ? null : invoice.created;
  return {
    id: invoice.id,
    object: 'invoice',
    account_country: 'ES',
    account_name: 'Vigía',
    account_tax_ids: null,
    amount_due: invoice.amountDue,
    amount_overpaid: 0,
    amount_paid: paid,
    amount_remaining: invoice.amountDue - paid,
    amount_shipping: 0,
    application: null,
    attempt_count: invoice.attempts,
    attempted: invoice.attempts > 0,
    auto_advance: invoice.nextAttemptAt !== null,
    automatic_tax: {
      disabled_reason: null,
      enabled: true,
      liability: { type: 'self' },
      provider: 'stripe',
      status: 'complete',
    },
    automatically_finalizes_at: null,
    billing_reason: invoice.reason,
    collection_method: 'charge_automatically',
    created: invoice.created,
    currency: 'eur',
    custom_fields: null,
    customer: invoice.customer,
    customer_account: null,
    customer_address: null,
    customer_email: invoice.customerEmail,
    customer_name: invoice.customerName,
    customer_phone: null,
    customer_shipping: null,
    customer_tax_exempt: 'none',
    customer_tax_ids: [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    due_date: null,
    effective_at: finalizedAtSeconds,
    ending_balance: invoice.endingBalance,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: page,
    invoice_pdf: null,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    lines: completeList(
      invoice.lines.map((line) => lineView(line, invoice, itemId)),
      `/v1/invoices/${invoice.id}/lines`,
    ),
    livemode: false,
    metadata: {},
    next_payment_attempt: invoice.nextAttemptAt,
    number: invoice.number,
    on_behalf_of: null,
    parent: {
      quote_details: null,
      subscription_details: {
        metadata: invoice.subscriptionMetadata,
        subscription: invoice.subscription,
        ...(prorated && { subscription_proration_date: prorated.periodStart }),
      },
      type: 'subscription_details',
    },
    payment_settings: {
      default_mandate: null,
      payment_method_options: null,
      payment_method_types: null,
    },
    period_end: invoice.periodEnd,
    period_start: invoice.periodStart,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: invoice.startingBalance,
    statement_descriptor: null,
    status: invoice.status,
    status_transitions: {
      finalized_at: finalizedAtSeconds,
      marked_uncollectible_at: null,
      paid_at: invoice.paidAt,
      voided_at: invoice.voidedAt,
    },
    subtotal: total,
    subtotal_excluding_tax: total - tax,
    test_clock: null,
    total,
    total_discount_amounts: [],
    total_excluding_tax: total - tax,
    total_pretax_credit_amounts: [],
    total_taxes: [{ ...taxOf(total), amount: tax, taxable_amount: total - tax }],
    webhooks_delivered_at: finalizedAtSeconds,
  } satisfies Omit<Stripe.Invoice, 'lines'> & { lines: object };
}
