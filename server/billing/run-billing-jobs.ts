/** Runs queued Stripe calls (cancel a subscription, delete a customer), retrying until Stripe has answered. */
import type Stripe from 'stripe';
import {
  type BillingJob,
  billingJobs,
  type ClaimedBillingJob,
  finishBillingJob,
  renewIdempotencyKey,
} from '../db/billing/billing-jobs.ts';
import { isStoredSubscription } from '../db/billing/billing-subscriptions.ts';
import { runDueJobs } from '../db/run-due-jobs.ts';
import type { BillingContext } from './billing-context.ts';
import { classifyStripeError, describeStripeError, isMissing } from './stripe-client.ts';

/** @returns how many were due */
export const runBillingJobs = (billing: BillingContext): Promise<number> =>
  runDueJobs(billingJobs, {
    ...billing,
    run: (job) => runJob(billing, job),
    // Two jobs may be about the same subscription.
    concurrency: 1,
    onFailure(error, { kind }) {
      billing.metrics.stripeJobsRetried.inc({ kind });
      billing.log.warn(
        { job: kind, fault: describeStripeError(error) },
        'a billing job waits for the provider',
      );
    },
  });

async function runJob(billing: BillingContext, job: ClaimedBillingJob): Promise<void> {
  try {
    await makeStripeCall(billing, job);
  } catch (error) {
    // Missing: already gone, and done.
    if (!isMissing(error)) {
      if (classifyStripeError(error) === 'rejected') await renewIdempotencyKey(billing.pool, job);
      // Its message is stored, and must hold nothing of the request.
      throw new Error(describeStripeError(error));
    }
  }
  await finishBillingJob(billing.pool, job);
}

async function makeStripeCall(
  { stripe, pool }: BillingContext,
  { kind, target, idempotencyKey }: BillingJob,
): Promise<void> {
  const options = { idempotencyKey };
  if (kind === 'delete_customer') {
    // Also ends its subscriptions and expires its open checkout sessions.
    await stripe.customers.del(target, {}, options);
    return;
  }
  const { status } = await stripe.subscriptions.retrieve(target);
  const isOver = status === 'canceled' || status === 'incomplete_expired';
  if (kind === 'schedule_cancellation') {
    if (!isOver) await stripe.subscriptions.update(target, { cancel_at_period_end: true }, options);
    return;
  }
  // Queued because an invoice was unpaid. If it has been paid since, keep the subscription; the next sync records it.
  const isPaid = status === 'active' || status === 'trialing';
  if (isPaid && (await isStoredSubscription(pool, target))) return;
  if (!isOver) await stripe.subscriptions.cancel(target, {}, options);
  await voidUnpaidInvoices(stripe, target, idempotencyKey);
}

/** The plan was withdrawn, so the invoice's page must not accept a later payment. */
async function voidUnpaidInvoices(
  stripe: Stripe,
  subscription: string,
  key: string,
): Promise<void> {
  const { data } = await stripe.invoices.list({ subscription, limit: 100 });
  for (const { id, status } of data)
    if (status === 'open' || status === 'uncollectible')
      await stripe.invoices.voidInvoice(id, {}, { idempotencyKey: `${key} ${id}` });
}
