/** Invoices: made and finalised in one go, charged to the stored card, tried again on days 1, 3, 5 and 7. */

import { emit } from '../state/events.ts';
import type {
  ChargeOutcome,
  Invoice,
  Line,
  PaymentMethod,
  Subscription,
} from '../state/records.ts';
import { newId, type Transaction } from '../state/store.ts';
import { invoiceTotal } from '../views/invoice-view.ts';
import { invoiceOf } from '../views/view-by-id.ts';
import { changeSubscription, endSubscription } from './subscription-transitions.ts';
import { minChargeCents } from './tax-and-proration.ts';

const daySeconds = 86_400;
const retryDays = [1, 3, 5, 7];

/** The hosted service waits an hour before it finalises a renewal; here that hour is skipped. */
export function issueInvoice(
  draft: Transaction,
  subscription: Subscription,
  { reason, lines }: { reason: Invoice['reason']; lines: Line[] },
): Invoice {
  const customer = draft.find('customer', subscription.customer);
  const balance = customer?.balance ?? 0;
  const settled = settleBalance(invoiceTotal(lines), balance);
  if (customer) draft.put({ ...customer, balance: settled.balance });
  const invoice: Invoice = {
    kind: 'invoice',
    id: newId('in'),
    number: nextNumber(draft),
    created: draft.now,
    customer: subscription.customer,
    customerEmail: customer?.email ?? null,
    customerName: customer?.name ?? null,
    subscription: subscription.id,
    subscriptionMetadata: subscription.metadata,
    reason,
    status: 'open',
    lines,
    startingBalance: balance,
    endingBalance: settled.balance,
    amountDue: settled.due,
    attempts: 0,
    firstFailedAt: null,
    nextAttemptAt: null,
    periodStart: subscription.periodStart,
    periodEnd: subscription.periodEnd,
    paidAt: null,
    voidedAt: null,
    secret: newId('test'),
  };
  draft.put(invoice);
  draft.put({ ...subscription, latestInvoice: invoice.id, pendingLines: [] });
  emit(draft, 'invoice.created', { ...invoiceOf(draft, invoice), status: 'draft' });
  emit(draft, 'invoice.finalized', invoiceOf(draft, invoice));
  return invoice;
}

/** Credit pays first; what is too small to charge is owed until the next invoice. */
export function settleBalance(total: number, balance: number): { due: number; balance: number } {
  const owed = total + balance;
  return owed >= minChargeCents ? { due: owed, balance: 0 } : { due: 0, balance: owed };
}

/**
 * Charges an open invoice and lets the subscription follow.
 * @param method in place of the stored one
 * @param ownerIsPresent at the card page, where a bank can ask for them
 */
export function charge(
  draft: Transaction,
  invoice: Invoice,
  { method, ownerIsPresent }: { method?: PaymentMethod; ownerIsPresent: boolean },
): ChargeOutcome {
  const outcome = outcomeOf(method ?? storedCard(draft, invoice), { ownerIsPresent });
  if (invoice.amountDue === 0 || outcome === 'accept') {
    markPaid(draft, invoice);
    return 'accept';
  }
  const firstFailedAt = invoice.firstFailedAt ?? draft.now;
  // The first invoice is never tried again: its owner is at the card page.
  const nextAttemptAt =
    invoice.reason === 'subscription_create' ? null : nextRetry(firstFailedAt, draft.now);
  const failed: Invoice = {
    ...invoice,
    attempts: invoice.attempts + 1,
    firstFailedAt,
    nextAttemptAt,
  };
  draft.put(failed);
  if (outcome === 'authenticate') {
    emit(draft, 'invoice.payment_action_required', invoiceOf(draft, failed));
  }
  if (outcome !== 'authenticate' || !ownerIsPresent) {
    emit(draft, 'invoice.payment_failed', invoiceOf(draft, failed));
  }
  followFailure(draft, failed);
  return outcome;
}

function outcomeOf(
  method: PaymentMethod | null,
  { ownerIsPresent }: { ownerIsPresent: boolean },
): ChargeOutcome {
  if (method === null) return 'decline';
  return ownerIsPresent ? method.whenPresent : method.whenAbsent;
}

/** The subscription's own card, else its customer's. */
export function storedCard(
  draft: Transaction,
  { customer, subscription }: Pick<Invoice, 'customer' | 'subscription'>,
) {
  const own = draft.find('subscription', subscription)?.defaultPaymentMethod;
  const id = own ?? draft.find('customer', customer)?.defaultPaymentMethod;
  return id ? draft.find('payment_method', id) : null;
}

function nextRetry(firstFailedAt: number, now: number): number | null {
  const days = retryDays.find((day) => firstFailedAt + day * daySeconds > now);
  return days === undefined ? null : firstFailedAt + days * daySeconds;
}

export function markPaid(draft: Transaction, invoice: Invoice): void {
  const attempts = invoice.amountDue === 0 ? 0 : invoice.attempts + 1;
  const paid: Invoice = {
    ...invoice,
    status: 'paid',
    paidAt: draft.now,
    nextAttemptAt: null,
    attempts,
  };
  draft.put(paid);
  emit(draft, 'invoice.paid', invoiceOf(draft, paid));
  const subscription = draft.find('subscription', invoice.subscription);
  if (subscription?.status !== 'incomplete' && subscription?.status !== 'past_due') return;
  const owesMore = draft
    .list('invoice')
    .some((other) => other.subscription === subscription.id && other.status === 'open');
  if (!owesMore) changeSubscription(draft, subscription, { status: 'active' });
}

function followFailure(draft: Transaction, invoice: Invoice): void {
  const subscription = draft.find('subscription', invoice.subscription);
  if (!subscription) return;
  if (subscription.status === 'active') {
    changeSubscription(draft, subscription, { status: 'past_due' });
  } else if (subscription.status === 'past_due' && invoice.nextAttemptAt === null) {
    endSubscription(draft, subscription, 'payment_failed');
  }
}

function nextNumber(draft: Transaction): string {
  const year = String(new Date(draft.now * 1_000).getUTCFullYear());
  const held = draft.settings();
  const number = (held.invoiceNumbers[year] ?? 0) + 1;
  draft.put({ ...held, invoiceNumbers: { ...held.invoiceNumbers, [year]: number } });
  return `V-${year}-${String(number).padStart(4, '0')}`;
}
