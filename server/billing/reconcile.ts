/** Nightly reconciliation of customers with Stripe, and expiry of grace periods and cancelled periods. */

import { forEachConcurrent } from '../concurrency.ts';
import {
  claimReconciliations,
  scheduleNextReconciliation,
} from '../db/billing/billing-reconciliation.ts';
import { type KnownCustomer, listExpired } from '../db/billing/billing-subscriptions.ts';
import { inTransaction, retryDeadlocks } from '../db/transaction.ts';
import { applyCustomerState } from './apply-billing-update.ts';
import { type BillingContext, syncCustomer } from './billing-context.ts';
import { describeStripeError } from './stripe-client.ts';

export const reconcileBatchSize = 20;
/** Stripe allows 100 calls a second in all; one customer takes four. */
const customersAtOnce = 4;
/** Also the retry interval of a failed reconciliation. */
const leaseSeconds = 600;
/** While Stripe is unreachable an expiry waits this long for a sync: a payment may have been made meanwhile. */
const providerGraceMs = 3_600_000;

/** Syncs the next batch of due customers. @returns how many were due */
export async function reconcileCustomers(billing: BillingContext): Promise<number> {
  const due = await claimReconciliations(billing.pool, { limit: reconcileBatchSize, leaseSeconds });
  const { metrics } = billing;
  await forEachConcurrent(customersAtOnce, due, async (customer) => {
    try {
      const result = await syncCustomer(billing, customer);
      if (result?.changed) metrics.billingDriftRepaired.inc({ source: 'reconciliation' });
      metrics.billingReconciliations.inc({ outcome: result?.changed ? 'repaired' : 'equal' });
      await scheduleNextReconciliation(billing.pool, customer.uid);
    } catch (error) {
      metrics.billingReconciliations.inc({ outcome: 'failed' });
      billing.log.warn({ fault: describeStripeError(error) }, 'a customer could not be reconciled');
    }
  });
  return due.length;
}

/** Ends grace periods and cancelled periods that are over by the billing clock. @returns how many were due */
export async function expireSubscriptions(billing: BillingContext): Promise<number> {
  const now = billing.clock();
  const due = await listExpired(billing.pool, now, reconcileBatchSize);
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
  { uid }: KnownCustomer,
  now: Date,
): Promise<void> {
  await retryDeadlocks(() =>
    inTransaction(pool, (client) =>
      applyCustomerState(client, uid, { kind: 'timePassed' }, { appOrigin, now }),
    ),
  );
}
