/** Whoever cannot use an account is not charged for it: closed, suspended, erased, and whatever was under way meanwhile. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { redirect } from '#contract/billing.ts';
import { runAdmin } from '#server/admin-cli.ts';
import { reconcileCustomers } from '#server/billing/reconcile.ts';
import { runBillingJobs } from '#server/billing/run-billing-jobs.ts';
import { reconcileAllNow } from '#server/db/billing/billing-reconciliation.ts';
import { scanTables } from '#tests/boundaries/find-user-rows.ts';
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
const remove = (modo: string) =>
  rig.api.call({ method: 'DELETE', url: `/api/users/profile?modo=${modo}`, as: { uid } });
const admin = (command: string) =>
  runAdmin([command, `${uid}@example.test`], { DATABASE_URL: rig.api.databaseUrl });
/** What is asked of the provider is done, and its events heard. */
async function settle(): Promise<void> {
  await runBillingJobs(rig.billing);
  await rig.deliverAll();
}
const charges = async (customer: string) =>
  (await rig.stripe.invoices.list({ customer })).data.map(({ status }) => status);
/** The renewal fails, and the card would pay at the next try. */
async function owe(): Promise<void> {
  await rig.setCard(uid, 'decline');
  await rig.advance({ months: 1 });
  await rig.deliverAll();
  expect(await rig.state(uid)).toMatchObject({ subscription: { status: 'pastDue' } });
  await rig.setCard(uid, 'accept');
}

describe('closed', () => {
  it('is not renewed, and hears no more', async () => {
    await rig.subscribe(uid, 'premium');
    const customer = await rig.customerOf(uid);
    expect((await remove('cerrar')).status).toBe(200);
    await settle();
    expect(await rig.subscriptionsOf(customer)).toEqual([['active', true]]);
    await rig.advance({ months: 3 });
    expect(await charges(customer)).toEqual(['paid']);
    expect(await rig.mails(uid)).toEqual(['Ya tienes el plan Premium']);
  });

  it('pays nothing that was owed', async () => {
    await rig.subscribe(uid, 'premium');
    await owe();
    const customer = await rig.customerOf(uid);
    expect((await remove('cerrar')).status).toBe(200);
    await settle();
    await rig.advance({ months: 1 });
    expect(await charges(customer)).toEqual(['void', 'paid']);
    expect(await rig.subscriptionsOf(customer)).toEqual([['canceled', false]]);
  });

  it('while its card page was open, is charged once and no more', async () => {
    const answer = await rig.call(uid, 'POST', 'checkout', { plan: 'premium' });
    expect((await remove('cerrar')).status).toBe(200);
    await rig.pay(redirect.parse(answer.body).url, cards.good);
    await rig.deliverAll();
    await settle();
    const customer = await rig.customerOf(uid);
    expect(await rig.subscriptionsOf(customer)).toEqual([['active', true]]);
    await rig.advance({ months: 3 });
    expect(await charges(customer)).toEqual(['paid']);
  });
});

describe('suspended', () => {
  it('is not renewed, is told so, and may keep its subscription once readmitted', async () => {
    await rig.subscribe(uid, 'premium');
    const customer = await rig.customerOf(uid);
    expect(await admin('suspender')).toMatchObject({ exitCode: 0 });
    await settle();
    expect(await rig.subscriptionsOf(customer)).toEqual([['active', true]]);
    const [, told = ''] = await rig.mails(uid);
    expect(told).toMatch(/^Tu plan Premium termina el /);
    expect(await rig.mailText(uid, told)).toContain('Tu cuenta está suspendida y por eso');
    // It can be looked at and not touched.
    expect((await rig.call(uid, 'POST', 'resume')).status).toBe(422);
    expect(await rig.state(uid)).toMatchObject({ subscription: { status: 'cancelScheduled' } });
    expect(await admin('readmitir')).toMatchObject({ exitCode: 0 });
    expect((await rig.call(uid, 'POST', 'resume')).status).toBe(200);
    await settle();
    expect(await rig.subscriptionsOf(customer)).toEqual([['active', false]]);
  });

  it('pays nothing that was owed', async () => {
    await rig.subscribe(uid, 'elite');
    await owe();
    const customer = await rig.customerOf(uid);
    await admin('suspender');
    await settle();
    expect(await charges(customer)).toEqual(['void', 'paid']);
    expect((await rig.state(uid)).plan).toBe('basico');
  });

  it('may leave all the same: take the data along, cancel, close, erase', async () => {
    await rig.subscribe(uid, 'premium');
    const customer = await rig.customerOf(uid);
    await admin('suspender');
    expect((await rig.api.call({ url: '/api/users/export', as: { uid } })).status).toBe(200);
    // Nobody has told the provider yet: it is not charged even if nobody ever does.
    expect((await rig.call(uid, 'POST', 'cancel')).body).toMatchObject({
      subscription: { status: 'cancelScheduled' },
    });
    expect((await remove('cerrar')).status).toBe(200);
    // Coming back opens the account, and does not lift the suspension.
    const signedInAtMs = Math.floor(Date.now() / 1_000);
    const as = { uid, auth_time: signedInAtMs, iat: signedInAtMs };
    const resume = { method: 'POST', url: '/api/billing/resume', as } as const;
    expect((await rig.api.call(resume)).status).toBe(422);
    const erase = { method: 'DELETE', url: '/api/users/profile?modo=eliminar', as } as const;
    expect((await rig.api.call(erase)).status).toBe(200);
    await settle();
    expect(await rig.stripe.customers.retrieve(customer)).toMatchObject({ deleted: true });
    expect(Object.keys(await scanTables(rig.api.pool, [uid, customer]))).toEqual(['erasure_jobs']);
  });

  it('by hand in the database, is found at the next comparison', async () => {
    await rig.subscribe(uid, 'premium');
    await rig.api.pool.query(`update users set estado = 'suspendido' where uid = $1`, [uid]);
    await reconcileAllNow(rig.api.pool);
    while ((await reconcileCustomers(rig.billing)) > 0);
    await settle();
    expect(await rig.subscriptionsOf(await rig.customerOf(uid))).toEqual([['active', true]]);
  });
});

describe('erased', () => {
  it('charges nothing more, and keeps only invoices that say nobody’s name', async () => {
    await rig.subscribe(uid, 'premium');
    const customer = await rig.customerOf(uid);
    const { rows: kept } = await rig.api.pool.query<{ id: string }>(
      'select id from billing_invoices where uid = $1',
      [uid],
    );
    rig.fail('everything');
    expect((await remove('eliminar')).status).toBe(200);
    await runBillingJobs(rig.billing);
    rig.fail('nothing');
    const retried = 'payment_requests_retried_total{kind="delete_customer"}';
    expect((await rig.figures())[retried]).toBe(1);
    await rig.api.pool.query('update billing_jobs set due_at = now()');
    await settle();
    expect(await rig.stripe.customers.retrieve(customer)).toMatchObject({ deleted: true });
    expect(await rig.subscriptionsOf(customer)).toEqual([['canceled', false]]);
    expect(Object.keys(await scanTables(rig.api.pool, [uid, customer]))).toEqual(['erasure_jobs']);
    const { rows: blocked } = await rig.api.pool.query(
      'select cents, status from billing_blocked_invoices where id = $1',
      [kept[0]?.id],
    );
    expect(blocked).toEqual([{ cents: 999, status: 'paid' }]);
  });
});
