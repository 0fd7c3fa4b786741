/** Billing endpoints, with the real Stripe SDK against the Stripe emulator. */
import { beforeEach, describe, expect, it } from 'vitest';
import { checkoutResult, invoices, planChangePreview, redirect } from '#contract/billing.ts';
import { userExport } from '#contract/user-export.ts';
import { cards, newUid, openBillingHarness } from '#tests/faults/support/billing-harness.ts';
import { codeOf } from './api-user.ts';
import { findUserRows, leafValuesOf } from './find-user-rows.ts';

const harness = await openBillingHarness();
let uid: string;
beforeEach(() => {
  uid = newUid();
  harness.takeCalls();
});
const get = (path: string) => harness.call(uid, 'GET', path);
const post = (path: string, payload?: object) => harness.call(uid, 'POST', path, payload);
const checkoutUrl = (answer: { body: unknown }) => redirect.parse(answer.body).url;

describe('subscribing', () => {
  it('leads through the checkout page to an active plan, without any webhook', async () => {
    expect(await harness.state(uid)).toEqual({
      plan: 'basico',
      granted: false,
      subscription: null,
    });
    expect(invoices.parse((await get('invoices')).body)).toEqual({ items: [] });
    const url = checkoutUrl(await post('checkout', { plan: 'premium' }));
    const { sessionId, status } = await harness.pay(url, cards.good);
    expect(status).toBe(303);
    const result = checkoutResult.parse((await get(`checkout?id=${sessionId}`)).body);
    expect(result).toEqual({ outcome: 'paid', plan: 'premium', synced: true });
    const state = await harness.state(uid);
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
    expect(await harness.mails(uid)).toEqual(['Ya tienes el plan Premium']);
    expect(await harness.mailText(uid, 'Ya tienes el plan Premium')).toMatch(
      /Recibo: .+\nFecha: .+\nBase: 8,26\s€\nIVA incluido \(21\s%\): 1,73\s€\nTotal: 9,99\s€/,
    );
    await harness.deliverAll();
    expect(await harness.mails(uid)).toHaveLength(1);
  });

  it('shows an open session after a declined card; 404 for other users', async () => {
    const { sessionId, status } = await harness.pay(
      checkoutUrl(await post('checkout', { plan: 'elite' })),
      cards.declined,
    );
    expect(status).toBe(402);
    expect((await get(`checkout?id=${sessionId}`)).body).toEqual({
      outcome: 'open',
      plan: 'elite',
      synced: false,
    });
    expect((await harness.state(uid)).plan).toBe('basico');
    await harness.subscribe('vecina', 'premium');
    expect((await harness.call('vecina', 'GET', `checkout?id=${sessionId}`)).status).toBe(404);
    expect((await get('checkout?id=cs_no_existe')).status).toBe(404);
    expect((await get('checkout?id=../customers')).status).toBe(400);
    expect((await harness.call('nadie', 'GET', `checkout?id=${sessionId}`)).status).toBe(404);
  });

  it('keeps one checkout session open at a time, and returns the same one for the same plan', async () => {
    const first = checkoutUrl(await post('checkout', { plan: 'premium' }));
    expect(checkoutUrl(await post('checkout', { plan: 'premium' }))).toBe(first);
    const other = checkoutUrl(await post('checkout', { plan: 'elite' }));
    expect(other).not.toBe(first);
    expect((await harness.pay(first, cards.good)).status).toBe(410);
    expect(checkoutUrl(await post('checkout', { plan: 'premium' }))).not.toBe(first);
  });

  it('creates one session for concurrent requests, whichever was open before', async () => {
    for (let round = 0; round < 3; round += 1) {
      await post('checkout', { plan: 'elite' });
      const answers = await Promise.all(
        Array.from({ length: 3 }, () => post('checkout', { plan: 'premium' })),
      );
      const urls = answers.filter(({ status }) => status === 200).map(checkoutUrl);
      expect(new Set(urls).size).toBe(1);
      expect(await harness.openSessionUrls(uid)).toEqual([urls[0]]);
    }
  });

  it('requires a confirmed address, and rejects a second subscription', async () => {
    const unconfirmed = await harness.api.call({
      method: 'POST',
      url: '/api/billing/checkout',
      as: { uid, verified: false },
      payload: { plan: 'premium' },
    });
    expect(codeOf(unconfirmed)).toEqual([409, 'email_unconfirmed']);
    expect(harness.takeCalls()).toEqual([]);
    await harness.subscribe(uid, 'premium');
    expect((await post('checkout', { plan: 'elite' })).status).toBe(409);
  });

  it('is rejected while an operator’s grant is in force', async () => {
    await get('state');
    await harness.api.pool.query(
      `insert into plan_grants (uid, plan, granted_by) values ($1, 'elite', 'admin')`,
      [uid],
    );
    expect(await harness.state(uid)).toMatchObject({ plan: 'elite', granted: true });
    expect((await post('checkout', { plan: 'premium' })).status).toBe(422);
  });
});

it('the payment service gets the address of the account once it has changed and is confirmed', async () => {
  await harness.subscribe(uid, 'premium');
  const change = (what: string) =>
    harness.api.pool.query(`update users set ${what} where uid = $1`, [uid]);
  const addressThere = async () => {
    await harness.sync(uid);
    const customer = await harness.stripe.customers.retrieve(await harness.customerIdOf(uid));
    return customer.deleted ? null : customer.email;
  };
  await change(`email = 'nueva@example.test', email_confirmed_at = null`);
  expect(await addressThere()).not.toBe('nueva@example.test');
  await change('email_confirmed_at = now()');
  expect(await addressThere()).toBe('nueva@example.test');
});

describe('changing plan', () => {
  it('charges exactly the previewed amount, half an hour later too', async () => {
    await harness.subscribe(uid, 'premium');
    await harness.advance({ days: 10 });
    const preview = planChangePreview.parse((await get('plan?plan=elite')).body);
    expect(preview.dueNowCents).toBeGreaterThan(900);
    expect(preview.dueNowCents).toBeLessThan(1_100);
    expect(preview.nextCharge.cents).toBe(2_499);
    await harness.advance({ seconds: 1_800 });
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
    expect(await harness.mails(uid)).toEqual([
      'Ya tienes el plan Premium',
      'Tu plan es ahora Elite',
      expect.stringMatching(/^Recibo /),
    ]);
  });

  it('credits the unused part of the more expensive plan to the next charge', async () => {
    await harness.subscribe(uid, 'elite');
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

  it('rejects an outdated preview, a declined card and the current plan, and changes nothing', async () => {
    expect((await get('plan?plan=elite')).status).toBe(409);
    await harness.subscribe(uid, 'premium');
    expect((await get('plan?plan=premium')).status).toBe(409);
    expect((await get('plan?plan=basico')).status).toBe(400);
    const { periodEnd } = (await harness.state(uid)).subscription ?? {};
    for (const proratedAt of [
      periodEnd,
      new Date(harness.now().getTime() - 7_200_000).toISOString(),
    ])
      expect((await post('plan', { plan: 'elite', proratedAt })).status).toBe(422);
    await harness.setCard(uid, 'decline');
    const refused = await post('plan', { plan: 'elite' });
    expect([refused.status, refused.body]).toMatchObject([
      422,
      { error: 'Tu banco ha rechazado el cargo. Cambia de tarjeta y vuelve a intentarlo.' },
    ]);
    expect(await harness.state(uid)).toMatchObject({
      plan: 'premium',
      subscription: { plan: 'premium' },
    });
  });
});

it('cancelling keeps the plan until the period ends, and can be undone and repeated', async () => {
  expect((await post('cancel')).status).toBe(409);
  await harness.subscribe(uid, 'premium');
  const end = (await harness.state(uid)).subscription?.periodEnd;
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
  await harness.deliverAll();
  const mails = await harness.mails(uid);
  expect(mails.filter((subject) => /^Tu plan Premium termina el /.test(subject))).toHaveLength(3);
  const { rows } = await harness.api.pool.query<{ keys: number; open: number }>(
    `select count(distinct key)::integer as keys, count(*) filter (where completed_at is null)::integer as open
     from billing_idempotency_keys where uid = $1 and operation like 'cancel %'`,
    [uid],
  );
  expect(rows).toEqual([{ keys: 3, open: 0 }]);
});

it('the card is changed on the provider’s page, and pays an open invoice at once', async () => {
  expect((await post('card')).status).toBe(409);
  await harness.subscribe(uid, 'premium', cards.failsLater);
  await harness.advance({ months: 1 });
  await harness.deliverAll();
  expect(await harness.state(uid)).toMatchObject({
    plan: 'premium',
    subscription: { status: 'pastDue', graceUntil: expect.any(String) },
  });
  expect((await get('plan?plan=elite')).body).toMatchObject({
    code: 'conflict',
    error: 'Antes hay que pagar el recibo pendiente: cambia la tarjeta.',
  });
  const { sessionId } = await harness.pay(checkoutUrl(await post('card')), cards.other);
  expect((await get(`checkout?id=${sessionId}`)).body).toEqual({
    outcome: 'card_updated',
    plan: null,
    synced: true,
  });
  expect(await harness.state(uid)).toMatchObject({
    subscription: { status: 'active', card: { brand: 'mastercard', last4: '4444' } },
  });
  await harness.deliverAll();
  expect(await harness.mails(uid)).toEqual([
    'Ya tienes el plan Premium',
    'No hemos podido cobrar tu plan Premium',
    expect.stringMatching(/^Recibo /),
  ]);
});

it('the export contains every value of every row about the user’s payments', async () => {
  await harness.subscribe(uid, 'premium');
  await post('cancel');
  const answer = await harness.api.call({ url: '/api/users/export', as: { uid } });
  const exported = new Set(leafValuesOf(userExport.parse(answer.body)));
  const rows = (await findUserRows(harness.api.pool, uid)).filter(({ table }) =>
    table.startsWith('billing_'),
  );
  expect(new Set(rows.map(({ table }) => table)).size).toBe(4);
  for (const { table, row } of rows)
    for (const [column, value] of Object.entries(row))
      for (const leaf of leafValuesOf(value))
        expect([table, column, exported.has(leaf)]).toEqual([table, column, true]);
});

it('while the provider is unavailable answers 503 with Retry-After where the provider is needed, and from stored data elsewhere', async () => {
  await harness.subscribe(uid, 'premium');
  harness.fail('everything');
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
      const answer = await harness.call(uid, method, path, payload);
      expect([path, answer.status, answer.headers['retry-after']]).toEqual([path, 503, '15']);
    }
    expect((await harness.state(uid)).plan).toBe('premium');
    expect((await get('invoices')).status).toBe(200);
    expect((await harness.api.call({ url: '/api/users/config', as: { uid } })).status).toBe(200);
  } finally {
    harness.fail('nothing');
  }
  expect((await post('cancel')).status).toBe(200);
});
