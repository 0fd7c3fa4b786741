/** Prices, plans and products in the API's format. */
import type Stripe from 'stripe';
import { type PlanPrice, pricesCreatedAtSeconds } from '../state/plan-prices.ts';

/** In JSON a decimal is a string. */
type WirePrice = Omit<Stripe.Price, 'unit_amount_decimal'> & { unit_amount_decimal: string };
type WirePlan = Omit<Stripe.Plan, 'amount_decimal'> & { amount_decimal: string };

export function priceView(price: PlanPrice): WirePrice {
  return {
    id: price.id,
    object: 'price',
    active: true,
    billing_scheme: 'per_unit',
    created: pricesCreatedAtSeconds,
    currency: 'eur',
    custom_unit_amount: null,
    livemode: false,
    lookup_key: price.lookupKey,
    metadata: {},
    nickname: null,
    product: price.productId,
    recurring: {
      interval: 'month',
      interval_count: 1,
      meter: null,
      trial_period_days: null,
      usage_type: 'licensed',
    },
    tax_behavior: 'inclusive',
    tiers_mode: null,
    transform_quantity: null,
    type: 'recurring',
    unit_amount: price.cents,
    unit_amount_decimal: String(price.cents),
  };
}

/** The legacy plan object, which subscription items still include. */
export function planView(price: PlanPrice): WirePlan {
  return {
    id: price.id,
    object: 'plan',
    active: true,
    amount: price.cents,
    amount_decimal: String(price.cents),
    billing_scheme: 'per_unit',
    created: pricesCreatedAtSeconds,
    currency: 'eur',
    interval: 'month',
    interval_count: 1,
    livemode: false,
    metadata: {},
    meter: null,
    nickname: null,
    product: price.productId,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: 'licensed',
  };
}

export function productView(price: PlanPrice): Stripe.Product {
  return {
    id: price.productId,
    object: 'product',
    active: true,
    created: pricesCreatedAtSeconds,
    default_price: price.id,
    description: null,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: {},
    name: price.name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: 'service',
    unit_label: null,
    updated: pricesCreatedAtSeconds,
    url: null,
  };
}
