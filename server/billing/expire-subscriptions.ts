/** Expires subscriptions: ends grace periods and cancelled periods that are over by the billing clock. */
import type { CustomerRef } from '../db/billing/billing-subscriptions.ts';
import { listExpiredSubscriptions } from '../db/billing/billing-subscriptions.ts';
import { inTransaction, retryDeadlocks } from '../db/transaction.ts';
import { applyBillingUpdate } from './apply-billing-update.ts';
import type { BillingContext } from './billing-context.ts';
import { describeStripeError } from './stripe-client.ts';
import { syncCustomer } from './sync-customer.ts';

/** While Stripe is unreachable an expiry waits this long for a sync: a payment may have been made meanwhile. */
const providerGraceMs = 3_600_000;
const batchSize = 20;

/** Expires one batch. @returns how many were due */
export async function expireSubscriptions(billing: BillingContext): Promise<number> {
  const now = billing.clock();
  const due = await listExpiredSubscriptions(billing.pool, now, batchSize);
  for (const { expiredAt, ...customer } of due) {
    const isSynced = await syncCustomer(billing, customer).then(
      () => true,
      (error: unknown) => {
        billing.log.warn({ fault: describeStripeError(error) }, 'an expiry waits for the provider');
        return false;
      },
    );
    if (isSynced || now.getTime() >= expiredAt.getTime() + providerGraceMs)
      await expireByTime(billing, customer, now);
  }
  return due.length;
}

async function expireByTime(
  { pool, appOrigin }: BillingContext,
  { uid }: CustomerRef,
  now: Date,
): Promise<void> {
  await retryDeadlocks(() =>
    inTransaction(pool, (client) =>
      applyBillingUpdate(client, uid, { kind: 'timePassed' }, { appOrigin, now }),
    ),
  );
}
