/** Monthly prices in the API's format: what Vigía reads of them. */
import { pricesCreatedAtSeconds, type StripePrice } from '../state/plan-prices.ts';

export const priceView = (price: StripePrice) => ({
  id: price.id,
  object: 'price',
  active: true,
  created: pricesCreatedAtSeconds,
  currency: 'eur',
  livemode: false,
  lookup_key: price.lookupKey,
  product: price.productId,
  recurring: { interval: 'month', interval_count: 1 },
  tax_behavior: 'inclusive',
  type: 'recurring',
  unit_amount: price.cents,
});
