/** The doubles of channels, reached by the product's own sender: the same code as in production, other addresses. */
import Fastify, { type FastifyInstance } from 'fastify';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SentAlert } from '#contract/channels.ts';
import type { ChannelKind } from '#domain/channels.ts';
import { type ChannelSender, createChannelSender } from '#server/channels/channel-sender.ts';
import { classifyAnswer } from '#server/channels/classify-answer.ts';
import { sealSettings } from '#server/channels/secret-box.ts';
import { channelDoubles } from '#standins/channels/plugin.ts';
import { testChannels } from '#tests/support/channels-config.ts';
import { freePort } from '#tests/support/local-app.ts';

const secreto = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const deliveryId = '00000000-0000-5000-8000-000000000001';
const alert: SentAlert = {
  id: '1',
  thresholdId: 'uno',
  version: 1,
  episode: 1,
  target: { kind: 'collectible', id: 'c1' },
  collectibleId: 'c1',
  collectibleName: 'Categoría 2',
  category: 'Categoría 2',
  matchId: 'm1',
  matchName: 'España – Uruguay',
  condition: 'below',
  ruleValue: 18_000,
  bandBp: 300,
  valueCents: 17_200,
  previousCents: 18_500,
  currency: 'EUR',
  observedAt: '2026-11-21T17:40:00.000Z',
  createdAt: '2026-11-21T17:40:01.000Z',
  already: false,
  url: 'https://vigia.example/dashboard/partidos/m1?c=c1',
};

let app: FastifyInstance;
let sender: ChannelSender;
let config: ReturnType<typeof testChannels>;
let origin: string;
/** What the product's route got from the bot. */
let updates: unknown[];
beforeAll(async () => {
  app = Fastify();
  const port = await freePort();
  origin = `http://127.0.0.1:${port}`;
  config = testChannels(origin);
  const { token, webhookSecret } = config.telegram;
  app.post('/api/telegram/webhook', async (request) => {
    if (request.headers['x-telegram-bot-api-secret-token'] !== webhookSecret) return {};
    updates.push(request.body);
    return { method: 'sendMessage', chat_id: '1', text: 'Listo' };
  });
  const webhookUrl = `${origin}/api/telegram/webhook`;
  await app.register(channelDoubles, { origin, telegram: { token, webhookSecret, webhookUrl } });
  await app.listen({ port, host: '127.0.0.1' });
  sender = createChannelSender({
    appOrigin: 'https://vigia.example',
    linkSecrets: ['s'.repeat(32)],
    channels: config,
  });
});
afterAll(async () => {
  await sender?.close();
  await app?.close();
});
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
  if (kind === 'ntfy') return { servidor: `${base}/ntfy`, tema: 'precios' };
  if (kind === 'discord') return { url: `${base}/discord/api/webhooks/1/local` };
  if (kind === 'telegram') return { chatId: '77' };
  return { url: `${base}/webhook/uno`, secreto };
}
const sendTo = async (kind: ChannelKind, settings?: object) =>
  sender.send(
    {
      id: 'c',
      kind,
      settings: sealSettings(settings ?? (await settingsOf(kind)), 'c', config.secrets),
    },
    { id: deliveryId, uid: 'ana', alerts: [alert] },
  );

describe.each(['push', 'ntfy', 'telegram', 'discord', 'webhook'] as const)('%s', (kind) => {
  it('accepts what the product sends, under the id of the delivery', async () => {
    const answer = await sendTo(kind);
    expect(classifyAnswer(kind, answer, 0)).toEqual({ kind: 'sent' });
    const [message, ...others] = await received();
    expect(others).toEqual([]);
    expect(message.tipo).toBe(kind);
    expect(message.envio).toBe(deliveryId);
    expect(JSON.stringify(message.contenido)).toContain('España – Uruguay');
  });

  it('refuses when told to, asks for a pause, and accepts again', async () => {
    await command('fallo', { tipo: kind, estado: 429, reintentarEnSegundos: 7, veces: 1 });
    const settings = await settingsOf(kind);
    expect(classifyAnswer(kind, await sendTo(kind, settings), 0)).toMatchObject({
      kind: 'later',
      retryAfterMs: 7_000,
    });
    expect(classifyAnswer(kind, await sendTo(kind, settings), 0)).toEqual({ kind: 'sent' });
    expect((await received()).map(({ estado }: { estado: number }) => estado < 400)).toEqual([
      false,
      true,
    ]);
  });
});

it('a webhook’s signature is over the very bytes that arrived', async () => {
  await sendTo('webhook');
  const [{ cabeceras }] = await received();
  expect(new Webhook(secreto).verify(cabeceras.cuerpo, cabeceras)).toMatchObject({
    id: deliveryId,
  });
});

it('a subscription that ended is gone', async () => {
  const settings = await (await command('push')).json();
  await fetch(settings.endpoint, { method: 'DELETE' });
  expect(classifyAnswer('push', await sendTo('push', settings), 0)).toEqual({ kind: 'gone' });
});

it('Telegram’s link sends the code to the product, with the secret, and shows what the bot answers', async () => {
  const link = `${origin}/__local/canales/telegram/vigia_test_bot`;
  const page = await (await fetch(`${link}?start=un-codigo`)).text();
  expect(page).toContain('value="un-codigo"');
  const pressed = await fetch(link, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'start=un-codigo',
  });
  expect(await pressed.text()).toContain('Listo');
  expect(updates).toMatchObject([{ message: { text: '/start un-codigo', chat: { id: 1 } } }]);
});

it('the page shows what was received, as text', async () => {
  await sendTo('ntfy');
  await command('fallo', { tipo: 'ntfy', estado: 503, retrasoMs: 10, veces: 2 });
  const page = await (await fetch(`${origin}/__local/canales`)).text();
  expect(page).toContain('España – Uruguay');
  expect(page).toContain('ntfy: 503');
  expect((await command('fallo', { tipo: 'fax' })).status).toBe(400);
});
