/** Cancelling at the end of the period, and keeping the subscription until then (specification, sections 1 and 4). */
import type Stripe from 'stripe';
import { cancelBillingJob } from '../db/billing/billing-jobs.ts';
import { AppError } from '../errors.ts';
import { type BillingContext, syncCustomer } from './billing-context.ts';
import { requireSubscribedCustomer } from './stripe-customer.ts';
import { withIdempotencyKey } from './with-idempotency-key.ts';

/** Doing it twice changes nothing more. @throws Refusal `conflict` when nothing runs */
export async function cancelSubscription(billing: BillingContext, uid: string): Promise<void> {
  const { customerId, held } = await requireSubscribedCustomer(billing, uid);
  const { state, facts, revision } = held;
  if (state === 'cancelScheduled') return;
  if (state !== 'active' && state !== 'pastDue')
    throw new AppError('conflict', 'No hay ninguna suscripción que cancelar.');
  const { subscriptionId } = facts;
  const { subscriptions } = billing.stripe;
  const purpose = `cancel ${subscriptionId} ${revision}`;
  await withIdempotencyKey(billing, { uid, purpose }, (options) =>
    // A period that nobody paid has no end to wait for: cancelled, it is not charged again.
    state === 'pastDue'
      ? subscriptions.cancel(subscriptionId, {}, options)
      : subscriptions.update(subscriptionId, { cancel_at_period_end: true }, options),
  );
  await syncCustomer(billing, { uid, customerId });
}

/** @throws Refusal `conflict` once it is over */
export async function resumeSubscription(billing: BillingContext, uid: string): Promise<void> {
  const { customerId, held } = await requireSubscribedCustomer(billing, uid);
  const { state, facts, revision } = held;
  const { subscriptionId } = facts;
  if (!(await cancelBillingJob(billing.pool, 'schedule_cancellation', subscriptionId)))
    throw new AppError('unavailable', 'Estamos terminando un cambio de tu suscripción.', {
      retryAfterSeconds: 5,
    });
  if (state === 'active') return;
  if (state !== 'cancelScheduled')
    throw new AppError('conflict', 'Tu suscripción ya ha terminado: puedes empezar otra.');
  const { subscriptions } = billing.stripe;
  const subscription = await subscriptions.retrieve(subscriptionId);
  const purpose = `keep ${subscriptionId} ${revision}`;
  await withIdempotencyKey(billing, { uid, purpose }, (options) =>
    subscriptions.update(subscriptionId, undoing(subscription), options),
  );
  await syncCustomer(billing, { uid, customerId });
}

/** Each of the provider's two ways to cancel has its own way back. */
const undoing = ({
  cancel_at_period_end: byPeriod,
}: Stripe.Subscription): Stripe.SubscriptionUpdateParams =>
  byPeriod ? { cancel_at_period_end: false } : { cancel_at: '' };
