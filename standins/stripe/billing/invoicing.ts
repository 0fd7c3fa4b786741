/** Invoicing: create and finalise, charge the stored card, retry on days 1, 3, 5 and 7 (dunning). */
import { emitEvent } from '../state/emit-event.ts';
import { newId, type Transaction } from '../state/record-store.ts';
import type {
  ChargeOutcome,
  InvoiceLine,
  InvoiceRecord,
  PaymentMethod,
  Subscription,
} from '../state/records.ts';
import { invoiceTotal } from '../views/invoice-view.ts';
import { storedInvoiceView } from '../views/view-by-id.ts';
import { changeSubscription, endSubscription } from './subscription-transitions.ts';
import { minChargeCents } from './tax-and-proration.ts';

const daySeconds = 86_400;
const retryDays = [1, 3, 5, 7];

interface InvoiceContent {
  readonly reason: InvoiceRecord['reason'];
  readonly lines: InvoiceLine[];
}

/** What an invoice says before it is issued: whose it is, its lines, and what the customer's balance pays of them. */
export function draftInvoice(
  tx: Transaction,
  subscription: Subscription,
  { reason, lines }: InvoiceContent,
) {
  const customer = tx.find('customer', subscription.customer);
  const startingBalance = customer?.balance ?? 0;
  const settled = settleBalance(invoiceTotal(lines), startingBalance);
  return {
    customer: subscription.customer,
    customerEmail: customer?.email ?? null,
    customerName: customer?.name ?? null,
    subscription: subscription.id,
    subscriptionMetadata: subscription.metadata,
    reason,
    lines,
    startingBalance,
    endingBalance: settled.balance,
    amountDue: settled.due,
    attempts: 0,
    firstFailedAt: null,
    periodStart: subscription.periodStart,
    periodEnd: subscription.periodEnd,
    paidAt: null,
    voidedAt: null,
  };
}

/** Creates a finalised invoice. Stripe finalises a renewal an hour later; here at once. */
export function issueInvoice(
  tx: Transaction,
  subscription: Subscription,
  content: InvoiceContent,
): InvoiceRecord {
  const draft = draftInvoice(tx, subscription, content);
  const customer = tx.find('customer', subscription.customer);
  if (customer) tx.put({ ...customer, balance: draft.endingBalance });
  const invoice: InvoiceRecord = {
    ...draft,
    kind: 'invoice',
    id: newId('in'),
    number: nextNumber(tx),
    created: tx.nowSeconds,
    status: 'open',
    nextAttemptAt: null,
    secret: newId('test'),
  };
  tx.put(invoice);
  tx.put({ ...subscription, latestInvoice: invoice.id, pendingLines: [] });
  emitEvent(tx, 'invoice.created', { ...storedInvoiceView(tx, invoice), status: 'draft' });
  emitEvent(tx, 'invoice.finalized', storedInvoiceView(tx, invoice));
  return invoice;
}

/** In cents. Credit is applied first; an amount too small to charge stays on the balance. */
function settleBalance(total: number, balance: number): { due: number; balance: number } {
  const amount = total + balance;
  return amount >= minChargeCents ? { due: amount, balance: 0 } : { due: 0, balance: amount };
}

/**
 * Charges an open invoice and updates its subscription's status.
 * @param method instead of the stored card
 * @param isOnSession whether the card's owner is at the page and can authenticate
 */
export function charge(
  tx: Transaction,
  invoice: InvoiceRecord,
  { method, isOnSession }: { method?: PaymentMethod; isOnSession: boolean },
): ChargeOutcome {
  const outcome = outcomeOf(method ?? cardToCharge(tx, invoice), { isOnSession });
  if (invoice.amountDue === 0 || outcome === 'accept') {
    markPaid(tx, invoice);
    return 'accept';
  }
  const firstFailedAtSeconds = invoice.firstFailedAt ?? tx.nowSeconds;
  // The first invoice is not retried: its owner is at the card page.
  const nextAttemptAtSeconds =
    invoice.reason === 'subscription_create'
      ? null
      : nextRetryAtSeconds(firstFailedAtSeconds, tx.nowSeconds);
  const failed: InvoiceRecord = {
    ...invoice,
    attempts: invoice.attempts + 1,
    firstFailedAt: firstFailedAtSeconds,
    nextAttemptAt: nextAttemptAtSeconds,
  };
  tx.put(failed);
  if (outcome === 'authenticate') {
    emitEvent(tx, 'invoice.payment_action_required', storedInvoiceView(tx, failed));
  }
  if (outcome !== 'authenticate' || !isOnSession) {
    emitEvent(tx, 'invoice.payment_failed', storedInvoiceView(tx, failed));
  }
  applyFailure(tx, failed);
  return outcome;
}

function outcomeOf(
  method: PaymentMethod | null,
  { isOnSession }: { isOnSession: boolean },
): ChargeOutcome {
  if (method === null) return 'decline';
  return isOnSession ? method.whenPresent : method.whenAbsent;
}

/** The subscription's card, else its customer's default; null when there is none. */
export function cardToCharge(
  tx: Transaction,
  { customer, subscription }: Pick<InvoiceRecord, 'customer' | 'subscription'>,
) {
  const subscriptionCard = tx.find('subscription', subscription)?.defaultPaymentMethod;
  const id = subscriptionCard ?? tx.find('customer', customer)?.defaultPaymentMethod;
  return id ? tx.find('payment_method', id) : null;
}

function nextRetryAtSeconds(firstFailedAtSeconds: number, nowSeconds: number): number | null {
  const days = retryDays.find((day) => firstFailedAtSeconds + day * daySeconds > nowSeconds);
  return days === undefined ? null : firstFailedAtSeconds + days * daySeconds;
}

function markPaid(tx: Transaction, invoice: InvoiceRecord): void {
  const attempts = invoice.amountDue === 0 ? 0 : invoice.attempts + 1;
  const paid: InvoiceRecord = {
    ...invoice,
    status: 'paid',
    paidAt: tx.nowSeconds,
    nextAttemptAt: null,
    attempts,
  };
  tx.put(paid);
  emitEvent(tx, 'invoice.paid', storedInvoiceView(tx, paid));
  const subscription = tx.find('subscription', invoice.subscription);
  if (subscription?.status !== 'incomplete' && subscription?.status !== 'past_due') return;
  const owesMore = tx
    .list('invoice')
    .some((other) => other.subscription === subscription.id && other.status === 'open');
  if (!owesMore) changeSubscription(tx, subscription, { status: 'active' });
}

function applyFailure(tx: Transaction, invoice: InvoiceRecord): void {
  const subscription = tx.find('subscription', invoice.subscription);
  if (!subscription) return;
  if (subscription.status === 'active') {
    changeSubscription(tx, subscription, { status: 'past_due' });
  } else if (subscription.status === 'past_due' && invoice.nextAttemptAt === null) {
    endSubscription(tx, subscription, 'payment_failed');
  }
}

function nextNumber(tx: Transaction): string {
  const year = String(new Date(tx.nowSeconds * 1_000).getUTCFullYear());
  const settings = tx.settings();
  const number = (settings.invoiceNumbers[year] ?? 0) + 1;
  tx.put({ ...settings, invoiceNumbers: { ...settings.invoiceNumbers, [year]: number } });
  return `V-${year}-${String(number).padStart(4, '0')}`;
}
