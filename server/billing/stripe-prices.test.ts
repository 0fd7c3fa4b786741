/** Prices at Stripe that differ from the published ones charge nobody. */
import type Stripe from 'stripe';
import { expect, it } from 'vitest';
import { createPriceLookup, PricesMisconfigured, planOf } from './stripe-prices.ts';

const price = (plan: string, cents: number) => ({
  id: `price_${plan}`,
  lookup_key: `vigia_${plan}`,
  currency: 'eur',
  unit_amount: cents,
  recurring: { interval: 'month', interval_count: 1 },
  tax_behavior: 'inclusive',
});
const [premium, elite] = [price('premium', 999), price('elite', 2_499)];
/** @param answers of the list of prices, one a request; the last is repeated */
function lookupWith(...answers: (readonly object[] | Error)[]) {
  let requests = 0;
  const list = async () => {
    const answer = answers[Math.min(requests, answers.length - 1)];
    requests += 1;
    if (answer instanceof Error) throw answer;
    return { data: answer };
  };
  const priceId = createPriceLookup({ prices: { list } } as unknown as Stripe);
  return { priceId, requests: () => requests };
}

it('finds the price of each plan with one request', async () => {
  const { priceId, requests } = lookupWith([elite, premium]);
  expect(await Promise.all([priceId('premium'), priceId('elite'), priceId('premium')])).toEqual([
    'price_premium',
    'price_elite',
    'price_premium',
  ]);
  expect(requests()).toBe(1);
});

it('asks again after a failure', async () => {
  const { priceId } = lookupWith(new Error('unreachable'), [premium, elite]);
  await expect(priceId('premium')).rejects.toThrow('unreachable');
  expect(await priceId('premium')).toBe('price_premium');
});

it.each([
  ['in another currency', { currency: 'usd' }],
  ['of another amount', { unit_amount: 1_000 }],
  ['charged once', { recurring: null }],
  ['of a week', { recurring: { interval: 'week', interval_count: 1 } }],
  ['of two months', { recurring: { interval: 'month', interval_count: 2 } }],
  ['with tax on top', { tax_behavior: 'exclusive' }],
])('charges no price %s', async (_what, difference) => {
  const { priceId } = lookupWith([{ ...premium, ...difference }, elite]);
  await expect(priceId('premium')).rejects.toBeInstanceOf(PricesMisconfigured);
});

it('knows the plan of a subscription by its price, or by its metadata once that was replaced', () => {
  const subscription = (lookupKey: string | null, plan?: string) =>
    ({
      items: { data: [{ price: { lookup_key: lookupKey } }] },
      metadata: { plan },
    }) as unknown as Stripe.Subscription;
  expect(planOf(subscription('vigia_elite', 'premium'))).toBe('elite');
  expect(planOf(subscription(null, 'premium'))).toBe('premium');
  expect(planOf(subscription('vigia_basico', 'other'))).toBeNull();
});
