/** The checkout page without scripts: every test card and its effect on the subscription. */
import { describe, expect, it } from 'vitest';
import { openDataDir, postForm } from './serve.ts';
import { openSession, startStripeHost, validCard } from './stripe-host.ts';

const host = await startStripeHost(await openDataDir(), null);
const stripe = host.client();
const pay = (url: string, numero: string) => postForm(url, { ...validCard, numero });
const shown = async (url: string) => (await fetch(url)).text();
/** The states of a customer's subscriptions. */
const statesOf = async (customer: string) =>
  (await stripe.subscriptions.list({ customer, status: 'all' })).data.map(({ status }) => status);

describe('the card page', () => {
  it('sent twice, charges once, and redirects both times with the session’s id', async () => {
    const { customer, id, url } = await openSession(host);
    expect(await shown(url)).toContain('Vigía Premium');
    for (const answer of await Promise.all([
      pay(url, '4242424242424242'),
      postForm(url, validCard),
    ]))
      expect([answer.status, answer.headers.get('location')]).toEqual([
        303,
        `http://localhost:5173/plan?pago=${id}`,
      ]);
    const expand = ['subscription.default_payment_method', 'invoice'];
    expect(await stripe.checkout.sessions.retrieve(id, { expand })).toMatchObject({
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
    expect((await stripe.invoices.list({ customer })).data).toHaveLength(1);
  });

  it.each([
    ['4000 0000 0000 0002', 'El banco ha rechazado la tarjeta'],
    ['4000 0000 0000 9995', 'no tiene saldo suficiente'],
  ])(
    'says why %s is declined, and takes another for the same invoice',
    async (number, sentence) => {
      const { customer, id, url } = await openSession(host);
      const declined = await pay(url, number);
      expect(declined.status).toBe(402);
      expect(await declined.text()).toContain(sentence);
      const open = { status: 'open', subscription: null };
      expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject(open);
      expect(await statesOf(customer)).toEqual(['incomplete']);
      expect((await postForm(url, validCard)).status).toBe(303);
      expect(await statesOf(customer)).toEqual(['active']);
      const { data } = await stripe.invoices.list({ customer });
      expect(data).toMatchObject([{ status: 'paid', attempt_count: 2 }]);
    },
  );

  it.each([
    ['si', 303, 'active'],
    ['no', 402, 'incomplete'],
  ])(
    'asks the owner of 4000 0025 0000 3155, who answers “%s”',
    async (respuesta, status, state) => {
      const { customer, url } = await openSession(host);
      const redirected = await pay(url, '4000 0025 0000 3155');
      expect(redirected.headers.get('location')).toMatch(/\/banco$/);
      expect(await statesOf(customer)).toEqual(['incomplete']);
      expect((await postForm(`${url}/banco`, { respuesta })).status).toBe(status);
      expect(await statesOf(customer)).toEqual([state]);
    },
  );
});
