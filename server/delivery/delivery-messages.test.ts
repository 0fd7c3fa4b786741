/** What a webhook gets of an alert, on a real database and real HTTP; what other kinds get: kinds.test.ts. */
import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { webhookMessage } from '#contract/channels.ts';
import { setupDeliveries, webhookSecret } from '#tests/support/delivery-backend.ts';
import { waitFor } from '#tests/support/wait-for.ts';

const backend = await setupDeliveries();
const { fire, addWebhook, start, deliveries, states } = backend;
const chart = 'https://vigia.example/dashboard/partidos/m1?c=c1';

it('a webhook: the alerts as JSON, signed, under a stable id', async () => {
  await addWebhook();
  await fire();
  start();
  await waitFor(async () => expect(await states()).toEqual(['sent']));
  const [post, ...others] = backend.receiver.received;
  expect(others).toEqual([]);
  const headers = Object.fromEntries(
    Object.entries(post?.headers ?? {}).map(([name, value]) => [name, String(value)]),
  );
  const body = post?.body.toString('utf8') ?? '';
  const message = webhookMessage.parse(new Webhook(webhookSecret).verify(body, headers));
  const alert = { thresholdId: 'uno', episode: 1, matchName: 'España – Uruguay', url: chart };
  expect(message).toMatchObject({
    id: headers['webhook-id'],
    kind: 'alerts',
    alerts: [{ ...alert, valueCents: 17200, previousCents: 18500 }],
  });
  expect((await deliveries())[0]?.id).toBe(message.id);
  expect(() => new Webhook(webhookSecret).verify(`${body} `, headers)).toThrow();
});
