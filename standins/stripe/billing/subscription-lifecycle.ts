/** Lifecycle of a subscription: start, first charge, renewal, expiry when the first charge fails. */

import { emitEvent } from '../state/emit-event.ts';
import { nextPeriodEnd } from '../state/month-arithmetic.ts';
import { priceById } from '../state/plan-prices.ts';
import { newId, type Transaction } from '../state/record-store.ts';
import type { ChargeOutcome, InvoiceLine, PaymentMethod, Subscription } from '../state/records.ts';
import { subscriptionObject } from '../views/subscription-view.ts';
import { charge, issueInvoice } from './invoicing.ts';
import { changeSubscription } from './subscription-transitions.ts';

/** An incomplete subscription expires after this time. */
export const firstChargeTimeoutSeconds = 23 * 3_600;

export interface NewSubscription {
  readonly customer: string;
  readonly price: string;
  readonly metadata: Record<string, string>;
  readonly defaultPaymentMethod: string | null;
}

/** Creates an incomplete subscription with an open first invoice, to be paid with {@link charge}. */
export function createSubscription(tx: Transaction, fields: NewSubscription): Subscription {
  const subscription: Subscription = {
    ...fields,
    kind: 'subscription',
    id: newId('sub'),
    created: tx.nowSeconds,
    itemId: newId('si'),
    status: 'incomplete',
    anchor: tx.nowSeconds,
    periodStart: tx.nowSeconds,
    periodEnd: nextPeriodEnd(tx.nowSeconds, tx.nowSeconds),
    cancelAt: null,
    cancelAtPeriodEnd: false,
    canceledAt: null,
    endedAt: null,
    cancelReason: null,
    cancelFeedback: null,
    cancelComment: null,
    latestInvoice: null,
    pendingLines: [],
  };
  tx.put(subscription);
  emitEvent(tx, 'customer.subscription.created', subscriptionObject(subscription));
  issueInvoice(tx, subscription, {
    reason: 'subscription_create',
    lines: [periodLine(subscription)],
  });
  return tx.find('subscription', subscription.id) ?? subscription;
}

/** @throws Error when the subscription has no invoice */
export function chargeFirstInvoice(
  tx: Transaction,
  subscription: Subscription,
  options: { method?: PaymentMethod; isOnSession: boolean },
): ChargeOutcome {
  const invoice = tx.find('invoice', subscription.latestInvoice ?? '');
  if (!invoice) throw new Error(`${subscription.id} has no invoice`);
  return charge(tx, invoice, options);
}

/** The invoice line of one period. */
export function periodLine({
  price,
  periodStart,
  periodEnd,
}: Pick<Subscription, 'price' | 'periodStart' | 'periodEnd'>): InvoiceLine {
  const { name, cents } = priceById(price);
  return {
    id: newId('il'),
    amount: cents,
    description: `${name}, un mes`,
    price,
    isProration: false,
    periodStart,
    periodEnd,
  };
}

export function renewSubscription(tx: Transaction, subscription: Subscription): void {
  const periodStart = subscription.periodEnd;
  const periodEnd = nextPeriodEnd(subscription.anchor, periodStart);
  const renewed = changeSubscription(tx, subscription, { periodStart, periodEnd });
  const invoice = issueInvoice(tx, renewed, {
    reason: 'subscription_cycle',
    lines: [...renewed.pendingLines, periodLine(renewed)],
  });
  charge(tx, invoice, { isOnSession: false });
}

/** Voids the unpaid first invoice and expires the subscription. */
export function expireIncomplete(tx: Transaction, subscription: Subscription): void {
  const invoice = tx.find('invoice', subscription.latestInvoice ?? '');
  if (invoice?.status === 'open') {
    tx.put({ ...invoice, status: 'void', voidedAt: tx.nowSeconds });
  }
  changeSubscription(tx, subscription, { status: 'incomplete_expired', endedAt: tx.nowSeconds });
}
