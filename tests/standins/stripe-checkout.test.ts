/** Tests of the checkout page without scripts: every test card and its effect on the subscription. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { priceOf } from './stripe.scenarios.ts';
import { type StripeHost, startStripeHost } from './stripe-host.ts';

let dataDir: string;
let host: StripeHost;
let stripe: Stripe;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'vigia-stripe-'));
  host = await startStripeHost(dataDir, null);
  stripe = host.client();
});
afterAll(async () => {
  await host.app.close();
  await rm(dataDir, { recursive: true, force: true });
});

const successUrl = 'http://localhost:5173/plan?pago={CHECKOUT_SESSION_ID}';

async function openSession(mode: 'subscription' | 'setup' = 'subscription') {
  const { id: customer } = await stripe.customers.create({ email: 'lucia@correo.es' });
  const session = await stripe.checkout.sessions.create({
    mode,
    customer,
    success_url: successUrl,
    cancel_url: 'http://localhost:5173/plan',
    ...(mode === 'subscription' && {
      line_items: [{ price: await priceOf(stripe, 'premium'), quantity: 1 }],
      subscription_data: { metadata: { userId: 'u1' } },
    }),
  });
  return { customer, id: session.id, url: session.url ?? '' };
}

const validFields = { caducidad: '12/40', cvc: '123', titular: 'Lucía Prado' };
const send = (url: string, fields: Record<string, string>) =>
  fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
const pay = (url: string, numero: string) => send(url, { ...validFields, numero });
const onlySubscription = async (customer: string) => {
  const { data } = await stripe.subscriptions.list({ customer, status: 'all' });
  expect(data).toHaveLength(1);
  return data[0] as Stripe.Subscription;
};

describe('the card page', () => {
  it('charges an accepted card, starts the subscription and redirects with the session’s id', async () => {
    const { customer, id, url } = await openSession();
    const shown = await (await fetch(url)).text();
    expect(shown).toContain('Vigía Premium');
    expect(shown).toContain('8,26');
    const answered = await pay(url, '4242 4242 4242 4242');
    expect(answered.status).toBe(303);
    expect(answered.headers.get('location')).toBe(`http://localhost:5173/plan?pago=${id}`);
    const session = await stripe.checkout.sessions.retrieve(id, {
      expand: ['subscription.default_payment_method', 'invoice'],
    });
    expect(session).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      url: null,
      customer,
      subscription: {
        status: 'active',
        metadata: { userId: 'u1' },
        default_payment_method: { card: { last4: '4242', exp_month: 12, exp_year: 2040 } },
      },
      invoice: { status: 'paid', amount_paid: 999 },
    });
  });

  it('sent twice, charges once and redirects both times', async () => {
    const { customer, url } = await openSession();
    const answers = await Promise.all([pay(url, '4242424242424242'), pay(url, '4242424242424242')]);
    expect(answers.map(({ status }) => status)).toEqual([303, 303]);
    expect((await stripe.invoices.list({ customer })).data).toHaveLength(1);
  });

  it.each([
    ['4000 0000 0000 0002', 'El banco ha rechazado la tarjeta'],
    ['4000 0000 0000 9995', 'no tiene saldo suficiente'],
  ])(
    'shows why %s is declined and accepts another card for the same invoice',
    async (number, sentence) => {
      const { customer, id, url } = await openSession();
      const declined = await pay(url, number);
      expect(declined.status).toBe(402);
      expect(await declined.text()).toContain(sentence);
      expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({
        status: 'open',
        subscription: null,
      });
      expect((await onlySubscription(customer)).status).toBe('incomplete');
      expect((await pay(url, '4242424242424242')).status).toBe(303);
      expect((await onlySubscription(customer)).status).toBe('active');
      const { data } = await stripe.invoices.list({ customer });
      expect(data).toHaveLength(1);
      expect(data[0]).toMatchObject({ status: 'paid', attempt_count: 2 });
    },
  );

  it.each([
    ['si', 303, 'active'],
    ['no', 402, 'incomplete'],
  ])(
    'redirects 4000 0025 0000 3155 to the bank page; answered “%s”',
    async (respuesta, status, state) => {
      const { customer, url } = await openSession();
      const bankRedirect = await pay(url, '4000 0025 0000 3155');
      expect(bankRedirect.headers.get('location')).toMatch(/\/banco$/);
      expect((await onlySubscription(customer)).status).toBe('incomplete');
      expect(await (await fetch(`${url}/banco`)).text()).toContain('Confirma que eres tú');
      expect((await send(`${url}/banco`, { respuesta })).status).toBe(status);
      expect((await onlySubscription(customer)).status).toBe(state);
    },
  );

  it('without scripts, uses the chosen test card unless a number was typed', async () => {
    const served = { servido: '4242 4242 4242 4242', prueba: '4000000000000002' };
    const chosen = await openSession();
    const declined = await send(chosen.url, { ...validFields, ...served, numero: served.servido });
    expect(declined.status).toBe(402);
    const typed = await openSession();
    const accepted = await send(typed.url, {
      ...validFields,
      ...served,
      numero: '5555555555554444',
    });
    expect(accepted.status).toBe(303);
  });

  it('shown again after a decline, submits the card it shows', async () => {
    const { url } = await openSession();
    const served = { servido: '4242 4242 4242 4242', prueba: '4242424242424242' };
    const numero = '4000 0000 0000 0002';
    const page = await (await send(url, { ...validFields, ...served, numero })).text();
    expect(page).toContain(`name="servido" value="${numero}"`);
    expect(page).toMatch(/value="4000000000000002" checked/);
    expect(page.match(/ checked/g)).toHaveLength(1);
  });

  it.each([
    [{ numero: '4242 4242 4242 4241' }, 'El número de tarjeta no es válido.'],
    [{ numero: '4111 1111 1111 1111' }, 'Aquí solo valen las tarjetas de prueba.'],
    [{ caducidad: '13/40' }, 'Escribe la caducidad como MM/AA.'],
    [{ caducidad: '01/20' }, 'La tarjeta está caducada.'],
    [{ cvc: '12' }, 'El CVC son las 3 cifras del dorso.'],
    [{ numero: '' }, 'El número de tarjeta no es válido.'],
  ])('shows an error beside the field for %o and charges nothing', async (wrong, sentence) => {
    const { customer, url } = await openSession();
    const declined = await send(url, { ...validFields, numero: '4242424242424242', ...wrong });
    expect(declined.status).toBe(422);
    expect(await declined.text()).toContain(sentence);
    expect((await stripe.subscriptions.list({ customer, status: 'all' })).data).toEqual([]);
  });

  it('escapes typed text', async () => {
    const { url } = await openSession();
    const shown = await send(url, { ...validFields, numero: '"><script>alert(1)</script>' });
    expect(await shown.text()).not.toContain('<script>alert');
  });

  it('in setup mode stores the card and charges nothing', async () => {
    const { customer, id, url } = await openSession('setup');
    expect(await (await fetch(url)).text()).toContain('Cambiar de tarjeta');
    expect((await pay(url, '5555 5555 5555 4444')).status).toBe(303);
    const session = await stripe.checkout.sessions.retrieve(id, {
      expand: ['setup_intent.payment_method'],
    });
    expect(session).toMatchObject({
      status: 'complete',
      subscription: null,
      setup_intent: {
        status: 'succeeded',
        payment_method: { customer, card: { brand: 'mastercard' } },
      },
    });
    expect((await stripe.invoices.list({ customer })).data).toEqual([]);
  });

  it('in setup mode authenticates too, and stores nothing when the owner does not confirm', async () => {
    const { customer, url } = await openSession('setup');
    expect((await pay(url, '4000002500003155')).headers.get('location')).toMatch(/\/banco$/);
    expect((await send(`${url}/banco`, { respuesta: 'no' })).status).toBe(402);
    expect((await stripe.customers.listPaymentMethods(customer)).data).toEqual([]);
  });

  it('answers 410 once expired and 404 for an unknown session', async () => {
    const { id, url } = await openSession();
    await stripe.checkout.sessions.expire(id);
    expect(await (await fetch(url)).text()).toContain('Esta página ha caducado');
    expect((await pay(url, '4242424242424242')).status).toBe(410);
    expect((await fetch(`${host.origin}/__local/pago/cs_nadie`)).status).toBe(404);
  });

  it('has the requested lifetime even when the test clock is far ahead', async () => {
    const { id: customer } = await stripe.customers.create({});
    const openFor = (seconds: number) =>
      stripe.checkout.sessions.create({
        mode: 'setup',
        currency: 'eur',
        customer,
        success_url: successUrl,
        expires_at: Math.floor(Date.now() / 1_000) + seconds,
      });
    await host.command('/reloj', { days: 40 });
    const { id, url } = await openFor(30 * 60);
    expect(await (await fetch(url ?? '')).text()).toContain('Cambiar de tarjeta');
    await host.command('/reloj', { seconds: 31 * 60 });
    expect((await stripe.checkout.sessions.retrieve(id)).status).toBe('expired');
    for (const seconds of [60, 25 * 3_600]) {
      await expect(openFor(seconds)).rejects.toMatchObject({
        param: 'expires_at',
        statusCode: 400,
      });
    }
  });

  it('has a policy for own scripts only, with the product as form target', async () => {
    const { url } = await openSession();
    const policy = (await fetch(url)).headers.get('content-security-policy');
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("form-action 'self' http://localhost:5173;");
  });
});

describe('an invoice’s page', () => {
  it('needs only its URL, no sign-in', async () => {
    const { customer, url } = await openSession();
    await pay(url, '4242424242424242');
    const [invoice] = (await stripe.invoices.list({ customer })).data;
    expect(invoice?.number).toMatch(/^V-20\d\d-\d{4}$/);
    const page = await (await fetch(invoice?.hosted_invoice_url ?? '')).text();
    for (const text of [invoice?.number ?? '', 'Pagada', 'IVA (21 %)', '1,73', '9,99']) {
      expect(page).toContain(text);
    }
    expect((await fetch(`${host.origin}/__local/factura/otra`)).status).toBe(404);
  });
});
