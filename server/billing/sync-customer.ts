/** Fetches one customer's state from Stripe and applies it; Stripe gets the address that the account has by now. */
import type pg from 'pg';
import type { CustomerRef } from '../db/billing/billing-subscriptions.ts';
import { nextSyncSequence } from '../db/billing/billing-subscriptions.ts';
import { inTransaction, retryDeadlocks } from '../db/transaction.ts';
import type { BillingUpdateResult } from './apply-billing-update.ts';
import { applyBillingUpdate } from './apply-billing-update.ts';
import type { BillingContext } from './billing-context.ts';
import { fetchCustomerState } from './fetch-customer-state.ts';
import { describeStripeError } from './stripe-client.ts';

/**
 * No database connection is held during the requests.
 * @param claim runs first in the transaction; false leaves everything unchanged
 * @returns null when `claim` returned false
 * @throws Stripe's errors; then nothing was written
 */
export async function syncCustomer(
  { pool, stripe, appOrigin, clock, log, metrics }: BillingContext,
  { uid, customerId }: CustomerRef,
  claim: (client: pg.PoolClient) => Promise<boolean> = async () => true,
): Promise<BillingUpdateResult | null> {
  const syncSeq = await nextSyncSequence(pool);
  const fetched = await fetchCustomerState(stripe, customerId);
  const result = await retryDeadlocks(() =>
    inTransaction(pool, async (client) => {
      if (!(await claim(client))) return null;
      return applyBillingUpdate(
        client,
        uid,
        { kind: 'synced', fetched, syncSeq },
        { appOrigin, now: clock() },
      );
    }),
  );
  if (result?.chargeFailed) metrics.renewalPaymentsFailed.inc();
  const email = result?.email ?? null;
  if (email !== null && fetched.email !== null && fetched.email !== email)
    await stripe.customers
      .update(customerId, { email })
      // The next sync tries again.
      .catch((error: unknown) =>
        log.warn(
          { fault: describeStripeError(error) },
          'the address of a customer was not changed',
        ),
      );
  return result;
}
