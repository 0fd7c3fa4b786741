/** The endpoints of billing over the real SDK, beside the double of the card provider. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkoutResult, invoices, planChangePreview, redirect } from '#contract/billing.ts';
import { userExport } from '#contract/user-export.ts';
import {
  type BillingHarness,
  cards,
  createBillingHarness,
  newcomer,
} from '#tests/faults/support/billing-harness.ts';
import { findUserRows, leavesOf } from './find-user-rows.ts';

let rig: BillingHarness;
let uid: string;
beforeAll(async () => {
  rig = await createBillingHarness();
});
afterAll(() => rig?.close());
beforeEach(() => {
  uid = newcomer();
  rig.calls();
});
const get = (path: string) => rig.call(uid, 'GET', path);
const post = (path: string, payload?: object) => rig.call(uid, 'POST', path, payload);
const urlOf = (answer: { body: unknown }) => redirect.parse(answer.body).url;

describe('subscribing', () => {
  it('begins with nothing, leads to the card page and back, and the plan counts without any webhook', async () => {
    expect(await rig.state(uid)).toEqual({ plan: 'basico', granted: false, subscription: null });
    expect(invoices.parse((await get('invoices')).body)).toEqual({ items: [] });
    const url = urlOf(await post('checkout', { plan: 'premium' }));
    const { sessionId, status } = await rig.pay(url, cards.good);
    expect(status).toBe(303);
    const result = checkoutResult.parse((await get(`checkout?id=${sessionId}`)).body);
    expect(result).toEqual({ outcome: 'paid', plan: 'premium', settled: true });
    const state = await rig.state(uid);
    expect(state).toMatchObject({
      plan: 'premium',
      granted: false,
      subscription: {
        status: 'active',
        plan: 'premium',
        endsAt: null,
        graceUntil: null,
        card: { brand: 'visa', last4: '4242' },
        lastPayment: { cents: 999, taxCents: 173 },
        nextCharge: { cents: 999, at: state.subscription?.periodEnd },
      },
    });
    const { items } = invoices.parse((await get('invoices')).body);
    expect(items).toMatchObject([{ cents: 999, taxCents: 173, status: 'paid' }]);
    expect(await rig.mails(uid)).toEqual(['Ya tienes el plan Premium']);
    expect(await rig.mailText(uid, 'Ya tienes el plan Premium')).toMatch(
      /Recibo: .+\nFecha: .+\nBase: 8,26\s€\nIVA incluido \(21\s%\): 1,73\s€\nTotal: 9,99\s€/,
    );
    await rig.deliverAll();
    expect(await rig.mails(uid)).toHaveLength(1);
  });

  it('says what became of a visit that is not over, was refused, or is somebody else’s', async () => {
    const { sessionId, status } = await rig.pay(
      urlOf(await post('checkout', { plan: 'elite' })),
      cards.refused,
    );
    expect(status).toBe(402);
    expect((await get(`checkout?id=${sessionId}`)).body).toEqual({
      outcome: 'open',
      plan: 'elite',
      settled: false,
    });
    expect((await rig.state(uid)).plan).toBe('basico');
    await rig.subscribe('vecina', 'premium');
    expect((await rig.call('vecina', 'GET', `checkout?id=${sessionId}`)).status).toBe(404);
    expect((await get('checkout?id=cs_no_existe')).status).toBe(404);
    expect((await get('checkout?id=../customers')).status).toBe(400);
    expect((await rig.call('nadie', 'GET', `checkout?id=${sessionId}`)).status).toBe(404);
  });

  it('says of an old visit that what it bought is over, whatever runs since', async () => {
    const paid = await rig.pay(urlOf(await post('checkout', { plan: 'elite' })), cards.good);
    const look = async () => (await get(`checkout?id=${paid.sessionId}`)).body;
    expect(await look()).toEqual({ outcome: 'paid', plan: 'elite', settled: true });
    const customer = await rig.customerOf(uid);
    const { data } = await rig.stripe.subscriptions.list({ customer });
    await rig.stripe.subscriptions.cancel(data[0]?.id ?? '');
    const past = { outcome: 'past', plan: 'elite', settled: true };
    expect(await look()).toEqual(past);
    await rig.advance({ seconds: 10 });
    await rig.subscribe(uid, 'premium');
    expect(await look()).toEqual(past);
  });

  it('keeps one page open at a time, and shows the same again', async () => {
    const first = urlOf(await post('checkout', { plan: 'premium' }));
    expect(urlOf(await post('checkout', { plan: 'premium' }))).toBe(first);
    const other = urlOf(await post('checkout', { plan: 'elite' }));
    expect(other).not.toBe(first);
    expect((await rig.pay(first, cards.good)).status).toBe(410);
    expect(urlOf(await post('checkout', { plan: 'premium' }))).not.toBe(first);
  });

  it('makes one visit of hasty clicks, whatever was open before', async () => {
    for (let round = 0; round < 10; round += 1) {
      await post('checkout', { plan: 'elite' });
      const answers = await Promise.all(
        Array.from({ length: 3 }, () => post('checkout', { plan: 'premium' })),
      );
      const urls = answers.filter(({ status }) => status === 200).map(urlOf);
      expect(new Set(urls).size).toBe(1);
      expect(await rig.openPages(uid)).toEqual([urls[0]]);
    }
  });

  it('leaves one page open of hasty clicks on two plans', async () => {
    for (let round = 0; round < 10; round += 1) {
      const answers = await Promise.all([
        post('checkout', { plan: 'premium' }),
        post('checkout', { plan: 'elite' }),
      ]);
      const [open, ...others] = await rig.openPages(uid);
      expect(others).toEqual([]);
      const urls = answers.filter(({ status }) => status === 200).map(urlOf);
      expect(urls).toContain(open);
    }
  });

  it('asks for a confirmed address first, and refuses a second subscription', async () => {
    const unconfirmed = await rig.api.call({
      method: 'POST',
      url: '/api/billing/checkout',
      as: { uid, verified: false },
      payload: { plan: 'premium' },
    });
    expect([unconfirmed.status, unconfirmed.body]).toMatchObject([
      409,
      { code: 'email_unconfirmed' },
    ]);
    expect(rig.calls()).toEqual([]);
    await rig.subscribe(uid, 'premium');
    expect((await post('checkout', { plan: 'elite' })).status).toBe(409);
  });

  it('leaves what an operator granted to the operator', async () => {
    await get('state');
    await rig.api.pool.query(
      `insert into subscriptions (uid, plan, granted_by) values ($1, 'elite', 'admin')`,
      [uid],
    );
    expect(await rig.state(uid)).toMatchObject({ plan: 'elite', granted: true });
    expect((await post('checkout', { plan: 'premium' })).status).toBe(422);
  });
});

describe('changing plan', () => {
  it('charges exactly what the preview showed, however long it was looked at', async () => {
    await rig.subscribe(uid, 'premium');
    await rig.advance({ days: 10 });
    const preview = planChangePreview.parse((await get('plan?plan=elite')).body);
    expect(preview.dueNowCents).toBeGreaterThan(900);
    expect(preview.dueNowCents).toBeLessThan(1_100);
    expect(preview.nextCharge.cents).toBe(2_499);
    await rig.advance({ seconds: 1_800 });
    const changed = await post('plan', { plan: 'elite', proratedAt: preview.proratedAt });
    expect(changed.status).toBe(200);
    expect(changed.body).toMatchObject({
      plan: 'elite',
      subscription: {
        plan: 'elite',
        status: 'active',
        lastPayment: { cents: preview.dueNowCents },
      },
    });
    expect(await rig.mails(uid)).toEqual([
      'Ya tienes el plan Premium',
      'Tu plan es ahora Elite',
      expect.stringMatching(/^Recibo /),
    ]);
  });

  it('credits what is left of the dearer plan to the next charge', async () => {
    await rig.subscribe(uid, 'elite');
    const { dueNowCents, nextCharge } = planChangePreview.parse(
      (await get('plan?plan=premium')).body,
    );
    expect(dueNowCents).toBe(999 - 2_499);
    expect(nextCharge.cents).toBe(0);
    expect((await post('plan', { plan: 'premium' })).body).toMatchObject({
      plan: 'premium',
      subscription: { nextCharge: { cents: 0 } },
    });
  });

  it('refuses a price of another time, a refused card and what cannot be changed, and changes nothing', async () => {
    expect((await get('plan?plan=elite')).status).toBe(409);
    await rig.subscribe(uid, 'premium');
    expect((await get('plan?plan=premium')).status).toBe(409);
    expect((await get('plan?plan=basico')).status).toBe(400);
    const { periodEnd } = (await rig.state(uid)).subscription ?? {};
    for (const proratedAt of [periodEnd, new Date(rig.now().getTime() - 7_200_000).toISOString()])
      expect((await post('plan', { plan: 'elite', proratedAt })).status).toBe(422);
    await rig.setCard(uid, 'decline');
    const refused = await post('plan', { plan: 'elite' });
    expect([refused.status, refused.body]).toMatchObject([
      422,
      { error: 'Tu banco ha rechazado el cargo. Cambia de tarjeta y vuelve a intentarlo.' },
    ]);
    expect(await rig.state(uid)).toMatchObject({
      plan: 'premium',
      subscription: { plan: 'premium' },
    });
  });
});

describe('cancelling', () => {
  it('keeps the plan until the end, can be undone, and done again', async () => {
    expect((await post('cancel')).status).toBe(409);
    await rig.subscribe(uid, 'premium');
    const end = (await rig.state(uid)).subscription?.periodEnd;
    const scheduled = {
      plan: 'premium',
      subscription: { status: 'cancelScheduled', endsAt: end, nextCharge: null },
    };
    for (let round = 1; round <= 2; round += 1) {
      expect((await post('cancel')).body).toMatchObject(scheduled);
      expect((await post('cancel')).body).toMatchObject(scheduled);
      expect((await post('resume')).body).toMatchObject({
        subscription: { status: 'active', endsAt: null },
      });
    }
    expect((await post('cancel')).body).toMatchObject(scheduled);
    await rig.deliverAll();
    const mails = await rig.mails(uid);
    expect(mails.filter((subject) => /^Tu plan Premium termina el /.test(subject))).toHaveLength(3);
    const { rows } = await rig.api.pool.query<{ keys: number; open: number }>(
      `select count(distinct key)::integer as keys, count(*) filter (where answered_at is null)::integer as open
       from billing_requests where uid = $1 and purpose like 'cancel %'`,
      [uid],
    );
    expect(rows).toEqual([{ keys: 3, open: 0 }]);
  });

  it('undoes a cancellation made elsewhere for an instant', async () => {
    await rig.subscribe(uid, 'premium');
    const { subscriptionId, until } = await rig.api.pool
      .query<{ id: string; until: number }>(
        `select subscription_id as id, (facts->>'periodEnd')::bigint / 1000 as until
         from billing_subscriptions where uid = $1`,
        [uid],
      )
      .then(({ rows }) => ({ subscriptionId: rows[0]?.id ?? '', until: rows[0]?.until ?? 0 }));
    await rig.stripe.subscriptions.update(subscriptionId, { cancel_at: until - 86_400 });
    await rig.deliverAll();
    expect(await rig.state(uid)).toMatchObject({ subscription: { status: 'cancelScheduled' } });
    expect((await post('resume')).body).toMatchObject({ subscription: { status: 'active' } });
  });
});

describe('the card', () => {
  it('is changed on the card page, and pays what is owed at once', async () => {
    expect((await post('card')).status).toBe(409);
    await rig.subscribe(uid, 'premium', cards.failsLater);
    await rig.advance({ months: 1 });
    await rig.deliverAll();
    expect(await rig.state(uid)).toMatchObject({
      plan: 'premium',
      subscription: { status: 'pastDue', graceUntil: expect.any(String) },
    });
    const { sessionId } = await rig.pay(urlOf(await post('card')), cards.other);
    expect((await get(`checkout?id=${sessionId}`)).body).toEqual({
      outcome: 'saved',
      plan: null,
      settled: true,
    });
    expect(await rig.state(uid)).toMatchObject({
      subscription: { status: 'active', card: { brand: 'mastercard', last4: '4444' } },
    });
    await rig.deliverAll();
    expect(await rig.mails(uid)).toEqual([
      'Ya tienes el plan Premium',
      'No hemos podido cobrar tu plan Premium',
      expect.stringMatching(/^Recibo /),
    ]);
  });

  it('is taken from the webhook as well, when nobody comes back', async () => {
    await rig.subscribe(uid, 'premium');
    await rig.pay(urlOf(await post('card')), cards.other);
    await rig.deliverAll();
    expect(await rig.state(uid)).toMatchObject({ subscription: { card: { last4: '4444' } } });
  });
});

describe('taking data along', () => {
  it('holds every value of every row about one’s payments', async () => {
    await rig.subscribe(uid, 'premium');
    await post('cancel');
    const answer = await rig.api.call({ url: '/api/users/export', as: { uid } });
    const told = new Set(leavesOf(userExport.parse(answer.body)));
    const rows = (await findUserRows(rig.api.pool, uid)).filter(({ table }) =>
      table.startsWith('billing_'),
    );
    expect(new Set(rows.map(({ table }) => table)).size).toBe(4);
    for (const { table, row } of rows)
      for (const [column, value] of Object.entries(row))
        for (const leaf of leavesOf(value))
          expect([table, column, told.has(leaf)]).toEqual([table, column, true]);
  });
});

describe('while the provider is away', () => {
  it('answers 503 with Retry-After where it must be asked, and from our books everywhere else', async () => {
    await rig.subscribe(uid, 'premium');
    rig.fail('everything');
    try {
      for (const [method, path, payload] of [
        ['POST', 'checkout', { plan: 'elite' }],
        ['GET', 'checkout?id=cs_test_1', undefined],
        ['GET', 'plan?plan=elite', undefined],
        ['POST', 'plan', { plan: 'elite' }],
        ['POST', 'cancel', undefined],
        ['POST', 'resume', undefined],
        ['POST', 'card', undefined],
      ] as const) {
        const answer = await rig.call(uid, method, path, payload);
        expect([path, answer.status, answer.headers['retry-after']]).toEqual([path, 503, '15']);
      }
      expect((await rig.state(uid)).plan).toBe('premium');
      expect((await get('invoices')).status).toBe(200);
      expect((await rig.api.call({ url: '/api/users/config', as: { uid } })).status).toBe(200);
    } finally {
      rig.fail('nothing');
    }
    expect((await post('cancel')).status).toBe(200);
  });
});
