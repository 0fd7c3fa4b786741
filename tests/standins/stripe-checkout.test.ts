/** The checkout page without scripts: what a card that its bank declines does to the subscription. */
import { expect, it } from 'vitest';
import { openDataDir, postForm } from './serve.ts';
import { openSession, startStripeHost, validCard } from './stripe-host.ts';

const host = await startStripeHost(await openDataDir(), null);
const stripe = host.client();
/** The states of a customer's subscriptions. */
const statesOf = async (customer: string) =>
  (await stripe.subscriptions.list({ customer, status: 'all' })).data.map(({ status }) => status);

it('says that a card is declined, and takes another for the same invoice', async () => {
  const { customer, id, url } = await openSession(host);
  const declined = await postForm(url, { ...validCard, numero: '4000 0000 0000 0002' });
  expect(declined.status).toBe(402);
  expect(await declined.text()).toContain('El banco ha rechazado la tarjeta');
  const open = { status: 'open', subscription: null };
  expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject(open);
  expect(await statesOf(customer)).toEqual(['incomplete']);
  const paid = await postForm(url, { prueba: '4242424242424242', caducidad: '12/40' });
  expect(paid.status).toBe(303);
  expect(await statesOf(customer)).toEqual(['active']);
  expect((await stripe.invoices.list({ customer })).data).toMatchObject([{ status: 'paid' }]);
});
