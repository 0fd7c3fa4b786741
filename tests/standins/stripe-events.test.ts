/** Tests of the Stripe stand-in's webhook delivery and test clock (renewal, dunning, end). */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { waitFor } from '#tests/support/wait-for.ts';
import { attachCard, itemOf, priceOf } from './stripe.scenarios.ts';
import {
  type StripeHost,
  startStripeHost,
  startWebhookReceiver,
  type WebhookReceiver,
} from './stripe-host.ts';

let dataDir: string;
let receiver: WebhookReceiver;
let host: StripeHost;
let stripe: Stripe;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'vigia-stripe-'));
  receiver = await startWebhookReceiver();
  host = await startStripeHost(dataDir, receiver.url);
  stripe = host.client();
});
afterEach(async () => {
  await host.app.close();
  await receiver.close();
  await rm(dataDir, { recursive: true, force: true });
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

async function subscribe() {
  const { id: customer } = await stripe.customers.create({ email: 'lucia@correo.es' });
  await attachCard(stripe, customer);
  const price = await priceOf(stripe, 'premium');
  const subscription = await stripe.subscriptions.create({ customer, items: [{ price }] });
  return { customer, subscription };
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
      object: 'event',
      livemode: false,
      data: {
        object: { object: 'subscription', status: 'active' },
        previous_attributes: { status: 'incomplete' },
      },
    });
    const { id } = receiver.received[0] as Stripe.Event;
    expect((await stripe.events.retrieve(id)).type).toBe('customer.subscription.created');
  });

  it('are retried until answered with 2xx', async () => {
    receiver.nextStatuses.push(500, 302);
    await subscribe();
    await waitFor(async () => {
      const { deliveries } = await state();
      expect(deliveries.every((one) => one.state === 'delivered')).toBe(true);
      expect(deliveries).toHaveLength(5);
    });
    const ids = receiver.received.map(({ id }) => id);
    expect(ids).toHaveLength(7);
    expect(new Set(ids).size).toBe(5);
    const tries = (await state()).deliveries.flatMap(({ attempts }) =>
      attempts.map(({ status }) => status),
    );
    expect(tries.toSorted()).toEqual([200, 200, 200, 200, 200, 302, 500]);
  });

  it('survive a restart before delivery', async () => {
    await host.command('/avisos', { mode: 'delay' });
    await subscribe();
    await host.app.close();
    host = await startStripeHost(dataDir, receiver.url);
    expect(receivedTypes()).toEqual([]);
    await host.command('/entregar', {});
    await waitForEvents(subscribeEvents);
  });

  it('come twice in “duplicate”', async () => {
    await host.command('/avisos', { mode: 'duplicate' });
    await subscribe();
    await waitForEvents(subscribeEvents.flatMap((type) => [type, type]));
  });

  it('come newest first in “reorder”', async () => {
    await host.command('/avisos', { mode: 'reorder' });
    await subscribe();
    await waitForEvents(subscribeEvents.toReversed());
  });

  it('never come in “drop”, but can be sent by hand', async () => {
    await host.command('/avisos', { mode: 'drop' });
    await subscribe();
    expect((await state()).deliveries.map((one) => one.state)).toEqual(
      subscribeEvents.map(() => 'dropped'),
    );
    await host.command('/avisos', { mode: 'normal' });
    const { data } = await stripe.events.list({ type: 'invoice.paid' });
    await host.command('/entregar', { events: data.map(({ id }) => id) });
    await waitForEvents(['invoice.paid']);
  });

  it('that are held can be delivered newest first', async () => {
    await host.command('/avisos', { mode: 'delay' });
    await subscribe();
    await host.command('/entregar', { order: 'newestFirst' });
    await waitForEvents(subscribeEvents.toReversed());
  });

  it('answer 400 to an invalid command', async () => {
    expect((await host.command('/avisos', { mode: 'otro' })).status).toBe(400);
    expect((await host.command('/reloj', { days: -1 })).status).toBe(400);
  });
});

describe('the stand-in', () => {
  it('answers loopback addresses only', async () => {
    const requestFrom = (remoteAddress: string) =>
      host.app.inject({ url: '/__local/pagos.json', remoteAddress });
    expect((await requestFrom('127.0.0.1')).statusCode).toBe(200);
    expect((await requestFrom('192.168.1.20')).statusCode).toBe(403);
  });

  it('rejects what it does not implement instead of ignoring it', async () => {
    const { subscription } = await subscribe();
    const update = stripe.subscriptions.update(subscription.id, { trial_end: 'now' });
    await expect(update).rejects.toMatchObject({ code: 'parameter_unknown', param: 'trial_end' });
    await expect(stripe.refunds.list()).rejects.toMatchObject({ statusCode: 404 });
  });
});

describe('the clock', () => {
  it('renews month after month on the same day', async () => {
    const { customer, subscription } = await subscribe();
    await host.command('/reloj', { months: 3 });
    const { data } = await stripe.invoices.list({ customer });
    expect(data.map(({ billing_reason, status }) => [billing_reason, status])).toEqual([
      ['subscription_cycle', 'paid'],
      ['subscription_cycle', 'paid'],
      ['subscription_cycle', 'paid'],
      ['subscription_create', 'paid'],
    ]);
    const { current_period_start } = itemOf(await stripe.subscriptions.retrieve(subscription.id));
    expect(data[0]?.created).toBe(current_period_start);
    expect(new Set(data.map(({ number }) => number)).size).toBe(4);
  });

  it('retries a declined card on days 1, 3, 5 and 7 and then ends the subscription', async () => {
    const { customer, subscription } = await subscribe();
    await host.command(`/clientes/${customer}`, { outcome: 'insufficient' });
    await host.command('/reloj', { months: 1 });
    const failedAtSeconds = itemOf(subscription).current_period_end;
    const seen: (number | null)[] = [];
    for (const day of [0, 1, 3, 5]) {
      await host.command('/reloj', {
        seconds: failedAtSeconds + day * 86_400 - (await state()).now,
      });
      const [owed] = (await stripe.invoices.list({ customer, status: 'open' })).data;
      expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('past_due');
      seen.push(
        owed?.attempt_count ?? null,
        ((owed?.next_payment_attempt ?? 0) - failedAtSeconds) / 86_400,
      );
    }
    expect(seen).toEqual([1, 1, 2, 3, 3, 5, 4, 7]);
    await host.command('/reloj', { days: 2 });
    expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
      status: 'canceled',
      ended_at: failedAtSeconds + 7 * 86_400,
      cancellation_details: { reason: 'payment_failed' },
    });
    await waitFor(() => expect(receivedTypes().at(-1)).toBe('customer.subscription.deleted'));
    expect(receivedTypes().filter((type) => type === 'invoice.payment_failed')).toHaveLength(5);
  });

  it('requires authentication at renewal, which the owner can give on the invoice page', async () => {
    const { customer, subscription } = await subscribe();
    await host.command(`/clientes/${customer}`, { outcome: 'authenticate' });
    await host.command('/reloj', { months: 1 });
    await waitFor(() => expect(receivedTypes()).toContain('invoice.payment_action_required'));
    const [owed] = (await stripe.invoices.list({ customer, status: 'open' })).data;
    const paid = await fetch(owed?.hosted_invoice_url ?? '', {
      method: 'POST',
      redirect: 'manual',
    });
    expect(paid.status).toBe(303);
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('active');
  });

  it('ends a subscription at the requested instant, within the period or after a renewal', async () => {
    const { customer, subscription } = await subscribe();
    const { current_period_end: end } = itemOf(subscription);
    const cancelAtSeconds = end + 86_400;
    await stripe.subscriptions.update(subscription.id, { cancel_at: cancelAtSeconds });
    await host.command('/reloj', { months: 2 });
    expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
      status: 'canceled',
      ended_at: cancelAtSeconds,
    });
    expect((await stripe.invoices.list({ customer })).data).toHaveLength(2);
  });

  it('ends a deleted customer’s subscription at once and charges nothing more', async () => {
    const { customer, subscription } = await subscribe();
    await stripe.customers.del(customer);
    await host.command('/reloj', { months: 2 });
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('canceled');
    await waitFor(() => expect(receivedTypes().at(-1)).toBe('customer.subscription.deleted'));
    expect((await state()).deliveries).toHaveLength(subscribeEvents.length + 1);
  });

  it('expires unpaid checkout sessions and incomplete subscriptions', async () => {
    const { id: customer } = await stripe.customers.create({});
    const price = await priceOf(stripe, 'elite');
    const session = await stripe.checkout.sessions.create({
      mode: 'subscription',
      customer,
      line_items: [{ price, quantity: 1 }],
      success_url: 'http://localhost:5173/plan',
    });
    const declined = { numero: '4000000000000002', caducidad: '12/40', cvc: '123' };
    await fetch(session.url ?? '', { method: 'POST', body: new URLSearchParams(declined) });
    await host.command('/reloj', { days: 1 });
    expect((await stripe.checkout.sessions.retrieve(session.id)).status).toBe('expired');
    const [expired] = (await stripe.subscriptions.list({ customer, status: 'all' })).data;
    expect(expired?.status).toBe('incomplete_expired');
    await waitFor(() => expect(receivedTypes()).toContain('checkout.session.expired'));
  });

  it('and all other state survive a restart, idempotent responses included', async () => {
    const createOnce = () =>
      stripe.customers.create({ email: 'eva@correo.es' }, { idempotencyKey: 'una-vez' });
    const first = await createOnce();
    const { subscription } = await subscribe();
    await host.command('/reloj', { months: 2, days: 3 });
    const before = await state();
    await host.app.close();
    host = await startStripeHost(dataDir, receiver.url);
    stripe = host.client();
    expect((await createOnce()).id).toBe(first.id);
    const after = await state();
    expect(after.now - before.now).toBeLessThan(60);
    expect(after.now).toBeGreaterThanOrEqual(before.now);
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('active');
  });
});
