/** What each kind of channel gets of an alert, on a real database and real HTTP. */
import { createECDH, randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { webhookMessage } from '#contract/channels.ts';
import { setupDeliveries, webhookSecret } from '#tests/support/delivery-backend.ts';
import { openPush } from '#tests/support/open-push.ts';
import { waitFor } from '#tests/support/wait-for.ts';

const backend = await setupDeliveries();
const { fire, addChannel, addWebhook, start, deliveries, states } = backend;
const title = 'España – Uruguay: 172,00\u00a0€';
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
    tipo: 'alertas',
    alertas: [{ ...alert, valueCents: 17200, previousCents: 18500 }],
  });
  expect((await deliveries())[0]?.id).toBe(message.id);
  expect(() => new Webhook(webhookSecret).verify(`${body} `, headers)).toThrow();
});

it('each kind: its text, its links, and what opens or escapes it', async () => {
  const url = 'https://mercado.example/articulo/c1_(especial)';
  await backend.pool.query(`update collectibles set name = '<b>@everyone & co</b>'`);
  await backend.pool.query(`insert into market_pages (collectible_id, url) values ('c1', $1)`, [
    url,
  ]);
  const { origin } = backend.receiver;
  const browser = createECDH('prime256v1');
  const keys = { p256dh: browser.generateKeys('base64url'), auth: randomBytes(16) };
  await addWebhook();
  await addChannel('ntfy', { servidor: origin, tema: 'precios', token: 'tk_1' });
  await addChannel('discord', { url: `${origin}/api/webhooks/1/t` });
  await addChannel('telegram', { chatId: '77' });
  await addChannel('push', {
    endpoint: `${origin}/push/1`,
    keys: { p256dh: keys.p256dh, auth: keys.auth.toString('base64url') },
  });
  await fire();
  start();
  await waitFor(async () => expect(await states()).toEqual(Array(5).fill('sent')));
  const postTo = (path: string) => backend.receiver.received.find((post) => post.path === path);
  const jsonTo = (path: string) => JSON.parse(postTo(path)?.body.toString('utf8') ?? '');
  expect(jsonTo('/hook').alertas[0]).toMatchObject({ collectibleUrl: url });

  const label = 'Ver en el mercado';
  const ids = (await deliveries()).map(({ id }) => id);
  expect(postTo('/')?.headers.authorization).toBe('Bearer tk_1');
  expect(jsonTo('/')).toEqual({
    topic: 'precios',
    title,
    message: '<b>@everyone & co</b> ha quedado por debajo de 180\u00a0€.',
    priority: 4,
    click: chart,
    sequence_id: expect.toBeOneOf(ids),
    actions: [{ action: 'view', label, url }],
  });
  expect(jsonTo('/api/webhooks/1/t')).toMatchObject({
    embeds: [
      {
        title,
        url: chart,
        fields: [
          {
            name: 'Mercado',
            value: `[${label}](https://mercado.example/articulo/c1_%28especial%29)`,
          },
        ],
      },
    ],
    allowed_mentions: { parse: [] },
  });
  expect(jsonTo(`/bot${backend.config.channels.telegram.token}/sendMessage`)).toMatchObject({
    chat_id: '77',
    parse_mode: 'HTML',
    text: expect.stringContaining('&#60;b&#62;@everyone &#38; co&#60;/b&#62; ha quedado'),
    reply_markup: { inline_keyboard: [[{ url: chart }], [{ text: label, url }]] },
  });
  const push = postTo('/push/1');
  expect(push?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'high' });
  expect(push?.headers.authorization).toContain(`k=${backend.config.channels.vapid.publicKey}`);
  const opened = openPush(push?.body ?? Buffer.alloc(0), browser, keys.auth);
  expect(JSON.parse(opened)).toMatchObject({
    id: expect.toBeOneOf(ids),
    titulo: title,
    url: chart,
    mercado: url,
    silenciar: expect.stringContaining('/api/alerts/actions?token='),
  });
});
