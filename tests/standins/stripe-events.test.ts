/** Events of the Stripe double: signed and in order, sent again until they are taken, and as its control page says. */
import { beforeEach, expect, it } from 'vitest';
import { waitFor } from '#tests/support/wait-for.ts';
import { openDataDir } from './serve.ts';
import {
  priceOf,
  type StripeHost,
  startStripeHost,
  startWebhookReceiver,
  type WebhookReceiver,
} from './stripe-host.ts';

let receiver: WebhookReceiver;
let host: StripeHost;
beforeEach(async () => {
  receiver = await startWebhookReceiver();
  host = await startStripeHost(await openDataDir(), receiver.origin);
});

const subscribeEvents = [
  'customer.subscription.created',
  'invoice.created',
  'invoice.finalized',
  'invoice.paid',
  'customer.subscription.updated',
];
const waitForEvents = (types: readonly string[]) =>
  waitFor(() => expect(receiver.received.map(({ type }) => type)).toEqual(types));
async function subscribe() {
  const stripe = host.client();
  const { id: customer } = await stripe.customers.create({ email: 'lucia@correo.es' });
  const card = await stripe.paymentMethods.attach('pm_card_visa', { customer });
  await stripe.customers.update(customer, {
    invoice_settings: { default_payment_method: card.id },
  });
  const price = await priceOf(stripe, 'premium');
  return stripe.subscriptions.create({ customer, items: [{ price }] });
}

it('they come signed, with the object and its previous attributes, until answered with 2xx', async () => {
  receiver.nextStatuses.push(500, 302);
  await subscribe();
  await waitFor(() => expect(receiver.received).toHaveLength(7));
  expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(5);
  const updated = ({ type }: { type: string }) => type === 'customer.subscription.updated';
  expect(receiver.received.find(updated)).toMatchObject({
    livemode: false,
    data: {
      object: { object: 'subscription', status: 'active' },
      previous_attributes: { status: 'incomplete' },
    },
  });
});

const reversed = subscribeEvents.toReversed();
it.each<[string, object | null, readonly string[]]>([
  ['normal', null, subscribeEvents],
  ['duplicate', null, subscribeEvents.flatMap((type) => [type, type])],
  ['reorder', null, reversed],
  ['delay', { order: 'newestFirst' }, reversed],
])('in mode “%s”, delivered by %o', async (mode, command, arriving) => {
  await host.command('/avisos', { mode });
  await subscribe();
  if (command) await host.command('/entregar', command);
  await waitForEvents(arriving);
});

it('what is not implemented is refused, not ignored', async () => {
  const { id } = await subscribe();
  const update = host.client().subscriptions.update(id, { trial_end: 'now' });
  await expect(update).rejects.toMatchObject({ code: 'parameter_unknown', param: 'trial_end' });
});
