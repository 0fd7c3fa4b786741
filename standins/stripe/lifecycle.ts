/** A subscription's life on the test clock: start, renewals, retries of charges, ends; month arithmetic as Stripe's. */
import { emitEvent } from './events.ts';
import { charge, issueInvoice, offSessionOutcome } from './invoices.ts';
import { type InvoiceLine, newId, type StripePrice, type Subscription } from './records.ts';
import type { StripeState } from './stripe-state.ts';
import { changeSubscription, endSubscription, isRunning } from './subscriptions.ts';

/** Creates an incomplete subscription with an open first invoice. */
export function startSubscription(
  state: StripeState,
  fields: { customer: string; price: StripePrice; metadata: Subscription['metadata'] },
): Subscription {
  const { customer, price, metadata } = fields;
  const id = newId('sub');
  const now = state.nowSeconds;
  const subscription = state.put<Subscription>({
    object: 'subscription',
    id,
    created: now,
    customer,
    status: 'incomplete',
    metadata,
    cancel_at: null,
    cancel_at_period_end: false,
    ended_at: null,
    default_payment_method: null,
    billing_cycle_anchor: now,
    latest_invoice: null,
    items: {
      data: [
        {
          id: newId('si'),
          subscription: id,
          price,
          current_period_start: now,
          current_period_end: addMonths(now, 1),
        },
      ],
    },
  });
  emitEvent(state, 'customer.subscription.created', subscription);
  issueInvoice(state, subscription, {
    billing_reason: 'subscription_create',
    lines: [periodLine(price)],
  });
  return state.find('subscription', id) ?? subscription;
}

function renewSubscription(state: StripeState, subscription: Subscription): void {
  const { billing_cycle_anchor: anchor } = subscription;
  const [item] = subscription.items.data;
  const start = item.current_period_end;
  const next = { current_period_start: start, current_period_end: nextPeriodEnd(anchor, start) };
  const items = { data: [{ ...item, ...next }] } as const;
  const invoice = issueInvoice(state, changeSubscription(state, subscription, { items }), {
    billing_reason: 'subscription_cycle',
    lines: [periodLine(item.price)],
  });
  charge(state, invoice, offSessionOutcome(state, invoice));
}

const periodLine = ({ nickname, unit_amount: amount }: StripePrice): InvoiceLine => ({
  description: `${nickname}, un mes`,
  amount,
});

interface DueWork {
  readonly atSeconds: number;
  readonly run: () => void;
}

/** After these, an incomplete subscription and an open checkout session expire. */
const firstChargeTimeoutSeconds = 23 * 3_600;
const daySeconds = 86_400;

/** @returns what falls due first; null when nothing ever does */
function firstDueWork(state: StripeState): DueWork | null {
  const subscriptions = state.list('subscription').flatMap((one) => subscriptionDue(state, one));
  const invoices = state.list('invoice').flatMap((invoice) => {
    const { status, next_payment_attempt: atSeconds } = invoice;
    if (status !== 'open' || atSeconds === null) return [];
    return [{ atSeconds, run: () => charge(state, invoice, offSessionOutcome(state, invoice)) }];
  });
  const sessions = state.list('checkout.session').flatMap((session) => {
    if (session.status !== 'open') return [];
    const run = () => state.put({ ...session, status: 'expired', url: null });
    return [{ atSeconds: session.created + daySeconds, run }];
  });
  const [first = null] = [...subscriptions, ...invoices, ...sessions].toSorted(
    (a, b) => a.atSeconds - b.atSeconds,
  );
  return first;
}

function subscriptionDue(state: StripeState, subscription: Subscription): DueWork[] {
  const { status, created, cancel_at: cancelAtSeconds } = subscription;
  if (status === 'incomplete') {
    const run = () => expireIncomplete(state, subscription);
    return [{ atSeconds: created + firstChargeTimeoutSeconds, run }];
  }
  if (!isRunning(subscription)) return [];
  if (cancelAtSeconds !== null)
    return [{ atSeconds: cancelAtSeconds, run: () => endSubscription(state, subscription) }];
  const { current_period_end: atSeconds } = subscription.items.data[0];
  return [{ atSeconds, run: () => renewSubscription(state, subscription) }];
}

function expireIncomplete(state: StripeState, subscription: Subscription): void {
  const invoice = state.find('invoice', subscription.latest_invoice);
  if (invoice?.status === 'open') state.put({ ...invoice, status: 'void' });
  const ended = { status: 'incomplete_expired', ended_at: state.nowSeconds } as const;
  changeSubscription(state, subscription, ended);
}

/** Runs what falls due up to the test clock, in order, each at its own instant. */
export function runDueWork(state: StripeState): void {
  const untilSeconds = state.nowSeconds;
  for (let due = firstDueWork(state); due !== null; due = firstDueWork(state)) {
    if (due.atSeconds > untilSeconds) break;
    state.nowSeconds = due.atSeconds;
    due.run();
  }
  state.nowSeconds = untilSeconds;
}

/** In UTC, clamped to the last day of a short month. @param anchorSeconds epoch seconds */
export function addMonths(anchorSeconds: number, months: number): number {
  const from = new Date(anchorSeconds * 1_000);
  const to = new Date(from);
  to.setUTCMonth(from.getUTCMonth() + months);
  // A 31st overflowed into the month after.
  if (to.getUTCDate() !== from.getUTCDate()) to.setUTCDate(0);
  return to.getTime() / 1_000;
}

/** The end of the period that starts at `startSeconds`, a whole number of months after the anchor. */
function nextPeriodEnd(anchorSeconds: number, startSeconds: number): number {
  const [from, to] = [new Date(anchorSeconds * 1_000), new Date(startSeconds * 1_000)];
  const years = to.getUTCFullYear() - from.getUTCFullYear();
  return addMonths(anchorSeconds, years * 12 + to.getUTCMonth() - from.getUTCMonth() + 1);
}
