/** Fourteen months of one person's subscription: every state, every mail, and what each plan does to the thresholds. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { settings } from '#contract/users.ts';
import { expireSubscriptions } from '#server/billing/reconcile.ts';
import { runBillingJobs } from '#server/billing/run-billing-jobs.ts';
import { type BillingHarness, createBillingHarness } from './support/billing-harness.ts';

const uid = 'ana';
let rig: BillingHarness;
let told = 0;
beforeAll(async () => {
  rig = await createBillingHarness();
});
afterAll(() => rig?.close());

/** Subjects since the last time, days and numbers left out. */
async function news(): Promise<string[]> {
  const all = await rig.mails(uid);
  const fresh = all.slice(told);
  told = all.length;
  return fresh.map((subject) =>
    subject.replace(/Recibo \S+:/, 'Recibo:').replace(/el \d+ de \w+ de \d+/, 'el día'),
  );
}
async function standing() {
  const { plan, subscription } = await rig.state(uid);
  return [plan, subscription?.status ?? 'none'];
}
/** Time passes, and everything that it brings is done. */
async function pass(by: Parameters<BillingHarness['advance']>[0]): Promise<void> {
  await rig.advance(by);
  await rig.deliverAll();
  await expireSubscriptions(rig.billing);
  await runBillingJobs(rig.billing);
  await rig.deliverAll();
}
/** To a minute after the period's end. */
async function passToRenewal(): Promise<void> {
  const end = new Date((await rig.state(uid)).subscription?.periodEnd ?? 0).getTime();
  await pass({ seconds: Math.ceil((end - rig.now().getTime()) / 1_000) + 60 });
}
const post = (path: string, payload?: object) => rig.call(uid, 'POST', path, payload);

async function config() {
  return settings.parse((await rig.api.call({ url: '/api/users/config', as: { uid } })).body);
}
async function running(): Promise<string[]> {
  const { umbrales } = (await config()).configuracion;
  return Object.entries(umbrales)
    .filter(([, { pausa }]) => pausa === null)
    .map(([id]) => id);
}
const collectible = (id: string) => ({
  objetivo: { tipo: 'coleccionable', id },
  condicion: 'por_debajo',
  valor: 5_000,
  moneda: 'EUR',
});
const umbrales = {
  t1: collectible('c1'),
  t2: { ...collectible('c1'), condicion: 'variacion', valor: 500 },
  t3: { ...collectible('c1'), objetivo: { tipo: 'partido', id: 'm1' } },
  t4: collectible('c2'),
  t5: collectible('c2'),
  t6: collectible('c2'),
  t7: { ...collectible('c2'), pausa: 'usuario' },
  t8: collectible('c2'),
  t9: collectible('c2'),
};
const save = (frecuencia: number) =>
  rig.api.call({
    method: 'PUT',
    url: '/api/users/config',
    as: { uid },
    payload: { partidos: ['m1'], umbrales, frecuencia },
  });
const everyRunning = ['t1', 't2', 't3', 't4', 't5', 't6', 't8', 't9'];

it('goes through fourteen months', async () => {
  await rig.api.call({ url: '/api/users/config', as: { uid } });
  expect((await save(15)).status).toBe(402);

  // Month 0: Premium.
  await rig.subscribe(uid, 'premium');
  expect(await standing()).toEqual(['premium', 'active']);
  expect(await news()).toEqual(['Ya tienes el plan Premium']);
  expect((await save(15)).status).toBe(200);

  // Months 1 and 2: it renews.
  await passToRenewal();
  await passToRenewal();
  expect(await standing()).toEqual(['premium', 'active']);
  expect(await news()).toEqual(['Recibo: 9,99\u00a0€', 'Recibo: 9,99\u00a0€']);

  // Ten days later: Elite, charged at once for the rest of the month, in full from the next.
  await pass({ days: 10 });
  expect((await post('plan', { plan: 'elite' })).status).toBe(200);
  await passToRenewal();
  expect(await standing()).toEqual(['elite', 'active']);
  const [changed, difference, renewal] = await news();
  expect([changed, renewal]).toEqual(['Tu plan es ahora Elite', 'Recibo: 24,99\u00a0€']);
  expect(difference).toMatch(/^Recibo: (9|10),\d\d\s€$/);

  // The card fails; the plan stays while it is tried again, and nobody is told twice.
  await rig.setCard(uid, 'decline');
  await passToRenewal();
  expect(await standing()).toEqual(['elite', 'pastDue']);
  expect(await news()).toEqual(['No hemos podido cobrar tu plan Elite']);
  await pass({ days: 1 });
  expect(await news()).toEqual([]);
  expect(await running()).toEqual(everyRunning);

  // It recovers within the grace.
  await rig.setCard(uid, 'accept');
  await pass({ days: 5 });
  expect(await standing()).toEqual(['elite', 'active']);
  expect(await news()).toEqual(['Recibo: 24,99\u00a0€']);

  // Cancelled, kept, cancelled again, kept again: still the same subscription.
  for (let round = 1; round <= 2; round += 1) {
    expect((await post('cancel')).status).toBe(200);
    expect(await standing()).toEqual(['elite', 'cancelScheduled']);
    expect((await post('resume')).status).toBe(200);
    expect(await standing()).toEqual(['elite', 'active']);
  }
  await rig.deliverAll();
  expect(await news()).toEqual(['Tu plan Elite termina el día', 'Tu plan Elite termina el día']);
  await passToRenewal();
  expect(await news()).toEqual(['Recibo: 24,99\u00a0€']);

  // The card fails for good: Básico after seven days, not in silence, and nothing is deleted.
  await rig.setCard(uid, 'decline');
  await passToRenewal();
  expect(await standing()).toEqual(['elite', 'pastDue']);
  expect(await news()).toEqual(['No hemos podido cobrar tu plan Elite']);
  const grace = new Date((await rig.state(uid)).subscription?.graceUntil ?? 0).getTime();
  await pass({ seconds: Math.floor((grace - rig.now().getTime()) / 1_000) - 60 });
  expect(await standing()).toEqual(['elite', 'pastDue']);
  await pass({ seconds: 120 });
  expect(await standing()).toEqual(['basico', 'ended']);
  expect(await news()).toEqual(['Tu plan es ahora Básico']);
  const ended = await rig.mailText(uid, 'Tu plan es ahora Básico');
  expect(ended).toContain('porque no hemos podido cobrarlo. No volveremos a intentarlo.');
  expect(ended).toContain('Hemos puesto en pausa 3 umbrales que el plan Básico no incluye.');
  expect(ended).toContain('Comprobamos tus umbrales cada 60 segundos');
  const basico = await config();
  expect(basico.configuracion.frecuencia).toBe(60);
  expect(
    Object.entries(basico.configuracion.umbrales).map(([id, { pausa }]) => [id, pausa]),
  ).toEqual([
    ['t1', null],
    ['t2', 'plan'],
    ['t3', 'plan'],
    ['t4', null],
    ['t5', null],
    ['t6', null],
    ['t7', 'usuario'],
    ['t8', null],
    ['t9', 'plan'],
  ]);
  // Its owner's own pause is no way around the limit, and room that is made is taken.
  const kept = basico.configuracion.umbrales;
  const put = (sent: object) =>
    rig.api.call({
      method: 'PUT',
      url: '/api/users/config',
      as: { uid },
      payload: { ...basico.configuracion, umbrales: sent },
    });
  expect((await put({ ...kept, t7: { ...kept.t7, pausa: null } })).status).toBe(402);
  const { t8: _gone, ...rest } = kept;
  expect((await put(rest)).status).toBe(200);
  expect(await running()).toEqual(['t1', 't4', 't5', 't6', 't9']);
  // Nobody is charged for what they no longer have, nor may pay for it by mistake.
  const customer = await rig.customerOf(uid);
  const { data: charged } = await rig.stripe.invoices.list({ customer });
  expect(charged.map(({ status }) => status).slice(0, 2)).toEqual(['void', 'paid']);
  await rig.setCard(uid, 'accept');
  const count = async () => (await rig.stripe.invoices.list({ customer })).data.length;
  const invoices = await count();
  await pass({ days: 20 });
  expect([await count(), await standing(), await news()]).toEqual([
    invoices,
    ['basico', 'ended'],
    [],
  ]);

  // Premium again: another subscription, and the thresholds go on in a new version.
  await rig.subscribe(uid, 'premium');
  expect(await standing()).toEqual(['premium', 'active']);
  expect(await news()).toEqual(['Ya tienes el plan Premium']);
  expect(await running()).toEqual(['t1', 't2', 't3', 't4', 't5', 't6', 't9']);
  const { rows } = await rig.api.pool.query<{ id: string; version: number; orders: string }>(
    `select t.id, t.version, string_agg(c.action || c.version, ' ' order by c.seq) as orders
     from thresholds t join threshold_commands c on c.threshold_key = t.key
     where t.uid = $1 and t.id in ('t2', 't9') group by t.id, t.version order by t.id`,
    [uid],
  );
  expect(rows).toEqual([
    { id: 't2', version: 2, orders: 'stop1 start2' },
    { id: 't9', version: 2, orders: 'stop1 start2' },
  ]);

  // Cancelled, and it ends as was said.
  await passToRenewal();
  await post('cancel');
  expect(await news()).toEqual(['Recibo: 9,99\u00a0€', 'Tu plan Premium termina el día']);
  await pass({ days: 20 });
  expect(await standing()).toEqual(['premium', 'cancelScheduled']);
  await pass({ days: 15 });
  expect(await standing()).toEqual(['basico', 'ended']);
  expect(await news()).toEqual(['Tu plan es ahora Básico']);
  expect(await running()).toEqual(['t1', 't4', 't5', 't6', 't9']);
  expect((await post('resume')).status).toBe(409);

  // And that is all, up to the fourteenth month.
  const before = await count();
  await pass({ months: 4 });
  expect([await count(), await standing(), await news()]).toEqual([
    before,
    ['basico', 'ended'],
    [],
  ]);
}, 120_000);
