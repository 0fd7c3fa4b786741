/** Makes the card a user just saved the default payment method, and charges it for what is owed. */
import { createHash } from 'node:crypto';
import type { BillingContext } from './billing-context.ts';
import { fetchCustomerState } from './fetch-customer-state.ts';
import { isCardDeclined } from './stripe-client.ts';

/**
 * Uses the card of the newest completed setup session, so that a late event of an older session changes nothing.
 * Idempotent. @throws Stripe's errors, except a declined card, which leaves the invoice open
 */
export async function setNewestCardAsDefault(
  { stripe }: BillingContext,
  customer: string,
): Promise<void> {
  const { data } = await stripe.checkout.sessions.list({
    customer,
    status: 'complete',
    limit: 100,
  });
  const newest = data
    .filter(({ mode }) => mode === 'setup')
    .toSorted((a, b) => b.created - a.created)[0];
  const setupIntent = newest?.setup_intent ?? null;
  if (newest === undefined || setupIntent === null) return;
  const intent =
    typeof setupIntent === 'string' ? await stripe.setupIntents.retrieve(setupIntent) : setupIntent;
  const method = intent.payment_method;
  const paymentMethodId = typeof method === 'string' ? method : (method?.id ?? null);
  if (paymentMethodId === null) return;
  // Keys derived from the session id: a session saves one card, so a repeated call is the same call.
  const keyFor = (call: string) => ({
    idempotencyKey: createHash('sha256').update(`${newest.id} ${call}`).digest('hex'),
  });
  const { subscription } = await fetchCustomerState(stripe, customer);
  if (subscription === null || subscription.facts.status === 'canceled') return;
  const { subscriptionId, createdAtMs } = subscription.facts;
  // A later subscription has its own card.
  if (newest.created * 1_000 < createdAtMs) return;
  await stripe.customers.update(
    customer,
    { invoice_settings: { default_payment_method: paymentMethodId } },
    keyFor('customer'),
  );
  await stripe.subscriptions.update(
    subscriptionId,
    { default_payment_method: paymentMethodId },
    keyFor(subscriptionId),
  );
  const { owedInvoiceId } = subscription.details;
  if (owedInvoiceId === null) return;
  await stripe.invoices
    .pay(owedInvoiceId, { payment_method: paymentMethodId }, keyFor(owedInvoiceId))
    .catch((error: unknown) => {
      if (!isCardDeclined(error)) throw error;
    });
}
