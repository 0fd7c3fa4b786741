/** Fourteen months of one subscription: every state and mail, and the effect of each plan on thresholds. */
import { expect, it } from 'vitest';
import { settings } from '#contract/users.ts';
import { expireSubscriptions } from '#server/billing/expire-subscriptions.ts';
import { runBillingJobs } from '#server/billing/run-billing-jobs.ts';
import { type BillingHarness, openBillingHarness } from './support/billing-harness.ts';

const uid = 'ana';
const harness = await openBillingHarness();
let seenMails = 0;

/** Subjects of new mails, without days and numbers. */
async function newMails(): Promise<string[]> {
  const all = await harness.mails(uid);
  const fresh = all.slice(seenMails);
  seenMails = all.length;
  return fresh.map((subject) =>
    subject.replace(/Recibo \S+:/, 'Recibo:').replace(/el \d+ de \w+ de \d+/, 'el día'),
  );
}
async function planAndStatus() {
  const { plan, subscription } = await harness.state(uid);
  return [plan, subscription?.status ?? 'none'];
}
/** Advances time, and does the work that falls due. */
async function passTime(by: Parameters<BillingHarness['advance']>[0]): Promise<void> {
  await harness.advance(by);
  await harness.deliverAll();
  await expireSubscriptions(harness.billing);
  await runBillingJobs(harness.billing);
  await harness.deliverAll();
}
/** To a minute after the end of the period. */
async function passToRenewal(): Promise<void> {
  const end = new Date((await harness.state(uid)).subscription?.periodEnd ?? 0).getTime();
  await passTime({ seconds: Math.ceil((end - harness.now().getTime()) / 1_000) + 60 });
}
const post = (path: string, payload?: object) => harness.call(uid, 'POST', path, payload);

async function config() {
  return settings.parse((await harness.api.call({ url: '/api/users/config', as: { uid } })).body);
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
  harness.api.call({
    method: 'PUT',
    url: '/api/users/config',
    as: { uid },
    payload: { partidos: ['m1'], umbrales, frecuencia },
  });
const everyRunning = ['t1', 't2', 't3', 't4', 't5', 't6', 't8', 't9'];

it('goes through fourteen months', async () => {
  await harness.api.call({ url: '/api/users/config', as: { uid } });
  expect((await save(15)).status).toBe(402);

  // Month 0: Premium.
  await harness.subscribe(uid, 'premium');
  expect(await planAndStatus()).toEqual(['premium', 'active']);
  expect(await newMails()).toEqual(['Ya tienes el plan Premium']);
  expect((await save(15)).status).toBe(200);

  // Months 1 and 2: it renews.
  await passToRenewal();
  await passToRenewal();
  expect(await planAndStatus()).toEqual(['premium', 'active']);
  expect(await newMails()).toEqual(['Recibo: 9,99\u00a0€', 'Recibo: 9,99\u00a0€']);

  // Ten days later: Elite, charged at once for the rest of the month, in full from the next.
  await passTime({ days: 10 });
  expect((await post('plan', { plan: 'elite' })).status).toBe(200);
  await passToRenewal();
  expect(await planAndStatus()).toEqual(['elite', 'active']);
  const [changed, difference, renewal] = await newMails();
  expect([changed, renewal]).toEqual(['Tu plan es ahora Elite', 'Recibo: 24,99\u00a0€']);
  expect(difference).toMatch(/^Recibo: (9|10),\d\d\s€$/);

  // The card fails; the plan stays during the retries, with one mail.
  await harness.setCard(uid, 'decline');
  await passToRenewal();
  expect(await planAndStatus()).toEqual(['elite', 'pastDue']);
  expect(await newMails()).toEqual(['No hemos podido cobrar tu plan Elite']);
  await passTime({ days: 1 });
  expect(await newMails()).toEqual([]);
  expect(await running()).toEqual(everyRunning);

  // It recovers within the grace.
  await harness.setCard(uid, 'accept');
  await passTime({ days: 5 });
  expect(await planAndStatus()).toEqual(['elite', 'active']);
  expect(await newMails()).toEqual(['Recibo: 24,99\u00a0€']);

  // Cancelled and resumed twice: still the same subscription.
  for (let round = 1; round <= 2; round += 1) {
    expect((await post('cancel')).status).toBe(200);
    expect(await planAndStatus()).toEqual(['elite', 'cancelScheduled']);
    expect((await post('resume')).status).toBe(200);
    expect(await planAndStatus()).toEqual(['elite', 'active']);
  }
  await harness.deliverAll();
  expect(await newMails()).toEqual([
    'Tu plan Elite termina el día',
    'Tu plan Elite sigue',
    'Tu plan Elite termina el día',
    'Tu plan Elite sigue',
  ]);
  await passToRenewal();
  expect(await newMails()).toEqual(['Recibo: 24,99\u00a0€']);

  // The card fails for good: Básico after seven days, with a mail, and nothing is deleted.
  await harness.setCard(uid, 'decline');
  await passToRenewal();
  expect(await planAndStatus()).toEqual(['elite', 'pastDue']);
  expect(await newMails()).toEqual(['No hemos podido cobrar tu plan Elite']);
  const grace = new Date((await harness.state(uid)).subscription?.graceUntil ?? 0).getTime();
  await passTime({ seconds: Math.floor((grace - harness.now().getTime()) / 1_000) - 60 });
  expect(await planAndStatus()).toEqual(['elite', 'pastDue']);
  await passTime({ seconds: 120 });
  expect(await planAndStatus()).toEqual(['basico', 'ended']);
  expect(await newMails()).toEqual(['Tu plan es ahora Básico']);
  const ended = await harness.mailText(uid, 'Tu plan es ahora Básico');
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
  // A user's own pause does not bypass the limit, and freed room is used.
  const current = basico.configuracion.umbrales;
  const putUmbrales = (sent: object) =>
    harness.api.call({
      method: 'PUT',
      url: '/api/users/config',
      as: { uid },
      payload: { ...basico.configuracion, umbrales: sent },
    });
  expect((await putUmbrales({ ...current, t7: { ...current.t7, pausa: null } })).status).toBe(402);
  const { t8: _gone, ...rest } = current;
  expect((await putUmbrales(rest)).status).toBe(200);
  expect(await running()).toEqual(['t1', 't4', 't5', 't6', 't9']);
  // The withdrawn plan is not charged, and its invoice can no longer be paid.
  const customer = await harness.customerIdOf(uid);
  const { data: charged } = await harness.stripe.invoices.list({ customer });
  expect(charged.map(({ status }) => status).slice(0, 2)).toEqual(['void', 'paid']);
  await harness.setCard(uid, 'accept');
  const count = async () => (await harness.stripe.invoices.list({ customer })).data.length;
  const invoices = await count();
  await passTime({ days: 20 });
  expect([await count(), await planAndStatus(), await newMails()]).toEqual([
    invoices,
    ['basico', 'ended'],
    [],
  ]);

  // Premium again: another subscription, and the thresholds resume in a new version.
  await harness.subscribe(uid, 'premium');
  expect(await planAndStatus()).toEqual(['premium', 'active']);
  expect(await newMails()).toEqual(['Ya tienes el plan Premium']);
  expect(await running()).toEqual(['t1', 't2', 't3', 't4', 't5', 't6', 't9']);
  const { rows } = await harness.api.pool.query<{ id: string; version: number; orders: string }>(
    `select t.id, t.version, string_agg(c.action || c.version, ' ' order by c.seq) as orders
     from thresholds t join threshold_commands c on c.threshold_key = t.key
     where t.uid = $1 and t.id in ('t2', 't9') group by t.id, t.version order by t.id`,
    [uid],
  );
  expect(rows).toEqual([
    { id: 't2', version: 2, orders: 'stop1 start2' },
    { id: 't9', version: 2, orders: 'stop1 start2' },
  ]);

  // Cancelled: it ends when its period does.
  await passToRenewal();
  await post('cancel');
  expect(await newMails()).toEqual(['Recibo: 9,99\u00a0€', 'Tu plan Premium termina el día']);
  await passTime({ days: 20 });
  expect(await planAndStatus()).toEqual(['premium', 'cancelScheduled']);
  await passTime({ days: 15 });
  expect(await planAndStatus()).toEqual(['basico', 'ended']);
  expect(await newMails()).toEqual(['Tu plan es ahora Básico']);
  expect(await running()).toEqual(['t1', 't4', 't5', 't6', 't9']);
  expect((await post('resume')).status).toBe(409);

  // Nothing more happens up to the fourteenth month.
  const before = await count();
  await passTime({ months: 4 });
  expect([await count(), await planAndStatus(), await newMails()]).toEqual([
    before,
    ['basico', 'ended'],
    [],
  ]);
});
