/** What each kind of channel gets of an alert, on a real database and real HTTP. */
import { createECDH, randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { pushMessage, webhookMessage } from '#contract/channels.ts';
import { setupDeliveries, webhookSecret } from '#tests/support/delivery-backend.ts';
import { openPush } from '#tests/support/open-push.ts';
import { waitFor } from '#tests/support/wait-for.ts';

const backend = setupDeliveries();
const { fire, addChannel, addWebhook, start, deliveries, states, bodies } = backend;

describe('what each kind of channel gets', () => {
  it('a webhook: the alerts as JSON, signed, under a stable id', async () => {
    await addWebhook();
    await fire();
    start();
    await waitFor(async () => expect(await states()).toEqual(['sent']));
    const [post, ...others] = backend.receiver.received;
    expect(others).toEqual([]);
    const headers = Object.fromEntries(
      ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => [
        name,
        String(post?.headers[name]),
      ]),
    );
    const body = post?.body.toString('utf8') ?? '';
    const message = webhookMessage.parse(new Webhook(webhookSecret).verify(body, headers));
    expect(message).toMatchObject({
      id: headers['webhook-id'],
      tipo: 'alertas',
      alertas: [
        {
          thresholdId: 'uno',
          episode: 1,
          valueCents: 17200,
          previousCents: 18500,
          matchName: 'España – Uruguay',
          url: 'https://vigia.example/dashboard/partidos/m1?c=c1',
        },
      ],
    });
    expect((await deliveries())[0]?.id).toBe(message.id);
    expect(() => new Webhook(webhookSecret).verify(`${body} `, headers)).toThrow();
  });

  it('ntfy: title, priority and link, under its token', async () => {
    await addChannel('ntfy', { servidor: backend.receiver.origin, tema: 'precios', token: 'tk_1' });
    await fire();
    start();
    await waitFor(async () => expect(await states()).toEqual(['sent']));
    expect(backend.receiver.received[0]?.headers.authorization).toBe('Bearer tk_1');
    expect(bodies()).toEqual([
      {
        topic: 'precios',
        title: 'España – Uruguay: 172,00\u00a0€',
        message: 'Categoría 2 ha quedado por debajo de 180\u00a0€.',
        priority: 4,
        click: 'https://vigia.example/dashboard/partidos/m1?c=c1',
        sequence_id: (await deliveries())[0]?.id,
      },
    ]);
  });

  it('Discord: one embed that mentions nobody; Telegram: one message with a button', async () => {
    await backend.pool.query(`update collectibles set name = '<b>@everyone & co</b>'`);
    await addChannel('discord', { url: `${backend.receiver.origin}/api/webhooks/1/t` });
    await addChannel('telegram', { chatId: '77' });
    await fire();
    start();
    await waitFor(async () => expect(await states()).toEqual(['sent', 'sent']));
    const posts = Object.fromEntries(
      backend.receiver.received.map(({ path, body }) => [path, JSON.parse(body.toString('utf8'))]),
    );
    expect(posts['/api/webhooks/1/t']).toMatchObject({
      embeds: [
        { title: 'España – Uruguay: 172,00\u00a0€', url: expect.stringContaining('/m1?c=c1') },
      ],
      allowed_mentions: { parse: [] },
    });
    const telegram = posts[`/bot${backend.config.channels.telegram.token}/sendMessage`];
    expect(telegram).toMatchObject({
      chat_id: '77',
      parse_mode: 'HTML',
      reply_markup: { inline_keyboard: [[{ url: expect.stringContaining('/m1?c=c1') }]] },
    });
    expect(telegram.text).toContain('&#60;b&#62;@everyone &#38; co&#60;/b&#62; ha quedado');
  });

  it('push: a payload that only the browser’s keys open, signed by our key', async () => {
    const browser = createECDH('prime256v1');
    const p256dh = browser.generateKeys('base64url');
    const auth = randomBytes(16);
    await addChannel('push', {
      endpoint: `${backend.receiver.origin}/push/1`,
      keys: { p256dh, auth: auth.toString('base64url') },
    });
    await fire();
    start();
    await waitFor(async () => expect(await states()).toEqual(['sent']));
    const [post] = backend.receiver.received;
    expect(post?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'high' });
    expect(post?.headers.authorization).toContain(`k=${backend.config.channels.vapid.publicKey}`);
    const payload = JSON.parse(openPush(post?.body ?? Buffer.alloc(0), browser, auth));
    expect(payload).toMatchObject({
      id: (await deliveries())[0]?.id,
      titulo: 'España – Uruguay: 172,00\u00a0€',
      url: 'https://vigia.example/dashboard/partidos/m1?c=c1',
    });
    expect(payload.silenciar).toContain('/api/alerts/actions?token=');
  });
});

describe('the marketplace’s page of the collectible', () => {
  const url = 'https://mercado.example/articulo/c1_(especial)';
  const store = (page: string) =>
    backend.pool.query('insert into market_pages (collectible_id, url) values ($1, $2)', [
      'c1',
      page,
    ]);
  const label = 'Ver en el mercado';

  it('is in the webhook, and a link of each of the others', async () => {
    await store(url);
    await addWebhook();
    await addChannel('ntfy', { servidor: backend.receiver.origin, tema: 'precios' });
    await addChannel('discord', { url: `${backend.receiver.origin}/api/webhooks/1/t` });
    await addChannel('telegram', { chatId: '77' });
    await fire();
    start();
    await waitFor(async () => expect(await states()).toEqual(['sent', 'sent', 'sent', 'sent']));
    const posts = Object.fromEntries(
      backend.receiver.received.map(({ path, body }) => [path, JSON.parse(body.toString('utf8'))]),
    );
    expect(posts['/hook'].alertas[0]).toMatchObject({ collectibleUrl: url });
    expect(posts['/'].actions).toEqual([{ action: 'view', label, url }]);
    expect(posts['/api/webhooks/1/t'].embeds[0].fields).toEqual([
      {
        name: 'Mercado',
        value: '[Ver en el mercado](https://mercado.example/articulo/c1_%28especial%29)',
      },
    ]);
    const telegram = posts[`/bot${backend.config.channels.telegram.token}/sendMessage`];
    expect(telegram.reply_markup.inline_keyboard[1]).toEqual([{ text: label, url }]);
  });

  it('is in a push message that stays within its limit', async () => {
    const browser = createECDH('prime256v1');
    const keys = { p256dh: browser.generateKeys('base64url'), auth: randomBytes(16) };
    await addChannel('push', {
      endpoint: `${backend.receiver.origin}/push/1`,
      keys: { p256dh: keys.p256dh, auth: keys.auth.toString('base64url') },
    });
    await store(url);
    await fire();
    await backend.pool.query(`update market_pages set url = url || repeat('x', 1900)`);
    await fire();
    start();
    await waitFor(async () => expect(await states()).toEqual(['sent', 'sent']));
    const payloads = backend.receiver.received.map(({ body }) =>
      openPush(body, browser, keys.auth),
    );
    expect(payloads.map((payload) => pushMessage.parse(JSON.parse(payload)).mercado)).toEqual([
      url,
      undefined,
    ]);
  });
});

it('nothing of a channel’s settings is in the database in clear', async () => {
  await addWebhook('/muy-secreto');
  const { rows } = await backend.pool.query<{ text: string }>(
    `select encode(settings, 'escape') as text from channels`,
  );
  expect(rows[0]?.text).not.toContain('muy-secreto');
});
