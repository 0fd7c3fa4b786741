/** Stripe contract tests on the stand-in and on Stripe's test mode; others are in `stripe-*.test.ts`. */
import Stripe from 'stripe';
import { plans } from '#domain/plans.ts';
import { openDataDir } from './serve.ts';
import { type StripeTarget, stripeScenarios } from './stripe.scenarios.ts';
import { startStripeHost } from './stripe-host.ts';

const testKey = process.env.STRIPE_TEST_KEY;
console.info(
  testKey
    ? 'payment scenarios ran: stand-in, Stripe test mode'
    : 'payment scenarios ran: stand-in · not run: Stripe test mode (STRIPE_TEST_KEY not set)',
);
if (testKey && !/^(sk|rk)_test_/.test(testKey)) {
  throw new Error('STRIPE_TEST_KEY must be a key of test mode: these scenarios charge cards.');
}

const host = await startStripeHost(await openDataDir(), null);

/** The stand-in has one clock for all customers; the tests must pass although they advance it for each other. */
const standin: StripeTarget = {
  name: 'stand-in',
  timeoutMs: 30_000,
  client: (apiKey) => host.client(apiKey),
  preparePrices: async () => {},
  newCustomer: async () => (await host.client().customers.create({ email: 'eva@correo.es' })).id,
  async advance(_customer, toSeconds) {
    const { now } = await (await fetch(`${host.origin}/__local/pagos.json`)).json();
    if (toSeconds > now) await host.command('/reloj', { seconds: toSeconds - now });
  },
};
stripeScenarios(standin);

if (testKey) stripeScenarios(testMode(testKey));

function testMode(key: string): StripeTarget {
  const stripe = new Stripe(key);
  const clocks = new Map<string, string>();
  return {
    name: 'Stripe test mode',
    timeoutMs: 300_000,
    client: (apiKey = key) => new Stripe(apiKey),
    async preparePrices() {
      for (const { name, label, monthlyPriceCents } of [plans.premium, plans.elite]) {
        const { data } = await stripe.prices.list({ lookup_keys: [`vigia_${name}`] });
        if (data.length > 0) continue;
        await stripe.prices.create({
          lookup_key: `vigia_${name}`,
          currency: 'eur',
          unit_amount: monthlyPriceCents,
          recurring: { interval: 'month' },
          tax_behavior: 'inclusive',
          product_data: { name: `Vigía ${label}` },
        });
      }
    },
    async newCustomer() {
      const nowSeconds = Math.floor(Date.now() / 1_000);
      const clock = await stripe.testHelpers.testClocks.create({ frozen_time: nowSeconds });
      const customer = await stripe.customers.create({
        email: 'eva@correo.es',
        test_clock: clock.id,
      });
      clocks.set(customer.id, clock.id);
      return customer.id;
    },
    async advance(customer, toSeconds) {
      const clock = clocks.get(customer) ?? '';
      await stripe.testHelpers.testClocks.advance(clock, { frozen_time: toSeconds });
      for (;;) {
        const { status } = await stripe.testHelpers.testClocks.retrieve(clock);
        if (status === 'ready') return;
        if (status === 'internal_failure') throw new Error('the test clock failed');
        await new Promise((done) => setTimeout(done, 1_000));
      }
    },
  };
}
