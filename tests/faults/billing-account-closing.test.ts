import { beforeEach, describe, expect, it } from 'vitest';
import { redirect } from '#contract/billing.ts';
import { runAdmin } from '#server/admin/admin-cli.ts';
import { runBillingJobs } from '#server/billing/run-billing-jobs.ts';
import { countRowsContaining } from '#tests/boundaries/find-user-rows.ts';
import { cards, newUid, openBillingHarness } from './support/billing-harness.ts';

const harness = await openBillingHarness();
let uid: string;
beforeEach(() => {
  uid = newUid();
});
const remove = (mode: string) =>
  harness.api.call({ method: 'DELETE', url: `/api/users/profile?modo=${mode}`, as: { uid } });
const admin = (command: string) =>
  runAdmin([command, `${uid}@example.test`], { DATABASE_URL: harness.api.databaseUrl });
/** Runs the queued Stripe calls and delivers the resulting events. */
async function runJobsAndDeliver(): Promise<void> {
  await runBillingJobs(harness.billing);
  await harness.deliverAll();
}
const charges = async (customer: string) =>
  (await harness.stripe.invoices.list({ customer })).data.map(({ status }) => status);
/** The renewal fails; the card would be accepted at the next attempt. */
async function failRenewal(): Promise<void> {
  await harness.setCard(uid, 'decline');
  await harness.advance({ months: 1 });
  await harness.deliverAll();
  expect(await harness.state(uid)).toMatchObject({ subscription: { status: 'pastDue' } });
  await harness.setCard(uid, 'accept');
}

describe('a closed account', () => {
  it('is not renewed, and gets no more mails', async () => {
    await harness.subscribe(uid, 'premium');
    const customer = await harness.customerIdOf(uid);
    expect((await remove('cerrar')).status).toBe(200);
    await runJobsAndDeliver();
    expect(await harness.subscriptionsOf(customer)).toEqual([['active', true]]);
    await harness.advance({ months: 3 });
    expect(await charges(customer)).toEqual(['paid']);
    expect(await harness.mails(uid)).toEqual(['Ya tienes el plan Premium']);
  });

  it('is not charged what was owed', async () => {
    await harness.subscribe(uid, 'premium');
    await failRenewal();
    const customer = await harness.customerIdOf(uid);
    expect((await remove('cerrar')).status).toBe(200);
    await runJobsAndDeliver();
    await harness.advance({ months: 1 });
    expect(await charges(customer)).toEqual(['void', 'paid']);
    expect(await harness.subscriptionsOf(customer)).toEqual([['canceled', false]]);
  });

  it('closed while its card page was open, is charged once', async () => {
    const answer = await harness.call(uid, 'POST', 'checkout', { plan: 'premium' });
    expect((await remove('cerrar')).status).toBe(200);
    await harness.pay(redirect.parse(answer.body).url, cards.good);
    await harness.deliverAll();
    await runJobsAndDeliver();
    const customer = await harness.customerIdOf(uid);
    expect(await harness.subscriptionsOf(customer)).toEqual([['active', true]]);
    await harness.advance({ months: 3 });
    expect(await charges(customer)).toEqual(['paid']);
  });
});

describe('a suspended account', () => {
  it('is not renewed, is informed, and may resume its subscription once unsuspended', async () => {
    await harness.subscribe(uid, 'premium');
    const customer = await harness.customerIdOf(uid);
    expect(await admin('suspend')).toMatchObject({ exitCode: 0 });
    await runJobsAndDeliver();
    expect(await harness.subscriptionsOf(customer)).toEqual([['active', true]]);
    const [, subject = ''] = await harness.mails(uid);
    expect(subject).toMatch(/^Tu plan Premium termina el /);
    expect(await harness.mailText(uid, subject)).toContain('Tu cuenta está suspendida y por eso');
    // Read-only.
    expect((await harness.call(uid, 'POST', 'resume')).status).toBe(422);
    expect(await harness.state(uid)).toMatchObject({ subscription: { status: 'cancelScheduled' } });
    expect(await admin('readmit')).toMatchObject({ exitCode: 0 });
    expect((await harness.call(uid, 'POST', 'resume')).status).toBe(200);
    await runJobsAndDeliver();
    expect(await harness.subscriptionsOf(customer)).toEqual([['active', false]]);
  });

  it('is not charged what was owed', async () => {
    await harness.subscribe(uid, 'elite');
    await failRenewal();
    const customer = await harness.customerIdOf(uid);
    await admin('suspend');
    await runJobsAndDeliver();
    expect(await charges(customer)).toEqual(['void', 'paid']);
    expect((await harness.state(uid)).plan).toBe('basico');
  });
});

it('an erased account is charged nothing more, and leaves only anonymous invoices', async () => {
  await harness.subscribe(uid, 'premium');
  const customer = await harness.customerIdOf(uid);
  const { rows: stored } = await harness.api.pool.query<{ id: string }>(
    'select id from billing_invoices where uid = $1',
    [uid],
  );
  harness.fail('everything');
  expect((await remove('eliminar')).status).toBe(200);
  await runBillingJobs(harness.billing);
  harness.fail('nothing');
  const retried = 'stripe_jobs_retried_total{kind="delete_customer"}';
  expect((await harness.metrics())[retried]).toBe(1);
  await harness.api.pool.query('update billing_jobs set due_at = now()');
  await runJobsAndDeliver();
  expect(await harness.stripe.customers.retrieve(customer)).toMatchObject({ deleted: true });
  expect(await harness.subscriptionsOf(customer)).toEqual([['canceled', false]]);
  expect(Object.keys(await countRowsContaining(harness.api.pool, [uid, customer]))).toEqual([
    'erasure_jobs',
  ]);
  const { rows: archived } = await harness.api.pool.query(
    'select cents, status from billing_archived_invoices where id = $1',
    [stored[0]?.id],
  );
  expect(archived).toEqual([{ cents: 999, status: 'paid' }]);
});
