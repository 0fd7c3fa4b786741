/** Dependencies of billing, and the sync of one customer from Stripe. */
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type Stripe from 'stripe';
import type { PaidPlan } from '#contract/billing.ts';
import { type KnownCustomer, nextSyncSequence } from '../db/billing/billing-subscriptions.ts';
import { inTransaction, retryDeadlocks } from '../db/transaction.ts';
import type { Metrics } from '../metrics.ts';
import { type ApplyResult, applyCustomerState } from './apply-billing-update.ts';
import { fetchCustomerState } from './fetch-customer-state.ts';
import { createStripe, type StripeSettings } from './stripe-client.ts';
import { createPriceLookup } from './stripe-prices.ts';

export interface BillingContext {
  readonly pool: pg.Pool;
  readonly stripe: Stripe;
  readonly webhookSecret: string;
  /** @throws PricesMisconfigured, or Stripe's errors */
  readonly priceOf: (plan: PaidPlan) => Promise<string>;
  readonly appOrigin: string;
  /** Decides when grace periods and paid periods end. */
  readonly clock: () => Date;
  readonly log: FastifyBaseLogger;
  readonly metrics: BillingMetrics;
}

export type BillingMetrics = Pick<
  Metrics,
  | 'stripeWebhookEvents'
  | 'billingReconciliations'
  | 'billingDriftRepaired'
  | 'renewalPaymentsFailed'
  | 'stripeJobsRetried'
>;

export function createBillingContext(
  options: Pick<BillingContext, 'pool' | 'appOrigin' | 'log' | 'metrics'> & {
    readonly settings: StripeSettings;
    readonly clock?: () => Date;
  },
): BillingContext {
  const { settings, clock = () => new Date(), ...rest } = options;
  const stripe = createStripe(settings);
  const { webhookSecret } = settings;
  return { ...rest, stripe, webhookSecret, clock, priceOf: createPriceLookup(stripe) };
}

/**
 * Fetches a customer's state from Stripe and applies it. No database connection is held during the requests.
 * @param claim runs first in the transaction; false leaves everything unchanged
 * @returns null when `claim` returned false
 * @throws Stripe's errors; then nothing was written
 */
export async function syncCustomer(
  { pool, stripe, appOrigin, clock, metrics }: BillingContext,
  { uid, customerId }: KnownCustomer,
  claim: (client: pg.PoolClient) => Promise<boolean> = async () => true,
): Promise<ApplyResult | null> {
  const syncSeq = await nextSyncSequence(pool);
  const fetched = await fetchCustomerState(stripe, customerId);
  const result = await retryDeadlocks(() =>
    inTransaction(pool, async (client) => {
      if (!(await claim(client))) return null;
      return applyCustomerState(
        client,
        uid,
        { kind: 'synced', fetched, syncSeq },
        { appOrigin, now: clock() },
      );
    }),
  );
  if (result?.chargeFailed) metrics.renewalPaymentsFailed.inc();
  return result;
}
