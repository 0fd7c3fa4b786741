/** Events of the Stripe double: signed and in order, sent again until they are taken, and as its control page says. */
import { beforeEach, expect, it } from 'vitest';
import { waitFor } from '#tests/support/wait-for.ts';
import { openDataDir, postForm } from './serve.ts';
import {
  openSession,
  type StripeHost,
  startStripeHost,
  startWebhookReceiver,
  validCard,
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
  'invoice.finalized',
  'invoice.paid',
  'customer.subscription.updated',
  'checkout.session.completed',
];
const waitForEvents = (types: readonly string[]) =>
  waitFor(() => expect(receiver.received.map(({ type }) => type)).toEqual(types));
const subscribe = async () => postForm((await openSession(host)).url, validCard);

it('they come signed, with the object, until answered with 2xx', async () => {
  receiver.nextStatuses.push(500, 302);
  await subscribe();
  await waitFor(() => expect(receiver.received).toHaveLength(7));
  expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(5);
  const updated = ({ type }: { type: string }) => type === 'customer.subscription.updated';
  expect(receiver.received.find(updated)).toMatchObject({
    data: { object: { object: 'subscription', status: 'active' } },
  });
});

it.each<[string, object | null, readonly string[]]>([
  ['normal', null, subscribeEvents],
  ['duplicate', null, subscribeEvents.flatMap((type) => [type, type])],
  ['delay', { order: 'newestFirst' }, subscribeEvents.toReversed()],
])('in mode “%s”, delivered by %o', async (mode, command, arriving) => {
  await host.command('/avisos', { mode });
  await subscribe();
  if (command) await host.command('/entregar', command);
  await waitForEvents(arriving);
});

it('what is not implemented is refused, not ignored', async () => {
  const update = host.client().subscriptions.update('sub_1', { trial_end: 'now' });
  await expect(update).rejects.toMatchObject({ code: 'parameter_unknown', param: 'trial_end' });
});
