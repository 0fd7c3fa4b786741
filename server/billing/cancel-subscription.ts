/** Cancels a subscription at the end of its period, and resumes it until then. */
import type Stripe from 'stripe';
import { AppError } from '../base/errors.ts';
import { cancelBillingJob } from '../db/billing/billing-jobs.ts';
import type { BillingContext } from './billing-context.ts';
import { requireSubscribedCustomer } from './stripe-customer.ts';
import { syncCustomer } from './sync-customer.ts';
import { withIdempotencyKey } from './with-idempotency-key.ts';

/** Idempotent. @throws AppError `conflict` when no subscription is active */
export async function cancelSubscription(billing: BillingContext, uid: string): Promise<void> {
  const { customerId, stored } = await requireSubscribedCustomer(billing, uid);
  const { state, facts, revision } = stored;
  if (state === 'cancelScheduled') return;
  if (state !== 'active' && state !== 'pastDue')
    throw new AppError('conflict', 'No hay ninguna suscripción que cancelar.');
  const { subscriptionId } = facts;
  const { subscriptions } = billing.stripe;
  const purpose = `cancel ${subscriptionId} ${revision}`;
  await withIdempotencyKey(billing, { uid, purpose }, (options) =>
    // An unpaid period is cancelled at once: nothing was paid that could be used until its end.
    state === 'pastDue'
      ? subscriptions.cancel(subscriptionId, {}, options)
      : subscriptions.update(subscriptionId, { cancel_at_period_end: true }, options),
  );
  await syncCustomer(billing, { uid, customerId });
}

/** @throws AppError `conflict` once it has ended, `unavailable` while a queued cancellation may be running */
export async function resumeSubscription(billing: BillingContext, uid: string): Promise<void> {
  const { customerId, stored } = await requireSubscribedCustomer(billing, uid);
  const { state, facts, revision } = stored;
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
    subscriptions.update(subscriptionId, undoCancellation(subscription), options),
  );
  await syncCustomer(billing, { uid, customerId });
}

/** Stripe cancels by period or by date; each is undone by its own field. */
const undoCancellation = ({
  cancel_at_period_end: byPeriod,
}: Stripe.Subscription): Stripe.SubscriptionUpdateParams =>
  byPeriod ? { cancel_at_period_end: false } : { cancel_at: '' };
