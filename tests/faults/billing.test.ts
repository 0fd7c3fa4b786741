/** What payments survive: events twice, late, forged and out of order, and failures between any two steps. */
import { randomUUID } from 'node:crypto';
import Fastify from 'fastify';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PaidPlan } from '#contract/billing.ts';
import { plans } from '#domain/plans.ts';
import { type BillingContext, syncCustomer } from '#server/billing/billing-context.ts';
import { grantPlan } from '#server/billing/effective-plan.ts';
import { runBillingJobs } from '#server/billing/run-billing-jobs.ts';
import { webhookRoute } from '#server/billing/webhook-route.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { lockUser } from '#server/db/users/users.ts';
import { errorHandler } from '#server/errors.ts';
import {
  type BillingHarness,
  createBillingHarness,
  newcomer,
  webhookSecret,
} from './support/billing-harness.ts';

let rig: BillingHarness;
let uid: string;
beforeAll(async () => {
  rig = await createBillingHarness();
});
afterAll(() => rig?.close());
beforeEach(() => {
  uid = newcomer();
});
const post = (path: string, payload?: object) => rig.call(uid, 'POST', path, payload);
const payUntold = (plan: PaidPlan = 'premium') => rig.payUntold(uid, plan);
const claimed = async () =>
  (await rig.api.pool.query<{ n: number }>('select count(*)::integer as n from billing_events'))
    .rows[0]?.n ?? 0;
const revision = async () =>
  (
    await rig.api.pool.query<{ revision: number }>(
      'select revision from billing_subscriptions where uid = $1',
      [uid],
    )
  ).rows[0]?.revision ?? 0;

describe('events', () => {
  it('have one effect, whatever their order and however often they come', async () => {
    const events = await payUntold();
    expect(events.length).toBeGreaterThan(3);
    for (const event of [...events.toReversed(), ...events])
      expect(await rig.deliver(event)).toBe(200);
    expect(await rig.state(uid)).toMatchObject({
      plan: 'premium',
      subscription: { status: 'active' },
    });
    expect(await rig.mails(uid)).toEqual(['Ya tienes el plan Premium']);
    expect(await revision()).toBe(1);
    const before = await claimed();
    rig.calls();
    for (const event of events) expect(await rig.deliver(event)).toBe(200);
    expect([await claimed(), rig.calls()]).toEqual([before, []]);
  });

  it('may come all at once', async () => {
    const events = await payUntold();
    const sent = [...events, ...events, ...events.toReversed()].map((event) => rig.deliver(event));
    expect(new Set(await Promise.all(sent))).toEqual(new Set([200]));
    expect(await rig.mails(uid)).toEqual(['Ya tienes el plan Premium']);
    expect((await rig.state(uid)).plan).toBe('premium');
  });

  it('that are stale say nothing of today: what runs now is read anew', async () => {
    const events = await payUntold();
    const created = events.find(({ type }) => type === 'customer.subscription.created');
    await syncCustomer(rig.billing, { uid, customerId: await rig.customerOf(uid) });
    await post('cancel');
    // It still tells of an incomplete subscription that renews.
    expect(await rig.deliver(created ?? {})).toBe(200);
    expect(await rig.state(uid)).toMatchObject({
      plan: 'premium',
      subscription: { status: 'cancelScheduled' },
    });
  });

  it('that are forged, altered, too old or no events are refused, and claim nothing', async () => {
    const [event] = await payUntold();
    const before = await claimed();
    const old = Math.floor(Date.now() / 1_000) - 301;
    expect(await rig.deliver(event ?? {}, { secret: 'whsec_otro' })).toBe(400);
    expect(await rig.deliver(event ?? {}, { signedAtSeconds: old })).toBe(400);
    expect(await rig.deliver({ hola: 1 })).toBe(400);
    const inject = (headers: Record<string, string>, payload: string | Buffer) =>
      rig.api.app
        .inject({ method: 'POST', url: '/api/billing/webhook', headers, payload })
        .then(({ statusCode }) => statusCode);
    const payload = JSON.stringify(event);
    const signature = rig.stripe.webhooks.generateTestHeaderString({
      payload,
      secret: webhookSecret,
    });
    const json = { 'content-type': 'application/json' };
    expect(await inject(json, payload)).toBe(400);
    const altered = payload.replace('"livemode":false', '"livemode":true');
    expect(altered).not.toBe(payload);
    expect(await inject({ ...json, 'stripe-signature': signature }, altered)).toBe(400);
    expect(await inject({ ...json, 'stripe-signature': 'x' }, '')).toBe(400);
    expect(await inject({ ...json, 'stripe-signature': signature }, Buffer.alloc(600_000))).toBe(
      400,
    );
    expect(await claimed()).toBe(before);
    expect(await inject({ ...json, 'stripe-signature': signature }, payload)).toBe(200);
  });

  it('of strangers and about other things are taken and forgotten', async () => {
    const stranger = await rig.stripe.customers.create({ email: 'otra@persona.test' });
    for (const object of [
      { object: 'invoice', customer: stranger.id },
      { object: 'invoice', customer: { id: stranger.id } },
      { object: 'customer', id: stranger.id },
      { object: 'balance' },
    ])
      expect(
        await rig.deliver({ id: `evt_${randomUUID()}`, type: 'algo.nuevo', data: { object } }),
      ).toBe(200);
  });

  it('wait while the provider is away, and count when they come again', async () => {
    const events = await payUntold();
    rig.fail('everything');
    expect(await rig.deliver(events[0] ?? {})).toBe(503);
    rig.fail('nothing');
    expect((await rig.state(uid)).plan).toBe('basico');
    expect(await rig.deliver(events[0] ?? {})).toBe(200);
    expect((await rig.state(uid)).plan).toBe('premium');
  });
});

describe('a failure between any two steps of an event', () => {
  it.each(['before', 'after'] as const)(
    'loses nothing and doubles nothing, when it comes %s a statement',
    async (when) => {
      await payUntold();
      const known = { uid, customerId: await rig.customerOf(uid) };
      await syncCustomer(rig.billing, known);
      await rig.events();
      // To Elite and back again: plan, thresholds, invoices and mails follow from one event.
      for (let step = 1; ; step += 1) {
        const plan = step % 2 === 1 ? 'elite' : 'premium';
        await rig.movePlan(uid, plan);
        const told = (await rig.mails(uid)).length;
        const event = (await rig.events()).at(-1) ?? {};
        const broken = breaking(rig.api.pool, when, step);
        const app = Fastify();
        app.setErrorHandler(errorHandler);
        await app.register(webhookRoute({ ...rig.billing, pool: broken } as BillingContext));
        const first = await rig.deliver(event, { app });
        const reached = broken.broke();
        if (reached) {
          expect([step, first >= 500]).toEqual([step, true]);
          expect(await rig.deliver(event, { app })).toBe(200);
        }
        expect(await rig.state(uid)).toMatchObject({
          plan,
          subscription: { status: 'active', plan },
        });
        const mails = (await rig.mails(uid)).slice(told);
        const subjects = mails.filter((subject) => !subject.startsWith('Recibo '));
        expect([step, subjects]).toEqual([step, [`Tu plan es ahora ${plans[plan].label}`]]);
        expect(mails).toHaveLength(plan === 'elite' ? 2 : 1);
        expect(await rig.wasClaimed(event)).toBe(true);
        await app.close();
        if (!reached) {
          expect(step).toBeGreaterThan(12);
          return;
        }
      }
    },
    120_000,
  );
});

describe('a call whose answer never came', () => {
  it('is repeated under its key, and done once', async () => {
    await payUntold();
    await syncCustomer(rig.billing, { uid, customerId: await rig.customerOf(uid) });
    rig.fail('deafness');
    expect((await post('plan', { plan: 'elite' })).status).toBe(503);
    rig.fail('nothing');
    const { rows } = await rig.api.pool.query(
      `select 1 from billing_requests where uid = $1 and answered_at is null`,
      [uid],
    );
    expect(rows).toHaveLength(1);
    // It was heard: the change is made, and nobody is charged for it again.
    expect((await post('plan', { plan: 'elite' })).status).toBe(409);
    const { data } = await rig.stripe.invoices.list({ customer: await rig.customerOf(uid) });
    expect(data).toHaveLength(2);
    expect((await rig.state(uid)).plan).toBe('elite');
  });

  it('is not repeated once something else was learnt: cancel, keep, cancel', async () => {
    await payUntold();
    await syncCustomer(rig.billing, { uid, customerId: await rig.customerOf(uid) });
    rig.fail('deafness');
    expect((await post('cancel')).status).toBe(503);
    rig.fail('nothing');
    expect((await post('resume')).body).toMatchObject({ subscription: { status: 'active' } });
    // The provider would answer the first key with “cancelled”, and do nothing.
    expect((await post('cancel')).body).toMatchObject({
      subscription: { status: 'cancelScheduled' },
    });
    const { data } = await rig.stripe.subscriptions.list({ customer: await rig.customerOf(uid) });
    expect(data.map((one) => one.cancel_at_period_end)).toEqual([true]);
  });

  it('makes no second customer', async () => {
    await rig.api.call({ url: '/api/users/config', as: { uid } });
    rig.fail('deafness');
    expect((await post('checkout', { plan: 'premium' })).status).toBe(503);
    rig.fail('nothing');
    expect((await post('checkout', { plan: 'premium' })).status).toBe(200);
    const { data } = await rig.stripe.customers.list({ email: `${uid}@example.test` });
    expect(data).toHaveLength(1);
  });

  it('holds nobody up: a provider that says nothing is given up in time', async () => {
    const hasty = await createBillingHarness({ timeoutMs: 300 });
    try {
      hasty.fail('silence');
      const waiting = hasty.call(uid, 'POST', 'checkout', { plan: 'premium' });
      const others = await hasty.api.call({ url: '/api/users/config', as: { uid } });
      expect(others.status).toBe(200);
      expect(await waiting).toMatchObject({ status: 503, headers: { 'retry-after': '15' } });
    } finally {
      await hasty.close();
    }
  });
});

describe('readings that overtake each other', () => {
  it('leave what was read last, whichever is kept last', async () => {
    await payUntold();
    const customerId = await rig.customerOf(uid);
    await syncCustomer(rig.billing, { uid, customerId });
    let proceed = () => {};
    const held = new Promise<void>((resolve) => {
      proceed = resolve;
    });
    const slow = syncCustomer(rig.billing, { uid, customerId }, async () => true);
    const late = syncCustomer(
      { ...rig.billing, pool: stalling(rig.api.pool, held) },
      { uid, customerId },
    );
    await slow;
    expect((await post('cancel')).status).toBe(200);
    proceed();
    await late;
    expect(await rig.state(uid)).toMatchObject({ subscription: { status: 'cancelScheduled' } });
  });
});

describe('more than one subscription', () => {
  it('never stays: the newest counts, the older one is cancelled', async () => {
    await payUntold();
    const customer = await rig.customerOf(uid);
    await syncCustomer(rig.billing, { uid, customerId: customer });
    await rig.advance({ seconds: 10 });
    const method = await rig.stripe.paymentMethods.attach('pm_card_visa', { customer });
    await rig.stripe.subscriptions.create({
      customer,
      items: [{ price: 'price_vigia_elite' }],
      default_payment_method: method.id,
    });
    await rig.deliverAll();
    expect((await rig.state(uid)).plan).toBe('elite');
    await runBillingJobs(rig.billing);
    await rig.deliverAll();
    const { data } = await rig.stripe.subscriptions.list({ customer, status: 'active' });
    expect(data.map(({ items }) => items.data[0]?.price.lookup_key)).toEqual(['vigia_elite']);
    expect((await rig.state(uid)).plan).toBe('elite');
  });
});

describe('a customer deleted by hand at the provider', () => {
  it('has no plan any more, and may subscribe again', async () => {
    await payUntold();
    const customer = await rig.customerOf(uid);
    await syncCustomer(rig.billing, { uid, customerId: customer });
    await rig.stripe.customers.del(customer);
    await rig.deliverAll();
    expect((await rig.state(uid)).plan).toBe('basico');
    await rig.advance({ seconds: 10 });
    await rig.subscribe(uid, 'elite');
    expect((await rig.state(uid)).plan).toBe('elite');
    expect(await rig.customerOf(uid)).not.toBe(customer);
  });
});

describe('an operator’s grant', () => {
  it('stays above what is paid, and leaves it when it is taken back', async () => {
    await payUntold();
    await syncCustomer(rig.billing, { uid, customerId: await rig.customerOf(uid) });
    const grant = (plan: 'elite' | 'basico') =>
      inTransaction(rig.api.pool, async (client) => {
        const user = await lockUser(client, uid);
        return user && grantPlan(client, user, plan);
      });
    expect(await grant('elite')).toBe('elite');
    await rig.advance({ months: 1 });
    await rig.deliverAll();
    expect(await rig.state(uid)).toMatchObject({ plan: 'elite', granted: true });
    expect(await grant('basico')).toBe('premium');
    expect(await rig.state(uid)).toMatchObject({ plan: 'premium', granted: false });
    // The month passes for everybody of this file.
  }, 120_000);
});

/** The same pool, which breaks once, at its nth statement. `after` a commit is the worst moment: done, and nobody heard. */
function breaking(
  pool: pg.Pool,
  when: 'before' | 'after',
  nth: number,
): pg.Pool & { broke(): boolean } {
  let statements = 0;
  let broke = false;
  const guarded = async (text: string, run: () => Promise<unknown>) => {
    if (text !== 'rollback') statements += 1;
    const due = !broke && text !== 'rollback' && statements === nth;
    if (due) broke = true;
    if (due && when === 'before') throw new Error('planted fault');
    const result = await run();
    if (due) throw new Error('planted fault');
    return result;
  };
  const connect = async () => {
    const client = await pool.connect();
    return {
      query: (text: string, values?: unknown[]) => guarded(text, () => client.query(text, values)),
      release: (error?: Error) => client.release(error),
    };
  };
  const query = (text: string, values?: unknown[]) => guarded(text, () => pool.query(text, values));
  return Object.assign(Object.create(pool), { connect, query, broke: () => broke });
}

/** The same pool, whose transactions begin only when they are let. */
function stalling(pool: pg.Pool, until: Promise<void>): pg.Pool {
  const connect = async () => {
    await until;
    return pool.connect();
  };
  return Object.assign(Object.create(pool), { connect, query: pool.query.bind(pool) });
}
