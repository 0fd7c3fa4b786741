/** What every part of billing works with, and the one way in which books follow the provider. */
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type Stripe from 'stripe';
import type { PaidPlan } from '#contract/billing.ts';
import { type KnownCustomer, nextSyncSequence } from '../db/billing/billing-subscriptions.ts';
import { inTransaction, retryDeadlocks } from '../db/transaction.ts';
import type { Metrics } from '../metrics.ts';
import { type ApplyResult, applyCustomerState } from './apply-customer-state.ts';
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
  /** Ends of grace and of periods are counted by it. */
  readonly clock: () => Date;
  readonly log: FastifyBaseLogger;
  readonly metrics: BillingMetrics;
}

export type BillingMetrics = Pick<
  Metrics,
  'paymentEvents' | 'paymentChecks' | 'paymentRepairs' | 'paymentsFailed' | 'paymentRequestsRetried'
>;

export function createBillingContext(
  parts: Pick<BillingContext, 'pool' | 'appOrigin' | 'log' | 'metrics'> & {
    readonly settings: StripeSettings;
    readonly clock?: () => Date;
  },
): BillingContext {
  const { settings, clock = () => new Date(), ...rest } = parts;
  const stripe = createStripe(settings);
  const { webhookSecret } = settings;
  return { ...rest, stripe, webhookSecret, clock, priceOf: createPriceLookup(stripe) };
}

/**
 * Reads a customer anew and keeps what was learnt. No connection is held while the provider is asked.
 * @param claims in the same transaction: false leaves everything as it is
 * @returns what was kept; null where it was not claimed
 * @throws Stripe's errors; then nothing was kept
 */
export async function syncCustomer(
  { pool, stripe, appOrigin, clock, metrics }: BillingContext,
  { uid, customerId }: KnownCustomer,
  claims: (client: pg.PoolClient) => Promise<boolean> = async () => true,
): Promise<ApplyResult | null> {
  const order = await nextSyncSequence(pool);
  const reading = await fetchCustomerState(stripe, customerId);
  const kept = await retryDeadlocks(() =>
    inTransaction(pool, async (client) => {
      if (!(await claims(client))) return null;
      return applyCustomerState(
        client,
        uid,
        { kind: 'read', reading, order },
        { appOrigin, now: clock() },
      );
    }),
  );
  if (kept?.chargeFailed) metrics.paymentsFailed.inc();
  return kept;
}
