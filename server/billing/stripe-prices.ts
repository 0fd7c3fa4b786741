/** Stripe price of each paid plan, by lookup key; amount and terms are checked against the published plans. */
import type Stripe from 'stripe';
import { type PaidPlan, paidPlan } from '#contract/billing.ts';
import { plans } from '#domain/plans.ts';

const paidPlans: readonly PaidPlan[] = paidPlan.options;

const lookupKeyOf = (plan: PaidPlan): string => `vigia_${plan}`;

/** The Stripe account's prices differ from the published ones, so nothing may be charged. */
export class PricesMisconfigured extends Error {}

/**
 * @returns a lookup of a plan's price id; loads all prices once, and again after a failure
 *   (throws {@link PricesMisconfigured}, or Stripe's errors)
 */
export function createPriceLookup(stripe: Stripe): (plan: PaidPlan) => Promise<string> {
  let priceIds: Promise<ReadonlyMap<PaidPlan, string>> | null = null;
  return async (plan) => {
    priceIds ??= fetchPriceIds(stripe).catch((error: unknown) => {
      priceIds = null;
      throw error;
    });
    const id = (await priceIds).get(plan);
    if (id === undefined) throw new PricesMisconfigured(`no price for ${plan}`);
    return id;
  };
}

async function fetchPriceIds(stripe: Stripe): Promise<ReadonlyMap<PaidPlan, string>> {
  const { data } = await stripe.prices.list({
    lookup_keys: paidPlans.map(lookupKeyOf),
    active: true,
  });
  const priceIds = new Map<PaidPlan, string>();
  for (const plan of paidPlans) {
    const price = data.find(({ lookup_key }) => lookup_key === lookupKeyOf(plan));
    if (!price) throw new PricesMisconfigured(`no active price has the key ${lookupKeyOf(plan)}`);
    const isAsPublished =
      price.currency === 'eur' &&
      price.unit_amount === plans[plan].monthlyPriceCents &&
      price.recurring?.interval === 'month' &&
      price.recurring.interval_count === 1 &&
      price.tax_behavior === 'inclusive';
    if (!isAsPublished)
      throw new PricesMisconfigured(
        `${lookupKeyOf(plan)} is not ${plans[plan].monthlyPriceCents} cents of EUR a month, tax included`,
      );
    priceIds.set(plan, price.id);
  }
  return priceIds;
}

/** A replaced price loses its lookup key; the subscription's metadata then names the plan. */
export function planOf(subscription: Stripe.Subscription): PaidPlan | null {
  const key = subscription.items.data[0]?.price.lookup_key;
  const byKey = paidPlans.find((plan) => lookupKeyOf(plan) === key);
  return byKey ?? paidPlan.safeParse(subscription.metadata.plan).data ?? null;
}
