/** Payment of a checkout session: stores the card, starts the subscription, completes the session. */
import { beginSubscription, chargeFirstInvoice } from '../billing/subscription-lifecycle.ts';
import { emit } from '../state/events.ts';
import type {
  ChargeOutcome,
  Customer,
  PaymentMethod,
  Session,
  Subscription,
} from '../state/records.ts';
import type { Transaction } from '../state/store.ts';
import { newId } from '../state/store.ts';
import { sessionView } from '../views/session-view.ts';
import { type CardDetails, storeCard } from './cards.ts';

/** @returns `accept`: the session is complete; `authenticate`: the bank's page is next; else another card may be tried */
export function payWithCard(tx: Transaction, opened: Session, details: CardDetails): ChargeOutcome {
  const customer = customerOf(tx, opened);
  const session: Session = { ...opened, customer: customer.id };
  tx.put(session);
  const card = storeCard(tx, details, { customer: null, email: customer.email });
  const outcome = session.mode === 'setup' ? card.whenPresent : firstCharge(tx, session, card);
  if (outcome === 'accept') complete(tx, latest(tx, session), card);
  if (outcome === 'authenticate') {
    tx.put({ ...latest(tx, session), authenticating: card.id });
  }
  return outcome;
}

/** @param passed whether the card's owner authenticated at the bank's page */
export function finishAuthentication(tx: Transaction, session: Session, passed: boolean): void {
  const card = tx.find('payment_method', session.authenticating ?? '');
  const opened: Session = { ...session, authenticating: null };
  tx.put(opened);
  if (!card) return;
  const authenticated: PaymentMethod = { ...card, whenPresent: passed ? 'accept' : 'decline' };
  if (session.mode === 'setup') {
    if (passed) complete(tx, opened, card);
    return;
  }
  const outcome = firstCharge(tx, opened, authenticated);
  if (outcome === 'accept') complete(tx, latest(tx, opened), card);
}

/** A second card on the same checkout session pays the same invoice. */
function firstCharge(tx: Transaction, session: Session, method: PaymentMethod): ChargeOutcome {
  const stored = tx.find('subscription', session.subscription ?? '');
  const subscription = stored?.status === 'incomplete' ? stored : begin(tx, session);
  return chargeFirstInvoice(tx, subscription, { method, ownerIsPresent: true });
}

function begin(tx: Transaction, session: Session): Subscription {
  const begun = beginSubscription(tx, {
    customer: session.customer ?? '',
    price: session.price ?? '',
    metadata: session.innerMetadata,
    defaultPaymentMethod: null,
  });
  tx.put({ ...session, subscription: begun.id, invoice: begun.latestInvoice });
  return begun;
}

function complete(tx: Transaction, session: Session, card: PaymentMethod): void {
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
  const done: Session = { ...session, status: 'complete', setupIntent, authenticating: null };
  tx.put(done);
  emit(tx, 'checkout.session.completed', sessionView(done, tx.origin));
}

/** Reads the session again: charging may have stored the subscription in it. */
const latest = (tx: Transaction, session: Session): Session =>
  tx.find('session', session.id) ?? session;

function customerOf(tx: Transaction, session: Session): Customer {
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
