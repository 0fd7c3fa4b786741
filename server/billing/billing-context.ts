/** Dependencies of billing, and their creation from the configuration. */
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type Stripe from 'stripe';
import type { PaidPlan } from '#contract/billing.ts';
import type { Metrics } from '../base/metrics.ts';
import { createStripe, type StripeSettings } from './stripe-client.ts';
import { createPriceLookup } from './stripe-prices.ts';

export interface BillingContext {
  readonly pool: pg.Pool;
  readonly stripe: Stripe;
  readonly webhookSecret: string;
  /** @throws PricesMisconfigured, or Stripe's errors */
  readonly priceIdOf: (plan: PaidPlan) => Promise<string>;
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
  | 'jobsDead'
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
  return { ...rest, stripe, webhookSecret, clock, priceIdOf: createPriceLookup(stripe) };
}
