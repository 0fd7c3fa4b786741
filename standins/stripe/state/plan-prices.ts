/** The two Stripe products and their monthly prices, derived from the plans. */
import { plans } from '#domain/plans.ts';

export interface StripePrice {
  readonly id: string;
  readonly productId: string;
  readonly lookupKey: string;
  readonly name: string;
  /** EUR cents per month, tax included. */
  readonly cents: number;
}

const toPlanPrice = ({ name, label, monthlyPriceCents }: (typeof plans)['premium' | 'elite']) => ({
  id: `price_vigia_${name}`,
  productId: `prod_vigia_${name}`,
  lookupKey: `vigia_${name}`,
  name: `Vigía ${label}`,
  cents: monthlyPriceCents,
});

export const planPrices: readonly StripePrice[] = [
  toPlanPrice(plans.premium),
  toPlanPrice(plans.elite),
];

/** `created` of products and prices. */
export const pricesCreatedAtSeconds = Date.UTC(2026, 0, 1) / 1_000;

/** @throws Error for an unknown id */
export function priceById(id: string): StripePrice {
  const found = planPrices.find((price) => price.id === id);
  if (!found) throw new Error(`no price ${id}`);
  return found;
}
