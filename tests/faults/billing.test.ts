/** Billing faults: events duplicated, late, forged and out of order, and failures between any two steps. */
import { randomUUID } from 'node:crypto';
import Fastify from 'fastify';
import type Stripe from 'stripe';
import { beforeEach, describe, expect, it } from 'vitest';
import { type PaidPlan, redirect } from '#contract/billing.ts';
import { plans } from '#domain/plans.ts';
import { errorHandler } from '#server/base/errors.ts';
import { fetchCustomerState } from '#server/billing/fetch-customer-state.ts';
import { runBillingJobs } from '#server/billing/run-billing-jobs.ts';
import { syncCustomer } from '#server/billing/sync-customer.ts';
import { webhookRoute } from '#server/billing/webhook-route.ts';
import { cards, newUid, openBillingHarness, webhookSecret } from './support/billing-harness.ts';
import { byCampaignSize } from './support/campaign-size.ts';
import { failingPool, holdingPool } from './support/intercept-pool.ts';

const harness = await openBillingHarness();
let uid: string;
beforeEach(() => {
  uid = newUid();
});
const post = (path: string, payload?: object) => harness.call(uid, 'POST', path, payload);
const payWithoutWebhooks = (plan: PaidPlan = 'premium') => harness.payWithoutWebhooks(uid, plan);
/** Without webhooks: the state is fetched. */
async function pay(): Promise<void> {
  await payWithoutWebhooks();
  await harness.sync(uid);
}
const processedCount = async () =>
  (
    await harness.api.pool.query<{ n: number }>(
      'select count(*)::integer as n from billing_processed_events',
    )
  ).rows[0]?.n ?? 0;
const revision = async () =>
  (
    await harness.api.pool.query<{ revision: number }>(
      'select revision from billing_subscriptions where uid = $1',
      [uid],
    )
  ).rows[0]?.revision ?? 0;

describe('events', () => {
  it('have one effect, in any order and however often they are delivered', async () => {
    const events = await payWithoutWebhooks();
    expect(events.length).toBeGreaterThan(3);
    for (const event of [...events.toReversed(), ...events])
      expect(await harness.deliver(event)).toBe(200);
    expect(await harness.state(uid)).toMatchObject({
      plan: 'premium',
      subscription: { status: 'active' },
    });
    expect(await harness.mails(uid)).toEqual(['Ya tienes el plan Premium']);
    expect(await revision()).toBe(1);
    const before = await processedCount();
    harness.takeCalls();
    for (const event of events) expect(await harness.deliver(event)).toBe(200);
    expect([await processedCount(), harness.takeCalls()]).toEqual([before, []]);
  });

  it('that are stale do not count: the current state is fetched', async () => {
    const events = await payWithoutWebhooks();
    const created = events.find(({ type }) => type === 'customer.subscription.created');
    await harness.sync(uid);
    await post('cancel');
    // The event still shows an incomplete subscription that renews.
    expect(await harness.deliver(created ?? {})).toBe(200);
    expect(await harness.state(uid)).toMatchObject({
      plan: 'premium',
      subscription: { status: 'cancelScheduled' },
    });
  });

  it('that are forged, altered, too old or malformed are rejected, and not marked as processed', async () => {
    const [event] = await payWithoutWebhooks();
    const before = await processedCount();
    const old = Math.floor(Date.now() / 1_000) - 301;
    expect(await harness.deliver(event ?? {}, { secret: 'whsec_otro' })).toBe(400);
    expect(await harness.deliver(event ?? {}, { signedAtSeconds: old })).toBe(400);
    expect(await harness.deliver({ hola: 1 })).toBe(400);
    const inject = (headers: Record<string, string>, payload: string | Buffer) =>
      harness.api.app
        .inject({ method: 'POST', url: '/api/billing/webhook', headers, payload })
        .then(({ statusCode }) => statusCode);
    const payload = JSON.stringify(event);
    const signature = harness.stripe.webhooks.generateTestHeaderString({
      payload,
      secret: webhookSecret,
    });
    const json = { 'content-type': 'application/json' };
    expect(await inject(json, payload)).toBe(400);
    const altered = payload.replace('"object":"event"', '"object":"other"');
    expect(altered).not.toBe(payload);
    expect(await inject({ ...json, 'stripe-signature': signature }, altered)).toBe(400);
    expect(await inject({ ...json, 'stripe-signature': 'x' }, '')).toBe(400);
    expect(await inject({ ...json, 'stripe-signature': signature }, Buffer.alloc(600_000))).toBe(
      400,
    );
    expect(await processedCount()).toBe(before);
    expect(await inject({ ...json, 'stripe-signature': signature }, payload)).toBe(200);
  });

  it('of unknown customers or other types are acknowledged and ignored', async () => {
    const unknown = await harness.stripe.customers.create({ email: 'otra@persona.test' });
    for (const object of [
      { object: 'invoice', customer: unknown.id },
      { object: 'invoice', customer: { id: unknown.id } },
      { object: 'customer', id: unknown.id },
      { object: 'balance' },
    ])
      expect(
        await harness.deliver({ id: `evt_${randomUUID()}`, type: 'algo.nuevo', data: { object } }),
      ).toBe(200);
  });

  it('fail while Stripe is unreachable, and are processed when redelivered', async () => {
    const events = await payWithoutWebhooks();
    harness.fail('everything');
    expect(await harness.deliver(events[0] ?? {})).toBe(503);
    harness.fail('nothing');
    expect((await harness.state(uid)).plan).toBe('basico');
    expect(await harness.deliver(events[0] ?? {})).toBe(200);
    expect((await harness.state(uid)).plan).toBe('premium');
  });
});

interface Round {
  /** A different one in each round. */
  createEvent(round: number): Promise<Stripe.Event | undefined>;
  check(round: number): Promise<void>;
}
/** A change of plan: plan, thresholds, invoices and mails follow from one event. */
const changeOfPlan = (): Round => {
  const planOf = (round: number) => (round % 2 === 1 ? 'elite' : 'premium');
  let mailsBefore = 0;
  return {
    async createEvent(round) {
      await harness.changePlanAtStripe(uid, planOf(round));
      mailsBefore = (await harness.mails(uid)).length;
      return (await harness.takeEvents()).at(-1);
    },
    async check(round) {
      const plan = planOf(round);
      expect(await harness.state(uid)).toMatchObject({
        plan,
        subscription: { status: 'active', plan },
      });
      const mails = (await harness.mails(uid)).slice(mailsBefore);
      const subjects = mails.filter((subject) => !subject.startsWith('Recibo '));
      expect([round, subjects]).toEqual([round, [`Tu plan es ahora ${plans[plan].label}`]]);
      expect(mails).toHaveLength(plan === 'elite' ? 2 : 1);
    },
  };
};
/** A new card, which pays what is owed: between its statements Stripe is told of it. */
const changeOfCard = (): Round => {
  const cardOf = (round: number) => (round % 2 === 1 ? cards.other : cards.good);
  let paidBefore = 0;
  const countPaid = async () => {
    const customer = await harness.customerIdOf(uid);
    const { data } = await harness.stripe.invoices.list({ customer, limit: 100 });
    return data.filter(({ status }) => status === 'paid').length;
  };
  return {
    async createEvent(round) {
      await harness.setCard(uid, 'decline');
      await harness.advance({ months: 1 });
      await harness.deliverAll();
      paidBefore = await countPaid();
      const { body } = await post('card');
      await harness.pay(redirect.parse(body).url, cardOf(round));
      const events = await harness.takeEvents();
      return events.find(({ type }) => type === 'checkout.session.completed');
    },
    async check(round) {
      expect(await harness.state(uid)).toMatchObject({
        subscription: { status: 'active', card: { last4: cardOf(round).slice(-4) } },
      });
      expect([round, await countPaid()]).toEqual([round, paidBefore + 1]);
    },
  };
};

// After a statement is before the next one.
it.each<[string, number, () => Round]>([
  ['a change of plan', 1, changeOfPlan],
  ['a change of card', byCampaignSize({ quick: 7, full: 1 }), changeOfCard],
])(
  'a failure between any two steps of an event loses nothing of %s and does nothing twice',
  async (_what, stride, create) => {
    // On a day that every month has: months of the clock and of what is paid would drift apart.
    const day = new Date().getUTCDate();
    if (day > 28) await harness.advance({ days: 32 - day });
    await pay();
    await harness.takeEvents();
    const { createEvent, check } = create();
    for (let round = 1; ; round += 1) {
      const step = 1 + (round - 1) * stride;
      const event = (await createEvent(round)) ?? {};
      let statements = 0;
      // A wake-up follows the commit: the event is answered whether it arrives or not.
      const isDue = (text: string) =>
        text !== 'rollback' && !text.includes('pg_notify') && ++statements === step;
      const app = Fastify();
      app.setErrorHandler(errorHandler);
      const pool = failingPool(harness.api.pool, 'after', isDue);
      await app.register(webhookRoute({ ...harness.billing, pool }));
      const first = await harness.deliver(event, { app });
      const reached = statements >= step;
      expect([step, first >= 500]).toEqual([step, reached]);
      if (reached) expect(await harness.deliver(event, { app })).toBe(200);
      await check(round);
      expect(await harness.wasProcessed(event)).toBe(true);
      await app.close();
      if (!reached) {
        expect(step).toBeGreaterThan(12);
        return;
      }
    }
  },
);

describe('a call whose response is lost', () => {
  it('is repeated under its idempotency key, and done once', async () => {
    await pay();
    harness.fail('lostResponse');
    expect((await post('plan', { plan: 'elite' })).status).toBe(503);
    harness.fail('nothing');
    const { rows } = await harness.api.pool.query(
      `select 1 from billing_idempotency_keys where uid = $1 and completed_at is null`,
      [uid],
    );
    expect(rows).toHaveLength(1);
    // The call reached Stripe: the change is made, and not charged again.
    expect((await post('plan', { plan: 'elite' })).status).toBe(409);
    const { data } = await harness.stripe.invoices.list({
      customer: await harness.customerIdOf(uid),
    });
    expect(data).toHaveLength(2);
    expect((await harness.state(uid)).plan).toBe('elite');
  });
});

it('concurrent syncs leave the state fetched last, whichever commits last', async () => {
  await payWithoutWebhooks();
  const customerId = await harness.customerIdOf(uid);
  await syncCustomer(harness.billing, { uid, customerId });
  const stalling = holdingPool(harness.api.pool, (text) => text.startsWith('begin'));
  const late = syncCustomer({ ...harness.billing, pool: stalling.pool }, { uid, customerId });
  await stalling.arrived;
  expect((await post('cancel')).status).toBe(200);
  stalling.release();
  const result = await late;
  expect(await harness.state(uid)).toMatchObject({ subscription: { status: 'cancelScheduled' } });
  // The metrics count neither a repair nor a failed charge.
  expect(result).toMatchObject({ changed: false, chargeFailed: false });
});

describe('more than one subscription', () => {
  it('is reduced to the newest; the older one is cancelled', async () => {
    await payWithoutWebhooks();
    const customer = await harness.customerIdOf(uid);
    await harness.sync(uid);
    await harness.advance({ seconds: 10 });
    const address = 'https://vigia.example/';
    const { url } = await harness.stripe.checkout.sessions.create({
      mode: 'subscription',
      customer,
      line_items: [{ price: await harness.billing.priceIdOf('elite'), quantity: 1 }],
      success_url: address,
      cancel_url: address,
    });
    await harness.pay(url ?? '', cards.good);
    await harness.deliverAll();
    expect((await harness.state(uid)).plan).toBe('elite');
    await runBillingJobs(harness.billing);
    await harness.deliverAll();
    const { data } = await harness.stripe.subscriptions.list({ customer, status: 'active' });
    expect(data.map(({ items }) => items.data[0]?.price.lookup_key)).toEqual(['vigia_elite']);
    expect((await harness.state(uid)).plan).toBe('elite');
  });

  it('leaves the debt of an earlier one out: the new one has a grace period of its own', async () => {
    await payWithoutWebhooks();
    const customer = await harness.customerIdOf(uid);
    const [first] = (await harness.stripe.subscriptions.list({ customer })).data;
    // Cancelled at Stripe while its change of plan could not be charged: that invoice stays open.
    await harness.setCard(uid, 'decline');
    await harness.changePlanAtStripe(uid, 'elite');
    await harness.stripe.subscriptions.cancel(first?.id ?? '');
    await harness.setCard(uid, 'accept');
    const { data: invoices } = await harness.stripe.invoices.list({ customer });
    expect(invoices.map(({ status }) => status)).toContain('open');
    await harness.advance({ seconds: 10 });
    await harness.deliverAll();
    await harness.subscribe(uid, 'premium');
    const { subscription } = await fetchCustomerState(harness.stripe, customer);
    expect(subscription).toMatchObject({
      facts: { status: 'active', owedSince: null },
      details: { owedInvoiceId: null },
    });
    expect(subscription?.facts.subscriptionId).not.toBe(first?.id);
  });
});

it('a customer deleted by hand at the provider loses the plan, and may subscribe again', async () => {
  await payWithoutWebhooks();
  const customer = await harness.customerIdOf(uid);
  await harness.sync(uid);
  await harness.stripe.customers.del(customer);
  await harness.deliverAll();
  expect((await harness.state(uid)).plan).toBe('basico');
  await harness.advance({ seconds: 10 });
  await harness.subscribe(uid, 'elite');
  expect((await harness.state(uid)).plan).toBe('elite');
  expect(await harness.customerIdOf(uid)).not.toBe(customer);
});
