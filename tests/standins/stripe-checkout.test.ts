/** The checkout page without scripts: what each kind of test card does to the subscription. */
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
    const session = await stripe.checkout.sessions.retrieve(id, { expand: ['subscription'] });
    expect(session).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      url: null,
      customer,
      subscription: { status: 'active', metadata: { userId: 'u1' } },
    });
    const { data } = await stripe.invoices.list({ customer });
    expect(data).toMatchObject([{ status: 'paid', amount_paid: 999 }]);
  });

  it('says that a card is declined, and takes another for the same invoice', async () => {
    const { customer, id, url } = await openSession(host);
    const declined = await pay(url, '4000 0000 0000 0002');
    expect(declined.status).toBe(402);
    expect(await declined.text()).toContain('El banco ha rechazado la tarjeta');
    const open = { status: 'open', subscription: null };
    expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject(open);
    expect(await statesOf(customer)).toEqual(['incomplete']);
    expect((await postForm(url, { prueba: '4242424242424242', caducidad: '12/40' })).status).toBe(
      303,
    );
    expect(await statesOf(customer)).toEqual(['active']);
    expect((await stripe.invoices.list({ customer })).data).toMatchObject([{ status: 'paid' }]);
  });
});
