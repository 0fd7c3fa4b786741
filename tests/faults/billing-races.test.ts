/** Billing races: no double payment, no lost payment, and no customer left at Stripe after an erasure. */
import type Stripe from 'stripe';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { redirect } from '#contract/billing.ts';
import { beginCheckout, fetchCheckoutResult } from '#server/billing/checkout.ts';
import { expireSubscriptions } from '#server/billing/expire-subscriptions.ts';
import { runBillingJobs } from '#server/billing/run-billing-jobs.ts';
import { findUser } from '#server/db/users/users.ts';
import { cards, newUid, openBillingHarness } from './support/billing-harness.ts';
import { holdingPool } from './support/intercept-pool.ts';

const harness = await openBillingHarness();
let uid: string;
beforeEach(() => {
  uid = newUid();
});
const post = (path: string, payload?: object) => harness.call(uid, 'POST', path, payload);
const urlOf = (answer: { body: unknown }) => redirect.parse(answer.body).url;
const erase = () =>
  harness.api.call({ method: 'DELETE', url: '/api/users/profile?modo=eliminar', as: { uid } });
const subscriptions = async () => harness.subscriptionsOf(await harness.customerIdOf(uid));
const customersAtProvider = async () => {
  const found: string[] = [];
  for await (const { id, metadata } of harness.stripe.customers.list())
    if (metadata.uid === uid) found.push(id);
  return found;
};
const runJobsNow = async () => {
  await harness.api.pool.query('update billing_jobs set due_at = now()');
  await runBillingJobs(harness.billing);
};

describe('a checkout session', () => {
  it('is not opened beside one that is being paid', async () => {
    const first = urlOf(await post('checkout', { plan: 'premium' }));
    const listCall = harness.pauseCall('GET /v1/checkout/sessions');
    const second = post('checkout', { plan: 'elite' });
    await listCall.arrived;
    expect((await harness.pay(first, cards.good)).status).toBe(303);
    listCall.release();
    expect((await second).status).toBe(409);
    expect(await harness.openSessionUrls(uid)).toEqual([]);
    expect(await subscriptions()).toEqual([['active', false]]);
  });

  it('creates the customer once, also under concurrent requests', async () => {
    await harness.state(uid);
    const user = await findUser(harness.api.pool, uid);
    if (user === null) throw new Error('the user was not created');
    const { pool, arrived, release } = holdingPool(harness.api.pool, (text) =>
      text.includes('billing_idempotency_keys'),
    );
    const late = beginCheckout({ ...harness.billing, pool }, user, 'premium');
    await arrived;
    const first = urlOf(await post('checkout', { plan: 'premium' }));
    release();
    expect(await late).toEqual({ url: first });
    expect(await customersAtProvider()).toEqual([await harness.customerIdOf(uid)]);
  });
});

describe('a user erased during a checkout request', () => {
  it('is deleted at Stripe afterwards', async () => {
    const createCall = harness.pauseCall('POST /v1/customers');
    const checkout = post('checkout', { plan: 'premium' });
    await createCall.arrived;
    expect((await erase()).status).toBe(200);
    createCall.release();
    expect((await checkout).status).toBe(401);
    expect(await customersAtProvider()).toHaveLength(1);
    await runJobsNow();
    expect(await customersAtProvider()).toEqual([]);
  });
});

it.each(['webhook', 'job'] as const)(
  'a charge paid after its grace period keeps the subscription that ended while Stripe was unreachable: the %s first',
  async (first) => {
    await harness.subscribe(uid, 'premium');
    await harness.setCard(uid, 'decline');
    await harness.advance({ months: 1 });
    await harness.deliverAll();
    const graceUntilMs = Date.parse((await harness.state(uid)).subscription?.graceUntil ?? '');
    await harness.advance({
      seconds: Math.floor((graceUntilMs - harness.now().getTime()) / 1_000) - 30,
    });
    await harness.deliverAll();
    harness.fail('everything');
    await harness.setCard(uid, 'accept');
    await harness.advance({ seconds: 3_700 });
    await expireSubscriptions(harness.billing);
    expect((await harness.state(uid)).plan).toBe('basico');
    harness.fail('nothing');
    if (first === 'webhook') await harness.deliverAll();
    await runJobsNow();
    await harness.deliverAll();
    expect(await subscriptions()).toEqual([['active', false]]);
    expect(await harness.state(uid)).toMatchObject({
      plan: 'premium',
      subscription: { status: 'active' },
    });
  },
);

it('a subscription resumed while its queued cancellation runs is not reported as resumed before it is', async () => {
  await harness.subscribe(uid, 'premium');
  await harness.api.pool.query(
    `insert into billing_jobs (kind, target)
     select 'schedule_cancellation', subscription_id from billing_subscriptions where uid = $1`,
    [uid],
  );
  const cancelCall = harness.pauseCall('POST /v1/subscriptions/');
  const working = runBillingJobs(harness.billing);
  await cancelCall.arrived;
  const rejected = await post('resume');
  expect([rejected.status, rejected.headers['retry-after']]).toEqual([503, '5']);
  cancelCall.release();
  await working;
  expect((await post('resume')).status).toBe(200);
  await runJobsNow();
  expect(await subscriptions()).toEqual([['active', false]]);
});

it('a card page that ended before the payment arrived is a failure, not a payment under way', async () => {
  const { sessionId } = await harness.pay(
    urlOf(await post('checkout', { plan: 'premium' })),
    cards.good,
  );
  const { sessions } = harness.billing.stripe.checkout;
  const retrieve = sessions.retrieve.bind(sessions);
  const unpaid = vi.spyOn(sessions, 'retrieve').mockImplementation((async (
    id: string,
    params: Stripe.Checkout.SessionRetrieveParams,
  ) => ({
    ...(await retrieve(id, params)),
    payment_status: 'unpaid',
  })) as unknown as typeof sessions.retrieve);
  const result = await fetchCheckoutResult(harness.billing, uid, sessionId);
  unpaid.mockRestore();
  expect(result).toEqual({ outcome: 'failed', plan: 'premium', synced: false });
  expect(await fetchCheckoutResult(harness.billing, uid, sessionId)).toMatchObject({
    outcome: 'paid',
  });
});
