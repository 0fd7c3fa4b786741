/** Invoices: drafted, issued, charged, and charged again on days 1, 3, 5 and 7 (dunning). Amounts are cents. */
import { emitEvent } from './events.ts';
import {
  type ChargeOutcome,
  type InvoiceLine,
  newId,
  type StripeInvoice,
  type Subscription,
} from './records.ts';
import type { StripeState } from './stripe-state.ts';
import { changeSubscription, endSubscription } from './subscriptions.ts';

const daySeconds = 86_400;
const retryDays = [1, 3, 5, 7];
/** Smaller amounts stay on the customer's balance. */
const minChargeCents = 50;
/** Spanish VAT, included in every price. */
const taxPercent = 21;

interface InvoiceContent {
  readonly billing_reason: StripeInvoice['billing_reason'];
  readonly lines: readonly InvoiceLine[];
  /** Since when a change of plan counts. */
  readonly proratedAtSeconds?: number;
}

/** An invoice that is not issued: a preview. The customer's balance pays first. */
export function draftInvoice(
  state: StripeState,
  subscription: Subscription,
  { billing_reason, lines, proratedAtSeconds = state.nowSeconds }: InvoiceContent,
): StripeInvoice {
  const balance = state.find('customer', subscription.customer)?.balance ?? 0;
  const total = lines.reduce((sum, { amount }) => sum + amount, 0);
  const due = total + balance >= minChargeCents ? total + balance : 0;
  const tax = lines.reduce((sum, { amount }) => sum + includedTax(amount), 0);
  return {
    object: 'invoice',
    id: newId('in'),
    created: state.nowSeconds,
    customer: subscription.customer,
    number: null,
    status: 'draft',
    billing_reason,
    total,
    amount_due: due,
    amount_paid: 0,
    amount_remaining: due,
    starting_balance: balance,
    total_taxes: [{ amount: tax }],
    next_payment_attempt: null,
    hosted_invoice_url: null,
    status_transitions: { finalized_at: null, paid_at: null },
    parent: {
      subscription_details: {
        subscription: subscription.id,
        subscription_proration_date: proratedAtSeconds,
      },
    },
    lines: { data: lines },
    _firstFailedAt: null,
  };
}

/** The tax inside an amount that includes it; negative for credits. */
const includedTax = (cents: number): number => cents - Math.round(cents / (1 + taxPercent / 100));

export const invoicePath = (id: string): string => `/__local/pagos/factura/${id}`;

/** Creates a finalised invoice. Stripe finalises a renewal an hour later; here at once. */
export function issueInvoice(
  state: StripeState,
  subscription: Subscription,
  content: InvoiceContent,
): StripeInvoice {
  const draft = draftInvoice(state, subscription, content);
  const customer = state.find('customer', subscription.customer);
  if (customer) {
    const balance = draft.starting_balance + draft.total - draft.amount_due;
    state.put({ ...customer, balance });
  }
  const year = new Date(state.nowSeconds * 1_000).getUTCFullYear();
  const count = state.list('invoice').length + 1;
  const invoice = state.put<StripeInvoice>({
    ...draft,
    number: `V-${year}-${String(count).padStart(4, '0')}`,
    status: 'open',
    hosted_invoice_url: state.origin + invoicePath(draft.id),
    status_transitions: { finalized_at: state.nowSeconds, paid_at: null },
  });
  state.put({ ...subscription, latest_invoice: invoice.id });
  emitEvent(state, 'invoice.finalized', invoice);
  return invoice;
}

/** What the stored card answers to a charge without its owner; declined when there is none. */
export function offSessionOutcome(state: StripeState, invoice: StripeInvoice): ChargeOutcome {
  const { subscription } = invoice.parent.subscription_details;
  const card =
    state.find('subscription', subscription)?.default_payment_method ??
    state.find('customer', invoice.customer)?.invoice_settings.default_payment_method;
  return state.find('payment_method', card ?? null)?._offSession ?? 'decline';
}

/** Charges an open invoice with the outcome of its card, and updates its subscription's status. */
export function charge(
  state: StripeState,
  invoice: StripeInvoice,
  outcome: ChargeOutcome,
): ChargeOutcome {
  if (invoice.amount_due === 0 || outcome === 'accept') {
    pay(state, invoice);
    return 'accept';
  }
  if (outcome === 'authenticate') return outcome;
  const firstFailedAt = invoice._firstFailedAt ?? state.nowSeconds;
  const days = retryDays.find((day) => firstFailedAt + day * daySeconds > state.nowSeconds);
  // The first invoice is not retried: its owner is at the card page.
  const isRetried = invoice.billing_reason !== 'subscription_create' && days !== undefined;
  const failed = state.put({
    ...invoice,
    _firstFailedAt: firstFailedAt,
    next_payment_attempt: isRetried ? firstFailedAt + days * daySeconds : null,
  });
  emitEvent(state, 'invoice.payment_failed', failed);
  const subscription = subscriptionOf(state, invoice);
  if (subscription?.status === 'active')
    changeSubscription(state, subscription, { status: 'past_due' });
  else if (subscription?.status === 'past_due' && !isRetried) endSubscription(state, subscription);
  return outcome;
}

function pay(state: StripeState, invoice: StripeInvoice): void {
  const paid = state.put<StripeInvoice>({
    ...invoice,
    status: 'paid',
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, paid_at: state.nowSeconds },
  });
  emitEvent(state, 'invoice.paid', paid);
  const subscription = subscriptionOf(state, invoice);
  if (subscription?.status !== 'incomplete' && subscription?.status !== 'past_due') return;
  const owesMore = state
    .list('invoice')
    .some((one) => one.status === 'open' && subscriptionOf(state, one)?.id === subscription.id);
  if (!owesMore) changeSubscription(state, subscription, { status: 'active' });
}

const subscriptionOf = (state: StripeState, { parent }: StripeInvoice): Subscription | null =>
  state.find('subscription', parent.subscription_details.subscription);
