/** Does at the provider what a transaction of ours asked for, until the provider has answered. */
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

const batch = 10;
const leaseSeconds = 60;
const slowestRetrySeconds = 3_600;

/** @returns how many were due */
export async function runBillingJobs(billing: BillingContext): Promise<number> {
  const jobs = await claimBillingJobs(billing.pool, { limit: batch, leaseSeconds });
  for (const job of jobs) await doOne(billing, job);
  return jobs.length;
}

async function doOne(billing: BillingContext, job: BillingJob): Promise<void> {
  const { pool, log, metrics } = billing;
  try {
    await ask(billing, job);
  } catch (error) {
    // Gone already, which is what was asked for.
    if (!isMissing(error)) {
      metrics.paymentRequestsRetried.inc({ kind: job.kind });
      log.warn(
        { job: job.kind, fault: describeStripeError(error) },
        'a request waits for the provider',
      );
      const afterSeconds = Math.min(slowestRetrySeconds, 2 ** Math.min(job.attempts, 16));
      const anew = classifyStripeError(error) === 'refused';
      return retryBillingJob(pool, job, { afterSeconds, anew });
    }
  }
  await finishBillingJob(pool, job);
}

async function ask(
  { stripe, pool }: BillingContext,
  { kind, target, idempotencyKey }: BillingJob,
): Promise<void> {
  const options = { idempotencyKey };
  if (kind === 'delete_customer') {
    // With it go its subscriptions, and the card page it may still have open.
    await stripe.customers.del(target, {}, options);
    return;
  }
  const { status } = await stripe.subscriptions.retrieve(target);
  const isOver = status === 'canceled' || status === 'incomplete_expired';
  if (kind === 'schedule_cancellation') {
    if (!isOver) await stripe.subscriptions.update(target, { cancel_at_period_end: true }, options);
    return;
  }
  // Given up because it was owed, and paid after all: whoever paid keeps it, and the next reading says so.
  const isPaid = status === 'active' || status === 'trialing';
  if (isPaid && (await isStoredSubscription(pool, target))) return;
  if (!isOver) await stripe.subscriptions.cancel(target, {}, options);
  await voidUnpaidInvoices(stripe, target, idempotencyKey);
}

/** What was never paid was taken back: its page must not take money for it later. */
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
