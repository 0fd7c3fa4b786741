/** Recovery from lost webhooks: event backfill, nightly reconciliation, and expiry by time. */
import { beforeEach, describe, expect, it } from 'vitest';
import { backfillMissedEvents } from '#server/billing/backfill-events.ts';
import type { BillingContext } from '#server/billing/billing-context.ts';
import { expireSubscriptions } from '#server/billing/expire-subscriptions.ts';
import { reconcileBatchSize, reconcileCustomers } from '#server/billing/reconcile.ts';
import { syncCustomer } from '#server/billing/sync-customer.ts';
import { scheduleAllReconciliationsNow } from '#server/db/billing/billing-reconciliation.ts';
import { startBillingWorker } from '#server/workers/billing-worker.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { newUid, openBillingHarness } from './support/billing-harness.ts';

const harness = await openBillingHarness();
let uid: string;
beforeEach(() => {
  uid = newUid();
});
const post = (path: string, payload?: object) => harness.call(uid, 'POST', path, payload);
const backfill = () => backfillMissedEvents(harness.billing, { force: true });
const billingAt = (timeMs: number): BillingContext => ({
  ...harness.billing,
  clock: () => new Date(timeMs),
});
/** No customer is due from here on. */
const postponeAll = () =>
  harness.api.pool.query(
    `update billing_customers set next_reconcile_at = now() + interval '1 day'`,
  );

describe('the event backfill', () => {
  it('reconciles every customer the first time', async () => {
    await harness.payWithoutWebhooks(uid);
    await postponeAll();
    expect(await backfill()).toBe(0);
    expect(await reconcileCustomers(harness.billing)).toBe(1);
    expect((await harness.state(uid)).plan).toBe('premium');
  });

  it('processes missed events once, and fetches no other customer', async () => {
    await harness.payWithoutWebhooks('vecina');
    await harness.deliverAll();
    await backfill();
    const missed = await harness.payWithoutWebhooks(uid, 'elite');
    harness.takeCalls();
    const before = await harness.metrics();
    expect(await backfill()).toBe(1);
    expect((await harness.state(uid)).plan).toBe('elite');
    expect(await harness.mails(uid)).toEqual(['Ya tienes el plan Elite']);
    // One page of events.
    expect(harness.takeCalls().filter((call) => call === 'GET /v1/events')).toHaveLength(1);
    const repaired = 'billing_drift_repaired_total{source="event"}';
    expect((await harness.metrics())[repaired]).toBe((before[repaired] ?? 0) + 1);
    for (const event of missed) expect(await harness.deliver(event)).toBe(200);
    expect([await backfill(), await harness.mails(uid)]).toEqual([0, ['Ya tienes el plan Elite']]);
  });

  it('runs in one process at a time, and from the same cursor after a failure', async () => {
    await backfill();
    await harness.payWithoutWebhooks(uid);
    // Not due: another process has just run it.
    expect(await backfillMissedEvents(harness.billing)).toBe(0);
    harness.fail('everything');
    await expect(backfill()).rejects.toThrow();
    harness.fail('nothing');
    expect((await harness.state(uid)).plan).toBe('basico');
    expect(await backfill()).toBe(1);
    expect((await harness.state(uid)).plan).toBe('premium');
  });

  it('waits a minute before a webhook counts as lost', async () => {
    await backfill();
    await harness.payWithoutWebhooks(uid);
    await harness.api.pool.query('update billing_event_cursor set due_at = now()');
    expect(await backfillMissedEvents(harness.billing)).toBe(0);
    await harness.api.pool.query('update billing_event_cursor set due_at = now()');
    await harness.advance({ seconds: 90 });
    expect(await backfillMissedEvents(harness.billing)).toBe(1);
  });

  it('runs when the worker starts', async () => {
    await backfill();
    await harness.payWithoutWebhooks(uid);
    // After `advance` our clock trails the stand-in's: the payment must not be in the future.
    await harness.advance({ seconds: 1 });
    const worker = startBillingWorker(harness.billing);
    await waitFor(async () => expect((await harness.state(uid)).plan).toBe('premium'));
    await worker.close();
  });
});

describe('the nightly reconciliation', () => {
  it('repairs what no event shows, once', async () => {
    await harness.subscribe(uid, 'elite');
    // Stale stored state, as after restoring a backup.
    await harness.api.pool.query(
      `update billing_subscriptions set sync_seq = 0,
         stripe_state = stripe_state || '{"plan": "premium"}' where uid = $1`,
      [uid],
    );
    await postponeAll();
    const before = await harness.metrics();
    await harness.api.pool.query(
      'update billing_customers set next_reconcile_at = now() where uid = $1',
      [uid],
    );
    while ((await reconcileCustomers(harness.billing)) > 0);
    const state = await harness.state(uid);
    expect(state.subscription?.plan).toBe('elite');
    const repaired = 'billing_drift_repaired_total{source="reconciliation"}';
    const after = await harness.metrics();
    expect(after[repaired]).toBe((before[repaired] ?? 0) + 1);
    const outcome = (name: string) => `billing_reconciliations_total{outcome="${name}"}`;
    expect(after[outcome('repaired')]).toBe((before[outcome('repaired')] ?? 0) + 1);
    await harness.api.pool.query(
      'update billing_customers set next_reconcile_at = now() where uid = $1',
      [uid],
    );
    expect(await reconcileCustomers(harness.billing)).toBe(1);
    const again = await harness.metrics();
    expect([again[repaired], again[outcome('repaired')]]).toEqual([
      after[repaired],
      after[outcome('repaired')],
    ]);
    expect(again[outcome('equal')]).toBe((after[outcome('equal')] ?? 0) + 1);
  });

  it('works in batches and retries failed customers later', async () => {
    await harness.subscribe(uid, 'premium');
    await scheduleAllReconciliationsNow(harness.api.pool);
    harness.fail('everything');
    expect(await reconcileCustomers(harness.billing)).toBeLessThanOrEqual(reconcileBatchSize);
    harness.fail('nothing');
    expect(
      (await harness.metrics())['billing_reconciliations_total{outcome="failed"}'],
    ).toBeGreaterThan(0);
    const { rows } = await harness.api.pool.query<{ soon: boolean }>(
      `select next_reconcile_at between now() and now() + interval '11 minutes' as soon
       from billing_customers where uid = $1`,
      [uid],
    );
    expect(rows).toEqual([{ soon: true }]);
  });
});

it('a cancelled plan ends by time, even while Stripe is unreachable', async () => {
  await harness.payWithoutWebhooks(uid);
  await syncCustomer(harness.billing, { uid, customerId: await harness.customerIdOf(uid) });
  await post('cancel');
  const endsAt = new Date((await harness.state(uid)).subscription?.endsAt ?? 0);
  harness.fail('everything');
  await expireSubscriptions(billingAt(endsAt.getTime() - 1));
  await expireSubscriptions(billingAt(endsAt.getTime() + 60_000));
  expect((await harness.state(uid)).plan).toBe('premium');
  await expireSubscriptions(billingAt(endsAt.getTime() + 3_600_000));
  harness.fail('nothing');
  expect(await harness.state(uid)).toMatchObject({
    plan: 'basico',
    subscription: { status: 'ended' },
  });
  expect((await harness.mails(uid)).at(-1)).toBe('Tu plan es ahora Básico');
});
