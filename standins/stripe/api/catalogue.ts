/** Catalogue: the two products and their monthly prices, derived from the plans. */
import { plans } from '#domain/plans.ts';

export interface CataloguePrice {
  readonly id: string;
  readonly productId: string;
  readonly lookupKey: string;
  readonly name: string;
  /** EUR cents per month, tax included. */
  readonly cents: number;
}

const priceOf = ({ name, label, monthlyPriceCents }: (typeof plans)['premium' | 'elite']) => ({
  id: `price_vigia_${name}`,
  productId: `prod_vigia_${name}`,
  lookupKey: `vigia_${name}`,
  name: `Vigía ${label}`,
  cents: monthlyPriceCents,
});

export const catalogue: readonly CataloguePrice[] = [priceOf(plans.premium), priceOf(plans.elite)];

/** `created` of products and prices. */
export const catalogueCreatedAtSeconds = Date.UTC(2026, 0, 1) / 1_000;

/** @throws Error for an unknown id */
export function priceById(id: string): CataloguePrice {
  const found = catalogue.find((price) => price.id === id);
  if (!found) throw new Error(`no price ${id}`);
  return found;
}
