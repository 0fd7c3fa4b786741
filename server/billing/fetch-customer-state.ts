/** Fetches a customer's subscription and invoices from Stripe. Event payloads are not used: they may be stale. */
import type Stripe from 'stripe';
import * as z from 'zod/mini';
import { invoice as invoiceView } from '#contract/billing.ts';
import { type SubscriptionFacts, stripeStatuses } from '#machines/subscription.machine.ts';
import type { FetchedInvoice } from '../db/billing/billing-invoices.ts';
import type { SubscriptionDetails } from '../db/billing/billing-subscriptions.ts';
import { isMissing } from './stripe-client.ts';
import { planOf } from './stripe-prices.ts';

export interface CustomerState {
  /** null when it has none, or was deleted. */
  readonly email: string | null;
  /** null: the customer has no subscription to one of our plans. */
  readonly subscription: {
    /** `readAtMs` is set when the state is applied. */
    readonly facts: Omit<SubscriptionFacts, 'readAtMs'>;
    readonly details: SubscriptionDetails;
  } | null;
  readonly invoices: readonly FetchedInvoice[];
  /** Older active subscriptions, which would be charged as well as the newest. */
  readonly duplicateSubscriptionIds: readonly string[];
}

/** @throws Stripe's errors */
export async function fetchCustomerState(stripe: Stripe, customer: string): Promise<CustomerState> {
  const [subscriptions, invoices, stripeCustomer] = await Promise.all([
    stripe.subscriptions.list({ customer, status: 'all', limit: 100 }).catch(noneWhenMissing),
    stripe.invoices.list({ customer, limit: 100 }).catch(noneWhenMissing),
    stripe.customers.retrieve(customer),
  ]);
  const withPlan = subscriptions.data
    .filter((subscription) => planOf(subscription) !== null)
    .toSorted((a, b) => b.created - a.created);
  const runningSubscriptions = withPlan.filter(isRunning);
  const newest = runningSubscriptions[0] ?? withPlan[0];
  const common = {
    email: stripeCustomer.deleted ? null : stripeCustomer.email,
    invoices: invoices.data.flatMap(toInvoice),
  };
  if (newest === undefined) return { ...common, subscription: null, duplicateSubscriptionIds: [] };
  const customerCard = stripeCustomer.deleted
    ? null
    : (stripeCustomer.invoice_settings.default_payment_method ?? null);
  const card = await fetchCard(stripe, newest.default_payment_method ?? customerCard);
  return {
    ...common,
    subscription: toSubscription(newest, {
      card,
      balance: stripeCustomer.deleted ? 0 : stripeCustomer.balance,
      invoices: invoices.data,
    }),
    duplicateSubscriptionIds: runningSubscriptions.slice(1).map(({ id }) => id),
  };
}

/** The SDK pins the API version, so another status is a bug of ours. */
const knownStatus = z.enum(stripeStatuses);

const noneWhenMissing = (error: unknown) => {
  if (isMissing(error)) return { data: [] };
  throw error;
};

const isRunning = ({ status }: Stripe.Subscription): boolean =>
  ['active', 'trialing', 'past_due', 'unpaid'].includes(status);

async function fetchCard(
  stripe: Stripe,
  method: string | Stripe.PaymentMethod | null,
): Promise<SubscriptionDetails['card']> {
  if (method === null) return null;
  const paymentMethod =
    typeof method === 'string' ? await stripe.paymentMethods.retrieve(method) : method;
  if (!paymentMethod.card) return null;
  const { brand, last4, exp_month: expiryMonth, exp_year: expiryYear } = paymentMethod.card;
  return { brand, last4, expiryMonth, expiryYear };
}

const toMs = (seconds: number): number => seconds * 1_000;

function toSubscription(
  subscription: Stripe.Subscription,
  context: {
    readonly card: SubscriptionDetails['card'];
    readonly balance: number;
    readonly invoices: readonly Stripe.Invoice[];
  },
): CustomerState['subscription'] {
  const plan = planOf(subscription);
  const [item] = subscription.items.data;
  if (plan === null || item === undefined) return null;
  const owed = context.invoices
    .filter((invoice) => subscriptionIdOf(invoice) === subscription.id)
    .filter(({ status }) => status === 'open' || status === 'uncollectible')
    .toSorted((a, b) => a.created - b.created);
  const endedAtSeconds = subscription.ended_at ?? null;
  // The Stripe dashboard may cancel by date, we cancel by period.
  const cancelAtSeconds =
    subscription.cancel_at ?? (subscription.cancel_at_period_end ? item.current_period_end : null);
  const endsAtSeconds = endedAtSeconds ?? cancelAtSeconds;
  const latest = owed.at(-1);
  return {
    facts: {
      subscriptionId: subscription.id,
      createdAtMs: toMs(subscription.created),
      plan,
      status: knownStatus.parse(subscription.status),
      periodStart: toMs(item.current_period_start),
      periodEnd: toMs(item.current_period_end),
      endsAtMs: endsAtSeconds === null ? null : toMs(endsAtSeconds),
      owedSince: owed[0] ? toMs(owed[0].status_transitions.finalized_at ?? owed[0].created) : null,
    },
    details: {
      itemId: item.id,
      card: context.card,
      nextCharge: nextChargeOf(subscription, {
        item,
        isEnding: endsAtSeconds !== null,
        owed: latest,
        ...context,
      }),
      owedInvoiceId: latest?.status === 'open' ? latest.id : null,
    },
  };
}

function nextChargeOf(
  { status }: Stripe.Subscription,
  context: {
    readonly item: Stripe.SubscriptionItem;
    /** It ends or has ended: there is no renewal. */
    readonly isEnding: boolean;
    readonly owed: Stripe.Invoice | undefined;
    readonly balance: number;
  },
): SubscriptionDetails['nextCharge'] {
  const { item, isEnding, owed, balance } = context;
  if (status === 'past_due' && owed?.next_payment_attempt)
    return { at: toMs(owed.next_payment_attempt), cents: owed.amount_remaining };
  if ((status !== 'active' && status !== 'trialing') || isEnding) return null;
  // A negative balance is credit.
  const cents = Math.max(0, (item.price.unit_amount ?? 0) + Math.min(0, balance));
  return { at: toMs(item.current_period_end), cents };
}

function subscriptionIdOf({ parent }: Stripe.Invoice): string | null {
  const reference = parent?.subscription_details?.subscription ?? null;
  return reference === null || typeof reference === 'string' ? reference : reference.id;
}

/** None for a draft, which has no number yet. */
function toInvoice(invoice: Stripe.Invoice): FetchedInvoice[] {
  const { id, number, total, amount_paid: chargedCents } = invoice;
  const status = invoiceView.shape.status.safeParse(invoice.status).data;
  if (number === null || status === undefined) return [];
  const paidAtSeconds = invoice.status_transitions.paid_at;
  const taxCents = (invoice.total_taxes ?? []).reduce((sum, { amount }) => sum + amount, 0);
  return [
    {
      id,
      number,
      issuedAt: new Date(toMs(invoice.effective_at ?? invoice.created)),
      cents: total,
      taxCents,
      chargedCents,
      status,
      paidAt: paidAtSeconds === null ? null : new Date(toMs(paidAtSeconds)),
      url: invoice.hosted_invoice_url ?? null,
    },
  ];
}
