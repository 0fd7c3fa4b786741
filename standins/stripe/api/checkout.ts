/** What paying on the card page does: the card is kept, the subscription begins, the session is complete. */

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

/** `accept`: the session is complete; `authenticate`: the bank's page comes next; else it may be tried again. */
export function payWithCard(
  draft: Transaction,
  opened: Session,
  details: CardDetails,
): ChargeOutcome {
  const customer = customerOf(draft, opened);
  const session: Session = { ...opened, customer: customer.id };
  draft.put(session);
  const card = storeCard(draft, details, { customer: null, email: customer.email });
  const outcome = session.mode === 'setup' ? card.whenPresent : firstCharge(draft, session, card);
  if (outcome === 'accept') complete(draft, latest(draft, session), card);
  if (outcome === 'authenticate') {
    draft.put({ ...latest(draft, session), authenticating: card.id });
  }
  return outcome;
}

/** @param passed whether the card's owner proved who they are */
export function finishAuthentication(draft: Transaction, session: Session, passed: boolean): void {
  const card = draft.find('payment_method', session.authenticating ?? '');
  const opened: Session = { ...session, authenticating: null };
  draft.put(opened);
  if (!card) return;
  const known: PaymentMethod = { ...card, whenPresent: passed ? 'accept' : 'decline' };
  if (session.mode === 'setup') {
    if (passed) complete(draft, opened, card);
    return;
  }
  const outcome = firstCharge(draft, opened, known);
  if (outcome === 'accept') complete(draft, latest(draft, opened), card);
}

/** A second card on the same visit pays the same invoice. */
function firstCharge(draft: Transaction, session: Session, method: PaymentMethod): ChargeOutcome {
  const held = draft.find('subscription', session.subscription ?? '');
  const begun = held?.status === 'incomplete' ? held : begin(draft, session);
  return chargeFirstInvoice(draft, begun, { method, ownerIsPresent: true });
}

function begin(draft: Transaction, session: Session): Subscription {
  const begun = beginSubscription(draft, {
    customer: session.customer ?? '',
    price: session.price ?? '',
    metadata: session.innerMetadata,
    defaultPaymentMethod: null,
  });
  draft.put({ ...session, subscription: begun.id, invoice: begun.latestInvoice });
  return begun;
}

function complete(draft: Transaction, session: Session, card: PaymentMethod): void {
  const customer = session.customer;
  draft.put({ ...card, customer });
  let setupIntent: string | null = null;
  if (session.mode === 'setup') {
    setupIntent = newId('seti');
    draft.put({
      kind: 'setup_intent',
      id: setupIntent,
      created: draft.now,
      customer,
      paymentMethod: card.id,
      metadata: session.innerMetadata,
    });
  }
  const subscription = draft.find('subscription', session.subscription ?? '');
  if (subscription) draft.put({ ...subscription, defaultPaymentMethod: card.id });
  const done: Session = { ...session, status: 'complete', setupIntent, authenticating: null };
  draft.put(done);
  emit(draft, 'checkout.session.completed', sessionView(done, draft.origin));
}

/** Charging may have put the subscription into it. */
const latest = (draft: Transaction, session: Session): Session =>
  draft.find('session', session.id) ?? session;

function customerOf(draft: Transaction, session: Session): Customer {
  const known = draft.find('customer', session.customer ?? '');
  if (known) return known;
  const customer: Customer = {
    kind: 'customer',
    id: newId('cus'),
    created: draft.now,
    email: session.customerEmail,
    name: null,
    description: null,
    metadata: {},
    defaultPaymentMethod: null,
    balance: 0,
    deleted: false,
  };
  draft.put(customer);
  return customer;
}
