/** Another card: charged from now on, and at once for what is owed. */
import { createHash } from 'node:crypto';
import type { BillingContext } from './billing-context.ts';
import { fetchCustomerState } from './fetch-customer-state.ts';
import { isCardRefused } from './stripe-client.ts';

/**
 * Takes the card of the newest finished visit, whichever visit is told about: an older one told late changes nothing.
 * May be called again at any time. @throws Stripe's errors, save a card that is refused: that is an outcome
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
  const given = newest?.setup_intent ?? null;
  if (newest === undefined || given === null) return;
  const intent = typeof given === 'string' ? await stripe.setupIntents.retrieve(given) : given;
  const method = intent.payment_method;
  const card = typeof method === 'string' ? method : (method?.id ?? null);
  if (card === null) return;
  // A visit gives one card once: its id makes keys that are stored with the provider before any of these calls.
  const key = (what: string) => ({
    idempotencyKey: createHash('sha256').update(`${newest.id} ${what}`).digest('hex'),
  });
  const { subscription } = await fetchCustomerState(stripe, customer);
  if (subscription === null || subscription.facts.status === 'canceled') return;
  const { subscriptionId, createdAtMs } = subscription.facts;
  // A later subscription came with a card of its own.
  if (newest.created * 1_000 < createdAtMs) return;
  await stripe.customers.update(
    customer,
    { invoice_settings: { default_payment_method: card } },
    key('customer'),
  );
  await stripe.subscriptions.update(
    subscriptionId,
    { default_payment_method: card },
    key(subscriptionId),
  );
  const { owedInvoiceId } = subscription.details;
  if (owedInvoiceId === null) return;
  await stripe.invoices
    .pay(owedInvoiceId, { payment_method: card }, key(owedInvoiceId))
    .catch((error: unknown) => {
      if (!isCardRefused(error)) throw error;
    });
}
