/** What meets at the same moment: nobody pays twice, loses what they paid, or leaves anything at the provider. */
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { redirect } from '#contract/billing.ts';
import { beginCheckout } from '#server/billing/checkout.ts';
import { expireSubscriptions } from '#server/billing/reconcile.ts';
import { runBillingJobs } from '#server/billing/run-billing-jobs.ts';
import { archiveInvoicesAndDeleteCustomer } from '#server/billing/stop-billing.ts';
import { insertCustomer } from '#server/db/billing/billing-subscriptions.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { deleteUser, lockForErasure } from '#server/db/users/account-lifecycle.ts';
import { findUser } from '#server/db/users/users.ts';
import { waitForBlocked } from '#tests/support/db-locks.ts';
import {
  type BillingHarness,
  cards,
  createBillingHarness,
  newcomer,
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
const urlOf = (answer: { body: unknown }) => redirect.parse(answer.body).url;
const erase = () =>
  rig.api.call({ method: 'DELETE', url: '/api/users/profile?modo=eliminar', as: { uid } });
const subscriptions = async () => rig.subscriptionsOf(await rig.customerOf(uid));
const customersAtProvider = async () => {
  const found: string[] = [];
  for await (const { id, metadata } of rig.stripe.customers.list())
    if (metadata.uid === uid) found.push(id);
  return found;
};
/** A pool whose queries of a kind stand still until let go. */
function holdQuery(pool: pg.Pool, kind: string) {
  const arrived = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const query = async (text: string, values: unknown[]) => {
    if (text.includes(kind)) {
      arrived.resolve();
      await released.promise;
    }
    return pool.query(text, values);
  };
  const held: pg.Pool = Object.assign(Object.create(pool), { query });
  return { pool: held, arrived: arrived.promise, letGo: released.resolve };
}
const doJobsNow = async () => {
  await rig.api.pool.query('update billing_jobs set due_at = now()');
  await runBillingJobs(rig.billing);
};

describe('a page to pay', () => {
  it('is not opened beside one that is being paid', async () => {
    const first = urlOf(await post('checkout', { plan: 'premium' }));
    const look = rig.hold('GET /v1/checkout/sessions');
    const second = post('checkout', { plan: 'elite' });
    await look.arrived;
    expect((await rig.pay(first, cards.good)).status).toBe(303);
    look.letGo();
    expect((await second).status).toBe(409);
    expect(await rig.openPages(uid)).toEqual([]);
    expect(await subscriptions()).toEqual([['active', false]]);
  });

  it('makes a person known once, though two found that nobody knew them', async () => {
    await rig.state(uid);
    const user = await findUser(rig.api.pool, uid);
    if (user === null) throw new Error('nobody there');
    const { pool, arrived, letGo } = holdQuery(rig.api.pool, 'billing_requests');
    const late = beginCheckout({ ...rig.billing, pool }, user, 'premium');
    await arrived;
    const first = urlOf(await post('checkout', { plan: 'premium' }));
    letGo();
    expect(await late).toEqual({ url: first });
    expect(await customersAtProvider()).toEqual([await rig.customerOf(uid)]);
  });
});

describe('somebody who is erased while a page is asked for', () => {
  it('is not known to the provider afterwards', async () => {
    const making = rig.hold('POST /v1/customers');
    const asked = post('checkout', { plan: 'premium' });
    await making.arrived;
    expect((await erase()).status).toBe(200);
    making.letGo();
    expect((await asked).status).toBe(401);
    expect(await customersAtProvider()).toHaveLength(1);
    await doJobsNow();
    expect(await customersAtProvider()).toEqual([]);
  });

  it('is not made known between the last look and the end', async () => {
    await rig.state(uid);
    const { pool } = rig.api;
    const kept = await inTransaction(pool, async (client) => {
      await lockForErasure(client, uid);
      await archiveInvoicesAndDeleteCustomer(client, uid);
      const keeping = insertCustomer(pool, uid, 'cus_tardio');
      await waitForBlocked(pool);
      await deleteUser(client, uid);
      return { keeping };
    });
    expect(await kept.keeping).toBeNull();
  });
});

describe('a charge that is paid after all', () => {
  it.each(['news', 'request'] as const)(
    'keeps the subscription that was given up while the provider was away: the %s first',
    async (first) => {
      await rig.subscribe(uid, 'premium');
      await rig.setCard(uid, 'decline');
      await rig.advance({ months: 1 });
      await rig.deliverAll();
      const graceUntil = Date.parse((await rig.state(uid)).subscription?.graceUntil ?? '');
      await rig.advance({ seconds: Math.floor((graceUntil - rig.now().getTime()) / 1_000) - 30 });
      await rig.deliverAll();
      rig.fail('everything');
      await rig.setCard(uid, 'accept');
      await rig.advance({ seconds: 3_700 });
      await expireSubscriptions(rig.billing);
      expect((await rig.state(uid)).plan).toBe('basico');
      rig.fail('nothing');
      if (first === 'news') await rig.deliverAll();
      await doJobsNow();
      await rig.deliverAll();
      expect(await subscriptions()).toEqual([['active', false]]);
      expect(await rig.state(uid)).toMatchObject({
        plan: 'premium',
        subscription: { status: 'active' },
      });
    },
  );
});

describe('a subscription that is kept while its end is being asked for', () => {
  it('is not told that it stays until it does', async () => {
    await rig.subscribe(uid, 'premium');
    await rig.api.pool.query(
      `insert into billing_jobs (kind, target)
       select 'schedule_cancellation', subscription_id from billing_subscriptions where uid = $1`,
      [uid],
    );
    const asking = rig.hold('POST /v1/subscriptions/');
    const working = runBillingJobs(rig.billing);
    await asking.arrived;
    const refused = await post('resume');
    expect([refused.status, refused.headers['retry-after']]).toEqual([503, '5']);
    asking.letGo();
    await working;
    expect((await post('resume')).status).toBe(200);
    await doJobsNow();
    expect(await subscriptions()).toEqual([['active', false]]);
  });
});
