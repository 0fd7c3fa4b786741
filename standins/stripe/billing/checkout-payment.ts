/** Payment of a checkout session: stores the card, starts the subscription, completes the session. */

import { emitEvent } from '../state/emit-event.ts';
import type { Transaction } from '../state/record-store.ts';
import { newId } from '../state/record-store.ts';
import type {
  ChargeOutcome,
  CheckoutSession,
  Customer,
  PaymentMethod,
  Subscription,
} from '../state/records.ts';
import { type CardDetails, storeCard } from '../state/test-cards.ts';
import { checkoutSessionView } from '../views/checkout-session-view.ts';
import { chargeFirstInvoice, createSubscription } from './subscription-lifecycle.ts';

/** @returns `accept`: the session is complete; `authenticate`: the bank's page is next; else another card may be tried */
export function payWithCard(
  tx: Transaction,
  openSession: CheckoutSession,
  details: CardDetails,
): ChargeOutcome {
  const customer = customerOf(tx, openSession);
  const session: CheckoutSession = { ...openSession, customer: customer.id };
  tx.put(session);
  const card = storeCard(tx, details, { customer: null, email: customer.email });
  const outcome = session.mode === 'setup' ? card.whenPresent : firstCharge(tx, session, card);
  if (outcome === 'accept') completeSession(tx, reloadSession(tx, session), card);
  if (outcome === 'authenticate') {
    tx.put({ ...reloadSession(tx, session), authenticating: card.id });
  }
  return outcome;
}

/** @param isConfirmed whether the card's owner authenticated at the bank's page */
export function finishAuthentication(
  tx: Transaction,
  session: CheckoutSession,
  isConfirmed: boolean,
): void {
  const card = tx.find('payment_method', session.authenticating ?? '');
  const openSession: CheckoutSession = { ...session, authenticating: null };
  tx.put(openSession);
  if (!card) return;
  const authenticated: PaymentMethod = { ...card, whenPresent: isConfirmed ? 'accept' : 'decline' };
  if (session.mode === 'setup') {
    if (isConfirmed) completeSession(tx, openSession, card);
    return;
  }
  const outcome = firstCharge(tx, openSession, authenticated);
  if (outcome === 'accept') completeSession(tx, reloadSession(tx, openSession), card);
}

/** A second card on the same checkout session pays the same invoice. */
function firstCharge(
  tx: Transaction,
  session: CheckoutSession,
  method: PaymentMethod,
): ChargeOutcome {
  const stored = tx.find('subscription', session.subscription ?? '');
  const subscription = stored?.status === 'incomplete' ? stored : startSubscription(tx, session);
  return chargeFirstInvoice(tx, subscription, { method, isOnSession: true });
}

function startSubscription(tx: Transaction, session: CheckoutSession): Subscription {
  const subscription = createSubscription(tx, {
    customer: session.customer ?? '',
    price: session.price ?? '',
    metadata: session.innerMetadata,
    defaultPaymentMethod: null,
  });
  tx.put({ ...session, subscription: subscription.id, invoice: subscription.latestInvoice });
  return subscription;
}

function completeSession(tx: Transaction, session: CheckoutSession, card: PaymentMethod): void {
  const customer = session.customer;
  tx.put({ ...card, customer });
  let setupIntent: string | null = null;
  if (session.mode === 'setup') {
    setupIntent = newId('seti');
    tx.put({
      kind: 'setup_intent',
      id: setupIntent,
      created: tx.nowSeconds,
      customer,
      paymentMethod: card.id,
      metadata: session.innerMetadata,
    });
  }
  const subscription = tx.find('subscription', session.subscription ?? '');
  if (subscription) tx.put({ ...subscription, defaultPaymentMethod: card.id });
  const completed: CheckoutSession = {
    ...session,
    status: 'complete',
    setupIntent,
    authenticating: null,
  };
  tx.put(completed);
  emitEvent(tx, 'checkout.session.completed', checkoutSessionView(completed, tx.origin));
}

/** Reads the session again: charging may have stored the subscription in it. */
const reloadSession = (tx: Transaction, session: CheckoutSession): CheckoutSession =>
  tx.find('session', session.id) ?? session;

function customerOf(tx: Transaction, session: CheckoutSession): Customer {
  const known = tx.find('customer', session.customer ?? '');
  if (known) return known;
  const customer: Customer = {
    kind: 'customer',
    id: newId('cus'),
    created: tx.nowSeconds,
    email: session.customerEmail,
    name: null,
    description: null,
    metadata: {},
    defaultPaymentMethod: null,
    balance: 0,
    deleted: false,
  };
  tx.put(customer);
  return customer;
}
