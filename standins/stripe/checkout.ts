/** Payment of a checkout session: stores the card, starts the subscription, completes the session. */
import { emitEvent } from './events.ts';
import { charge } from './invoices.ts';
import { startSubscription } from './lifecycle.ts';
import {
  type ChargeOutcome,
  type CheckoutSession,
  newId,
  type PaymentMethod,
  prices,
} from './records.ts';
import type { StripeState } from './stripe-state.ts';
import type { testCards } from './test-cards.ts';

export interface CardDetails {
  readonly card: (typeof testCards)[number];
  readonly month: number;
  readonly year: number;
}

/** @returns `accept`: the session is complete; `authenticate`: the bank asks next; else another card may be tried */
export function payWithCard(
  state: StripeState,
  session: CheckoutSession,
  { card, month, year }: CardDetails,
): ChargeOutcome {
  const { id } = state.put<PaymentMethod>({
    object: 'payment_method',
    id: newId('pm'),
    card: { brand: card.brand, last4: card.number.slice(-4), exp_month: month, exp_year: year },
    _offSession: card.offSession,
  });
  return completeWith(state, session, { card: id, outcome: card.onSession });
}

/** @param isConfirmed whether the card's owner authenticated */
export function finishAuthentication(
  state: StripeState,
  session: CheckoutSession,
  isConfirmed: boolean,
): void {
  const card = session._authenticating;
  if (card === null) return;
  const open = state.put({ ...session, _authenticating: null });
  completeWith(state, open, { card, outcome: isConfirmed ? 'accept' : 'decline' });
}

/** Charges the first invoice, the same one for a second card, and completes the session once it is paid. */
function completeWith(
  state: StripeState,
  session: CheckoutSession,
  { card, outcome }: { card: string; outcome: ChargeOutcome },
): ChargeOutcome {
  const { mode } = session;
  const subscription = mode === 'subscription' ? attemptOf(state, session) : null;
  const invoice = state.find('invoice', subscription?.latest_invoice ?? null);
  if (invoice !== null) charge(state, invoice, outcome);
  const attempted = { ...session, _attempt: subscription?.id ?? null };
  if (outcome === 'authenticate') state.put({ ...attempted, _authenticating: card });
  else if (outcome === 'decline') state.put(attempted);
  else {
    const charged = state.find('subscription', attempted._attempt);
    if (charged !== null) state.put({ ...charged, default_payment_method: card });
    const intent = mode === 'setup' ? newId('seti') : null;
    if (intent !== null) state.put({ object: 'setup_intent', id: intent, payment_method: card });
    const completed = state.put<CheckoutSession>({
      ...attempted,
      status: 'complete',
      payment_status: mode === 'setup' ? 'no_payment_required' : 'paid',
      url: null,
      subscription: attempted._attempt,
      setup_intent: intent,
    });
    emitEvent(state, 'checkout.session.completed', completed);
  }
  return outcome;
}

/** The session's incomplete subscription, started by its first card. */
function attemptOf(state: StripeState, session: CheckoutSession) {
  const { customer, _attempt, _price, _subscriptionMetadata: metadata } = session;
  const started = state.find('subscription', _attempt);
  if (started?.status === 'incomplete') return started;
  const price = prices.find(({ id }) => id === _price);
  if (price === undefined) throw new Error(`${session.id} has no price`);
  return startSubscription(state, { customer, price, metadata });
}
