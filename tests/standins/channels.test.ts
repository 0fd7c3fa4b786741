import { afterAll, beforeEach, expect, it } from 'vitest';
import { type ChannelKind, channelKinds } from '#domain/channels.ts';
import { classifyAnswer } from '#server/delivery/classify-answer.ts';
import { createChannelSender } from '#server/delivery/message-transport.ts';
import { sealSettings } from '#server/delivery/secret-box.ts';
import { channelDoubles } from '#standins/channels/plugin.ts';
import { sentAlertSample } from '#tests/support/alert-samples.ts';
import { testChannels } from '#tests/support/channels-config.ts';
import { freePort } from '#tests/support/local-app.ts';
import { postForm, serve } from './serve.ts';

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const deliveryId = '00000000-0000-5000-8000-000000000001';
const alert = sentAlertSample();

/** What the product's route got from the bot. */
let updates: unknown[];
const port = await freePort();
const config = testChannels(`http://127.0.0.1:${port}`);
const { token, webhookSecret } = config.telegram;
const { origin } = await serve((app) => {
  app.post('/api/telegram/webhook', async (request) => {
    if (request.headers['x-telegram-bot-api-secret-token'] !== webhookSecret) return {};
    updates.push(request.body);
    return { method: 'sendMessage', chat_id: '1', text: 'Listo' };
  });
  const webhookUrl = `http://127.0.0.1:${port}/api/telegram/webhook`;
  const telegram = { token, webhookSecret, webhookUrl };
  return app.register(channelDoubles, { origin: `http://127.0.0.1:${port}`, telegram });
}, port);
const sender = createChannelSender({
  appOrigin: 'https://vigia.example',
  linkSecrets: ['s'.repeat(32)],
  channels: config,
});
afterAll(() => sender.close());
beforeEach(async () => {
  updates = [];
  await command('vaciar');
});

const command = (name: string, body: object = {}) =>
  fetch(`${origin}/__local/canales/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const received = async () => (await (await fetch(`${origin}/__local/canales.json`)).json()).items;

async function settingsOf(kind: ChannelKind): Promise<object> {
  const base = `${origin}/__local/canales`;
  if (kind === 'push') return (await command('push')).json();
  if (kind === 'ntfy') return { server: `${base}/ntfy`, topic: 'precios' };
  if (kind === 'gotify') return { server: `${base}/gotify`, token: 'precios' };
  if (kind === 'discord') return { url: `${base}/discord/api/webhooks/1/local` };
  if (kind === 'telegram') return { chatId: '77' };
  return { url: `${base}/webhook/uno`, secret };
}
const sendTo = async (kind: ChannelKind) =>
  sender.send(
    { id: 'c', kind, settings: sealSettings(await settingsOf(kind), 'c', config.secrets) },
    { id: deliveryId, uid: 'ana', alerts: [alert] },
  );

it.each(channelKinds)(
  '%s accepts what the product sends, under the id of the delivery',
  async (kind) => {
    expect(classifyAnswer(kind, await sendTo(kind), 0)).toEqual({ means: 'accepted' });
    const [message, ...others] = await received();
    expect(others).toEqual([]);
    expect(message).toMatchObject({ kind: kind, idempotencyKey: deliveryId });
    expect(JSON.stringify(message.content)).toContain('España – Uruguay');
  },
);

it('Telegram’s link sends the code to the product, with the secret, and shows what the bot answers', async () => {
  const link = `${origin}/__local/canales/telegram/vigia_test_bot`;
  const page = await (await fetch(`${link}?start=un-codigo`)).text();
  expect(page).toContain('value="un-codigo"');
  const pressed = await postForm(link, { start: 'un-codigo' });
  expect(await pressed.text()).toContain('Listo');
  expect(updates).toMatchObject([{ message: { text: '/start un-codigo', chat: { id: 1 } } }]);
});
