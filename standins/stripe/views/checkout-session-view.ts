/** Checkout sessions in the API's format: what Vigía reads of them. */
import { priceById } from '../state/plan-prices.ts';
import type { CheckoutSession } from '../state/records.ts';

export const checkoutPath = (sessionId: string): string => `/__local/pago/${sessionId}`;

/** @param origin of the checkout page */
export function checkoutSessionView(session: CheckoutSession, origin: string) {
  const price = session.price === null ? null : priceById(session.price);
  const isComplete = session.status === 'complete';
  const subscribes = session.mode === 'subscription';
  return {
    id: session.id,
    object: 'checkout.session',
    amount_total: price?.cents ?? null,
    cancel_url: session.cancelUrl,
    client_reference_id: session.clientReferenceId,
    created: session.created,
    currency: 'eur',
    customer: session.customer,
    customer_email: session.customer === null ? session.customerEmail : null,
    expires_at: session.expiresAt,
    invoice: isComplete ? session.invoice : null,
    livemode: false,
    locale: session.locale,
    metadata: session.metadata,
    mode: session.mode,
    payment_status: subscribes ? (isComplete ? 'paid' : 'unpaid') : 'no_payment_required',
    setup_intent: isComplete ? session.setupIntent : null,
    status: session.status,
    subscription: isComplete ? session.subscription : null,
    success_url: session.successUrl,
    url: session.status === 'open' ? origin + checkoutPath(session.id) : null,
  };
}
