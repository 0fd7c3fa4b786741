/** What lost webhooks leave is made good: by the provider's list of events, by the nightly comparison, and by time. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { redirect } from '#contract/billing.ts';
import { backfillMissedEvents } from '#server/billing/backfill-events.ts';
import { type BillingContext, syncCustomer } from '#server/billing/billing-context.ts';
import { startBillingWorker } from '#server/billing/billing-worker.ts';
import {
  expireSubscriptions,
  reconcileBatchSize,
  reconcileCustomers,
} from '#server/billing/reconcile.ts';
import {
  claimReconciliations,
  reconcileAllNow,
  scheduleNextReconciliation,
} from '#server/db/billing/billing-reconciliation.ts';
import { waitFor } from '#tests/support/wait-for.ts';
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
const look = () => backfillMissedEvents(rig.billing, { force: true });
const at = (time: number): BillingContext => ({ ...rig.billing, clock: () => new Date(time) });
/** Nobody is due from here on. */
const putEverybodyOff = () =>
  rig.api.pool.query(`update billing_customers set check_at = now() + interval '1 day'`);

describe('the provider’s list of events', () => {
  it('says nothing the first time: then everybody is compared', async () => {
    await rig.payUntold(uid);
    await putEverybodyOff();
    expect(await look()).toBe(0);
    expect(await reconcileCustomers(rig.billing)).toBe(1);
    expect((await rig.state(uid)).plan).toBe('premium');
  });

  it('makes good what was not told, once, asking about nobody else', async () => {
    await rig.payUntold('vecina');
    await rig.deliverAll();
    await look();
    const missed = await rig.payUntold(uid, 'elite');
    rig.calls();
    const before = await rig.figures();
    expect(await look()).toBe(1);
    expect((await rig.state(uid)).plan).toBe('elite');
    expect(await rig.mails(uid)).toEqual(['Ya tienes el plan Elite']);
    // One page of events, and one customer read.
    expect(rig.calls().filter((call) => call === 'GET /v1/events')).toHaveLength(1);
    const repaired = 'payment_repairs_total{found="event"}';
    expect((await rig.figures())[repaired]).toBe((before[repaired] ?? 0) + 1);
    for (const event of missed) expect(await rig.deliver(event)).toBe(200);
    expect([await look(), await rig.mails(uid)]).toEqual([0, ['Ya tienes el plan Elite']]);
  });

  it('brings the card that was given, though nobody came back from giving it', async () => {
    await rig.subscribe(uid, 'premium');
    const { url } = redirect.parse((await post('card')).body);
    await rig.pay(url, cards.other);
    expect(await rig.state(uid)).toMatchObject({ subscription: { card: { last4: '4242' } } });
    expect(await look()).toBe(1);
    expect(await rig.state(uid)).toMatchObject({ subscription: { card: { last4: '4444' } } });
  });

  it('is looked at by one process at a time, and again from the same place after a failure', async () => {
    await look();
    await rig.payUntold(uid);
    // Not due: another has just looked.
    expect(await backfillMissedEvents(rig.billing)).toBe(0);
    rig.fail('everything');
    await expect(look()).rejects.toThrow();
    rig.fail('nothing');
    expect((await rig.state(uid)).plan).toBe('basico');
    expect(await look()).toBe(1);
    expect((await rig.state(uid)).plan).toBe('premium');
  });

  it('gives webhooks a minute before they count as lost', async () => {
    await look();
    await rig.payUntold(uid);
    await rig.api.pool.query('update billing_look_back set due_at = now()');
    expect(await backfillMissedEvents(rig.billing)).toBe(0);
    await rig.api.pool.query('update billing_look_back set due_at = now()');
    await rig.advance({ seconds: 90 });
    expect(await backfillMissedEvents(rig.billing)).toBe(1);
  });

  it('reaches no further back than a month: then everybody is compared', async () => {
    await rig.payUntold(uid);
    await putEverybodyOff();
    await rig.api.pool.query(
      `update billing_look_back set seen_until = $1::timestamptz - interval '40 days'`,
      [rig.now()],
    );
    await look();
    while ((await reconcileCustomers(rig.billing)) > 0);
    expect((await rig.state(uid)).plan).toBe('premium');
  });

  it('is looked at by itself at the next start', async () => {
    await look();
    await rig.payUntold(uid);
    // Once moved, our clock stands still while the provider's goes on: what was paid must not be in the future.
    await rig.advance({ seconds: 1 });
    const bookkeeper = startBillingWorker(rig.billing);
    await waitFor(async () => expect((await rig.state(uid)).plan).toBe('premium'));
    await bookkeeper.close();
  });
});

describe('the nightly comparison', () => {
  it('makes good what no event tells, once', async () => {
    await rig.subscribe(uid, 'elite');
    // Our books are of yesterday: a backup was restored.
    await rig.api.pool.query(
      `update billing_subscriptions set read_order = 0,
         facts = facts || '{"plan": "premium"}' where uid = $1`,
      [uid],
    );
    await putEverybodyOff();
    const before = await rig.figures();
    await rig.api.pool.query('update billing_customers set check_at = now() where uid = $1', [uid]);
    while ((await reconcileCustomers(rig.billing)) > 0);
    const held = await rig.state(uid);
    expect(held.subscription?.plan).toBe('elite');
    const repaired = 'payment_repairs_total{found="check"}';
    const after = await rig.figures();
    expect(after[repaired]).toBe((before[repaired] ?? 0) + 1);
    await rig.api.pool.query('update billing_customers set check_at = now() where uid = $1', [uid]);
    expect(await reconcileCustomers(rig.billing)).toBe(1);
    expect((await rig.figures())[repaired]).toBe(after[repaired]);
  });

  it('takes a few at a time and leaves those who fail for later', async () => {
    await rig.subscribe(uid, 'premium');
    await reconcileAllNow(rig.api.pool);
    rig.fail('everything');
    expect(await reconcileCustomers(rig.billing)).toBeLessThanOrEqual(reconcileBatchSize);
    rig.fail('nothing');
    expect((await rig.figures())['payment_checks_total{outcome="failed"}']).toBeGreaterThan(0);
    const { rows } = await rig.api.pool.query<{ soon: boolean }>(
      `select check_at between now() and now() + interval '11 minutes' as soon
       from billing_customers where uid = $1`,
      [uid],
    );
    expect(rows).toEqual([{ soon: true }]);
  });

  it('is by night, between one and six, and once a week where nothing runs', async () => {
    await rig.subscribe(uid, 'premium');
    await rig.api.call({ url: '/api/users/config', as: { uid: 'mirona' } });
    await rig.call('mirona', 'POST', 'checkout', { plan: 'elite' });
    await reconcileAllNow(rig.api.pool);
    await claimReconciliations(rig.api.pool, { limit: 100, leaseSeconds: 60 });
    const hours = async (who: string) => {
      await scheduleNextReconciliation(rig.api.pool, who);
      const { rows } = await rig.api.pool.query<{ hour: number; days: number }>(
        `select extract(hour from check_at at time zone 'Europe/Madrid')::integer as hour,
           (check_at at time zone 'Europe/Madrid')::date
             - (now() at time zone 'Europe/Madrid')::date as days
         from billing_customers where uid = $1`,
        [who],
      );
      return rows[0] ?? { hour: 0, days: 0 };
    };
    for (const round of Array(20).keys()) {
      const paying = await hours(uid);
      expect([round, paying.hour >= 1 && paying.hour < 6, paying.days]).toEqual([round, true, 1]);
      const looking = await hours('mirona');
      expect(looking.hour >= 1 && looking.hour < 6).toBe(true);
      expect(looking.days).toBeLessThanOrEqual(7);
    }
  });
});

it('time ends a plan that is over, even while the provider is away', async () => {
  await rig.payUntold(uid);
  await syncCustomer(rig.billing, { uid, customerId: await rig.customerOf(uid) });
  await post('cancel');
  const endsAt = new Date((await rig.state(uid)).subscription?.endsAt ?? 0);
  rig.fail('everything');
  await expireSubscriptions(at(endsAt.getTime() - 1));
  await expireSubscriptions(at(endsAt.getTime() + 60_000));
  expect((await rig.state(uid)).plan).toBe('premium');
  await expireSubscriptions(at(endsAt.getTime() + 3_600_000));
  rig.fail('nothing');
  expect(await rig.state(uid)).toMatchObject({
    plan: 'basico',
    subscription: { status: 'ended' },
  });
  expect((await rig.mails(uid)).at(-1)).toBe('Tu plan es ahora Básico');
});
