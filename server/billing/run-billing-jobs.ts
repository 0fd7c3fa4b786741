/** Runs queued Stripe calls (cancel a subscription, delete a customer), retrying until Stripe has answered. */
import type Stripe from 'stripe';
import {
  type BillingJob,
  claimBillingJobs,
  finishBillingJob,
  retryBillingJob,
} from '../db/billing/billing-jobs.ts';
import { isStoredSubscription } from '../db/billing/billing-subscriptions.ts';
import type { BillingContext } from './billing-context.ts';
import { classifyStripeError, describeStripeError, isMissing } from './stripe-client.ts';

const batchSize = 10;
const leaseSeconds = 60;
const slowestRetrySeconds = 3_600;

/** @returns how many were due */
export async function runBillingJobs(billing: BillingContext): Promise<number> {
  const jobs = await claimBillingJobs(billing.pool, { limit: batchSize, leaseSeconds });
  for (const job of jobs) await runJob(billing, job);
  return jobs.length;
}

async function runJob(billing: BillingContext, job: BillingJob): Promise<void> {
  const { pool, log, metrics } = billing;
  try {
    await makeStripeCall(billing, job);
  } catch (error) {
    // Already gone: done.
    if (!isMissing(error)) {
      metrics.stripeJobsRetried.inc({ kind: job.kind });
      log.warn(
        { job: job.kind, fault: describeStripeError(error) },
        'a billing job waits for the provider',
      );
      const afterSeconds = Math.min(slowestRetrySeconds, 2 ** Math.min(job.attempts, 16));
      const newKey = classifyStripeError(error) === 'rejected';
      return retryBillingJob(pool, job, { afterSeconds, newKey });
    }
  }
  await finishBillingJob(pool, job);
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
