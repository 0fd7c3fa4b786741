/** A subscription's own events: begun, renewed, given up before its first charge. */

import { priceById } from '../api/catalogue.ts';
import { nextPeriodEnd } from '../state/add-months.ts';
import { emit } from '../state/events.ts';
import type { ChargeOutcome, Line, PaymentMethod, Subscription } from '../state/records.ts';
import { newId, type Transaction } from '../state/store.ts';
import { subscriptionView } from '../views/subscription-view.ts';
import { charge, issueInvoice } from './invoicing.ts';
import { changeSubscription } from './subscription-transitions.ts';

/** A first charge that is not done by then is given up. */
export const firstChargeSeconds = 23 * 3_600;

export interface NewSubscription {
  readonly customer: string;
  readonly price: string;
  readonly metadata: Record<string, string>;
  readonly defaultPaymentMethod: string | null;
}

/** Begins incomplete; its first invoice waits for {@link charge}. */
export function beginSubscription(draft: Transaction, wanted: NewSubscription): Subscription {
  const subscription: Subscription = {
    ...wanted,
    kind: 'subscription',
    id: newId('sub'),
    created: draft.now,
    itemId: newId('si'),
    status: 'incomplete',
    anchor: draft.now,
    periodStart: draft.now,
    periodEnd: nextPeriodEnd(draft.now, draft.now),
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
  draft.put(subscription);
  emit(draft, 'customer.subscription.created', subscriptionView(subscription));
  issueInvoice(draft, subscription, {
    reason: 'subscription_create',
    lines: [periodLine(subscription)],
  });
  return draft.find('subscription', subscription.id) ?? subscription;
}

export function chargeFirstInvoice(
  draft: Transaction,
  subscription: Subscription,
  how: { method?: PaymentMethod; ownerIsPresent: boolean },
): ChargeOutcome {
  const invoice = draft.find('invoice', subscription.latestInvoice ?? '');
  if (!invoice) throw new Error(`${subscription.id} has no invoice`);
  return charge(draft, invoice, how);
}

/** The month that is paid for, in one line. */
export function periodLine({
  price,
  periodStart,
  periodEnd,
}: Pick<Subscription, 'price' | 'periodStart' | 'periodEnd'>): Line {
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

export function renew(draft: Transaction, subscription: Subscription): void {
  const periodStart = subscription.periodEnd;
  const periodEnd = nextPeriodEnd(subscription.anchor, periodStart);
  const renewed = changeSubscription(draft, subscription, { periodStart, periodEnd });
  const invoice = issueInvoice(draft, renewed, {
    reason: 'subscription_cycle',
    lines: [...renewed.pendingLines, periodLine(renewed)],
  });
  charge(draft, invoice, { ownerIsPresent: false });
}

/** Nobody paid the first invoice: it is void, and the subscription never was. */
export function expireIncomplete(draft: Transaction, subscription: Subscription): void {
  const invoice = draft.find('invoice', subscription.latestInvoice ?? '');
  if (invoice?.status === 'open') {
    draft.put({ ...invoice, status: 'void', voidedAt: draft.now });
  }
  changeSubscription(draft, subscription, { status: 'incomplete_expired', endedAt: draft.now });
}
