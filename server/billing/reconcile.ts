/** Nightly reconciliation: syncs every customer with Stripe. */
import { forEachConcurrent } from '../base/concurrency.ts';
import {
  claimReconciliations,
  scheduleNextReconciliation,
} from '../db/billing/billing-reconciliation.ts';
import type { BillingContext } from './billing-context.ts';
import { describeStripeError } from './stripe-client.ts';
import { syncCustomer } from './sync-customer.ts';

export const reconcileBatchSize = 20;
/** Stripe allows 100 calls a second in all; one customer takes four. */
const customersAtOnce = 4;
/** Also the retry interval of a failed reconciliation. */
const leaseSeconds = 600;

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
