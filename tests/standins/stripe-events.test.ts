/** Events of the Stripe stand-in, and what its clock brings: renewal, dunning, end. */
import type Stripe from 'stripe';
import { beforeEach, describe, expect, it } from 'vitest';
import { waitFor } from '#tests/support/wait-for.ts';
import { openDataDir, postForm } from './serve.ts';
import { attachCard, itemOf } from './stripe.scenarios.ts';
import {
  openSession,
  priceOf,
  type StripeHost,
  startStripeHost,
  startWebhookReceiver,
  validCard,
  type WebhookReceiver,
} from './stripe-host.ts';

let receiver: WebhookReceiver;
let host: StripeHost;
let stripe: Stripe;
let restart: () => Promise<void>;
beforeEach(async () => {
  const dataDir = await openDataDir();
  receiver = await startWebhookReceiver();
  const start = async () => {
    host = await startStripeHost(dataDir, receiver.origin);
    stripe = host.client();
  };
  restart = async () => {
    await host.app.close();
    await start();
  };
  await start();
});

const subscribeEvents = [
  'customer.subscription.created',
  'invoice.created',
  'invoice.finalized',
  'invoice.paid',
  'customer.subscription.updated',
];
const receivedTypes = () => receiver.received.map(({ type }) => type);
const waitForEvents = (types: readonly string[]) =>
  waitFor(() => expect(receivedTypes()).toEqual(types));
const statusOf = async (id: string) => (await stripe.subscriptions.retrieve(id)).status;
const invoicesOf = async (customer: string) => (await stripe.invoices.list({ customer })).data;

async function subscribe() {
  const { id: customer } = await stripe.customers.create({ email: 'lucia@correo.es' });
  await attachCard(stripe, customer);
  const price = await priceOf(stripe, 'premium');
  const { id, items } = await stripe.subscriptions.create({ customer, items: [{ price }] });
  return { customer, id, endSeconds: items.data[0]?.current_period_end ?? 0 };
}
const state = async () =>
  (await (await fetch(`${host.origin}/__local/pagos.json`)).json()) as {
    now: number;
    deliveries: { type: string; state: string; attempts: { status: number | null }[] }[];
  };

describe('events', () => {
  it('arrive signed, in order, with the object and its previous attributes', async () => {
    await subscribe();
    await waitForEvents(subscribeEvents);
    expect(receiver.received.at(-1)).toMatchObject({
      livemode: false,
      data: {
        object: { object: 'subscription', status: 'active' },
        previous_attributes: { status: 'incomplete' },
      },
    });
    const { type } = await stripe.events.retrieve(`${receiver.received[0]?.id}`);
    expect(type).toBe(subscribeEvents[0]);
  });

  it('are retried until answered with 2xx', async () => {
    receiver.nextStatuses.push(500, 302);
    await subscribe();
    await waitFor(async () =>
      expect((await state()).deliveries.map((one) => one.state)).toEqual(
        subscribeEvents.map(() => 'delivered'),
      ),
    );
    expect(receiver.received).toHaveLength(7);
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(5);
  });

  const reversed = subscribeEvents.toReversed();
  it.each<[string, object | null, readonly string[]]>([
    ['duplicate', null, subscribeEvents.flatMap((type) => [type, type])],
    ['reorder', null, reversed],
    ['delay', {}, subscribeEvents],
    ['delay', { order: 'newestFirst' }, reversed],
  ])('in mode “%s”, delivered by %o', async (mode, command, arriving) => {
    await host.command('/avisos', { mode });
    await subscribe();
    if (command) {
      await restart();
      expect(receivedTypes()).toEqual([]);
      await host.command('/entregar', command);
    }
    await waitForEvents(arriving);
  });

  it('never come in “drop”, but can be sent by hand', async () => {
    await host.command('/avisos', { mode: 'drop' });
    await subscribe();
    await host.command('/avisos', { mode: 'normal' });
    const { data } = await stripe.events.list({ type: 'invoice.paid' });
    await host.command('/entregar', { events: data.map(({ id }) => id) });
    await waitForEvents(['invoice.paid']);
  });
});

it('what is not implemented is refused, not ignored: parameters, routes, commands', async () => {
  const { id } = await subscribe();
  const update = stripe.subscriptions.update(id, { trial_end: 'now' });
  await expect(update).rejects.toMatchObject({ code: 'parameter_unknown', param: 'trial_end' });
  await expect(stripe.refunds.list()).rejects.toMatchObject({ statusCode: 404 });
  expect((await host.command('/avisos', { mode: 'otro' })).status).toBe(400);
});

it('only this computer is answered', async () => {
  const request = { url: '/__local/pagos.json', remoteAddress: '192.168.1.20' };
  expect((await host.app.inject(request)).statusCode).toBe(403);
});

describe('the clock', () => {
  it('renews month after month on the same day, also after a restart', async () => {
    const { customer, id } = await subscribe();
    await host.command('/reloj', { months: 2, days: 3 });
    const { now } = await state();
    await restart();
    expect((await state()).now).toBeGreaterThanOrEqual(now);
    await host.command('/reloj', { months: 1 });
    const invoices = await invoicesOf(customer);
    expect(invoices.map(({ billing_reason, status }) => [billing_reason, status])).toEqual([
      ...Array(3).fill(['subscription_cycle', 'paid']),
      ['subscription_create', 'paid'],
    ]);
    const { current_period_start } = itemOf(await stripe.subscriptions.retrieve(id));
    expect(invoices[0]?.created).toBe(current_period_start);
    expect(new Set(invoices.map(({ number }) => number)).size).toBe(4);
  });

  it('retries a declined card on days 1, 3, 5 and 7 and then ends the subscription', async () => {
    const { customer, id, endSeconds } = await subscribe();
    await host.command(`/clientes/${customer}`, { outcome: 'insufficient' });
    await host.command('/reloj', { months: 1 });
    const seen: (number | undefined)[][] = [];
    for (const day of [0, 1, 3, 5]) {
      const seconds = endSeconds + day * 86_400 - (await state()).now;
      await host.command('/reloj', { seconds });
      const [owed] = (await stripe.invoices.list({ customer, status: 'open' })).data;
      expect(await statusOf(id)).toBe('past_due');
      const nextDay = ((owed?.next_payment_attempt ?? 0) - endSeconds) / 86_400;
      seen.push([owed?.attempt_count, nextDay]);
    }
    expect(seen).toEqual([
      [1, 1],
      [2, 3],
      [3, 5],
      [4, 7],
    ]);
    await host.command('/reloj', { days: 2 });
    expect(await stripe.subscriptions.retrieve(id)).toMatchObject({
      status: 'canceled',
      ended_at: endSeconds + 7 * 86_400,
      cancellation_details: { reason: 'payment_failed' },
    });
    await waitFor(() => expect(receivedTypes().at(-1)).toBe('customer.subscription.deleted'));
    expect(receivedTypes().filter((type) => type === 'invoice.payment_failed')).toHaveLength(5);
  });

  it('requires authentication at renewal, which the owner can give on the invoice page', async () => {
    const { customer, id } = await subscribe();
    await host.command(`/clientes/${customer}`, { outcome: 'authenticate' });
    await host.command('/reloj', { months: 1 });
    await waitFor(() => expect(receivedTypes()).toContain('invoice.payment_action_required'));
    const [owed] = await invoicesOf(customer);
    expect((await postForm(owed?.hosted_invoice_url ?? '', {})).status).toBe(303);
    expect(await statusOf(id)).toBe('active');
  });

  it('ends a subscription at the requested instant, also after a renewal', async () => {
    const { customer, id, endSeconds } = await subscribe();
    await stripe.subscriptions.update(id, { cancel_at: endSeconds + 86_400 });
    await host.command('/reloj', { months: 2 });
    const ended = { status: 'canceled', ended_at: endSeconds + 86_400 };
    expect(await stripe.subscriptions.retrieve(id)).toMatchObject(ended);
    expect(await invoicesOf(customer)).toHaveLength(2);
  });

  it('expires unpaid checkout sessions and incomplete subscriptions', async () => {
    const { customer, id, url } = await openSession(host);
    await postForm(url, { ...validCard, numero: '4000000000000002' });
    await host.command('/reloj', { days: 1 });
    expect((await stripe.checkout.sessions.retrieve(id)).status).toBe('expired');
    const { data } = await stripe.subscriptions.list({ customer, status: 'all' });
    expect(data).toMatchObject([{ status: 'incomplete_expired' }]);
    await waitFor(() => expect(receivedTypes()).toContain('checkout.session.expired'));
  });
});
