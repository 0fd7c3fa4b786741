/** Compares our books with the provider's, each customer's every night, and ends what time alone ends. */

import { forEachConcurrent } from '../concurrency.ts';
import {
  claimReconciliations,
  scheduleNextReconciliation,
} from '../db/billing/billing-reconciliation.ts';
import { type KnownCustomer, listExpired } from '../db/billing/billing-subscriptions.ts';
import { inTransaction, retryDeadlocks } from '../db/transaction.ts';
import { applyCustomerState } from './apply-customer-state.ts';
import { type BillingContext, syncCustomer } from './billing-context.ts';
import { describeStripeError } from './stripe-client.ts';

export const reconcileBatchSize = 20;
/** The provider allows a hundred calls a second to everything we do; one customer takes four. */
const checksAtOnce = 4;
/** Also how soon a check that failed is made again. */
const leaseSeconds = 600;
/** While the provider is away an end waits this long for its word: a payment may have been made meanwhile. */
const patienceMs = 3_600_000;

/** Compares the next few customers with the provider. @returns how many were due */
export async function reconcileCustomers(billing: BillingContext): Promise<number> {
  const due = await claimReconciliations(billing.pool, { limit: reconcileBatchSize, leaseSeconds });
  const { metrics } = billing;
  await forEachConcurrent(checksAtOnce, due, async (customer) => {
    try {
      const kept = await syncCustomer(billing, customer);
      if (kept?.changed) metrics.paymentRepairs.inc({ found: 'check' });
      metrics.paymentChecks.inc({ outcome: kept?.changed ? 'repaired' : 'equal' });
      await scheduleNextReconciliation(billing.pool, customer.uid);
    } catch (error) {
      metrics.paymentChecks.inc({ outcome: 'failed' });
      billing.log.warn({ fault: describeStripeError(error) }, 'a customer could not be compared');
    }
  });
  return due.length;
}

/** Ends graces and cancelled periods that are over by the billing clock. @returns how many were due */
export async function expireSubscriptions(billing: BillingContext): Promise<number> {
  const now = billing.clock();
  const due = await listExpired(billing.pool, now, reconcileBatchSize);
  for (const { endedAt, ...customer } of due) {
    const heard = await syncCustomer(billing, customer).then(
      () => true,
      (error: unknown) => {
        billing.log.warn(
          { fault: describeStripeError(error) },
          'an end waits for the provider’s word',
        );
        return false;
      },
    );
    if (heard || now.getTime() >= endedAt.getTime() + patienceMs)
      await timePassed(billing, customer, now);
  }
  return due.length;
}

async function timePassed(
  { pool, appOrigin }: BillingContext,
  { uid }: KnownCustomer,
  now: Date,
): Promise<void> {
  await retryDeadlocks(() =>
    inTransaction(pool, (client) =>
      applyCustomerState(client, uid, { kind: 'time' }, { appOrigin, now }),
    ),
  );
}
