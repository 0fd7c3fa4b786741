/** Doubles of what channels send to: a push service with its browsers, ntfy, Gotify, a Telegram bot, Discord, a webhook receiver. */
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { channelKinds } from '#domain/channels.ts';
import { sendPage, servePageFiles } from '../pages/local-page.ts';
import { channelsBody, channelsPath, telegramLinkBody } from './channels-html.ts';
import { PushSubscriptions } from './push-subscriptions.ts';
import { type ReceivedMessage, ReceivedMessages } from './received-messages.ts';

interface ChannelDoublesOptions {
  /** Origin of the pages, without a final slash. */
  readonly origin: string;
  readonly telegram: {
    readonly token: string;
    /** Where updates of the bot go, and the secret that goes with them. */
    readonly webhookUrl: string;
    readonly webhookSecret: string;
  };
}

const notice = 'Herramienta local. No forma parte del producto.';
const bodyLimit = 1_048_576;
const loopbackAddresses = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);
const localChatId = 1;
/** Headers that belong to a wire format. */
const wireHeaders = [
  'authorization',
  'webhook-id',
  'webhook-timestamp',
  'webhook-signature',
  'ttl',
  'topic',
  'urgency',
];

const wholeNumber = (min: number, max: number) => z.coerce.number().int().min(min).max(max);
const faultRequest = z.strictObject({
  kind: z.enum(channelKinds),
  status: wholeNumber(200, 599).optional(),
  delayMs: wholeNumber(0, 60_000).optional(),
  retryAfterSeconds: wholeNumber(0, 86_400).optional(),
  times: wholeNumber(0, 1_000).default(1),
});
const ntfyMessage = z.looseObject({ topic: z.string(), message: z.string() });
const gotifyMessage = z.looseObject({ message: z.string().min(1) });
const telegramMessage = z.looseObject({ chat_id: z.string(), text: z.string().max(4_096) });
const discordMessage = z.looseObject({ embeds: z.array(z.looseObject({})).min(1).max(10) });
const botAnswer = z.object({ text: z.string() });

export const channelDoubles: FastifyPluginAsync<ChannelDoublesOptions> = async (app, options) => {
  const messages = new ReceivedMessages();
  app.addHook('onRequest', async (request, reply) => {
    if (!loopbackAddresses.has(request.socket.remoteAddress ?? ''))
      return reply.code(403).type('text/plain').send('Solo desde este equipo.');
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) =>
    done(null, body),
  );
  servePageFiles(app);
  registerPages(app, { messages, options });
  registerServices(app, { messages, options });
  registerPush(app, { messages, options });
};

interface Doubles {
  readonly messages: ReceivedMessages;
  readonly options: ChannelDoublesOptions;
}

function registerPages(app: FastifyInstance, { messages, options }: Doubles): void {
  app.get(channelsPath, async (_request, reply) =>
    sendPage(reply, {
      title: 'Canales',
      notice,
      body: channelsBody(messages, options.origin),
    }),
  );
  app.get(`${channelsPath}.json`, async () => ({
    items: messages.list(),
    fallos: messages.faults,
  }));
  app.post(`${channelsPath}/fallo`, async (request, reply) => {
    const fault = faultRequest.safeParse(fieldsOf(request.body, request.headers['content-type']));
    if (!fault.success) return reply.code(400).send({ error: z.prettifyError(fault.error) });
    messages.setFault(fault.data);
    return reply.redirect(channelsPath, 303);
  });
  app.post(`${channelsPath}/vaciar`, async (_request, reply) => {
    messages.clear();
    return reply.redirect(channelsPath, 303);
  });
  app.get<{ Params: { bot: string }; Querystring: { start?: string } }>(
    `${channelsPath}/telegram/:bot`,
    async (request, reply) =>
      sendPage(reply, {
        title: 'Telegram',
        notice,
        body: telegramLinkBody(request.params.bot, request.query.start ?? '', null),
      }),
  );
  app.post<{ Params: { bot: string } }>(`${channelsPath}/telegram/:bot`, async (request, reply) => {
    const { start = '' } = fieldsOf(request.body, request.headers['content-type']);
    const answer = await pressStart(options.telegram, String(start));
    const body = telegramLinkBody(request.params.bot, '', answer);
    return sendPage(reply, { title: 'Telegram', notice, body });
  });
}

/** As Telegram does when somebody presses Start. @returns what the bot answers in the chat */
async function pressStart(
  { webhookUrl, webhookSecret }: ChannelDoublesOptions['telegram'],
  code: string,
): Promise<string> {
  const response = await fetch(webhookUrl, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-telegram-bot-api-secret-token': webhookSecret,
    },
    body: JSON.stringify({
      update_id: Date.now(),
      message: {
        message_id: 1,
        date: Math.floor(Date.now() / 1_000),
        chat: { id: localChatId, type: 'private' },
        text: `/start ${code}`,
      },
    }),
    signal: AbortSignal.timeout(10_000),
  });
  const answer = botAnswer.safeParse(await response.json().catch(() => null));
  return answer.success ? answer.data.text : `El bot no responde (${response.status}).`;
}

function registerServices(app: FastifyInstance, { messages, options }: Doubles): void {
  app.post(`${channelsPath}/ntfy`, async (request, reply) => {
    const { data: content } = ntfyMessage.safeParse(jsonOf(request.body));
    if (!content) return reply.code(400).send({ code: 40_024, error: 'invalid request' });
    const { topic: to } = content;
    const answer = await receive(messages, request, { kind: 'ntfy', to, content });
    return send(reply, answer, { id: 'local', event: 'message', topic: to });
  });
  app.post(`${channelsPath}/gotify/message`, async (request, reply) => {
    const to = textOf(request.headers['x-gotify-key']);
    if (to === null) return reply.code(401).send({ error: 'Unauthorized', errorCode: 401 });
    const { data: content } = gotifyMessage.safeParse(jsonOf(request.body));
    if (!content) return reply.code(400).send({ error: 'Bad Request', errorCode: 400 });
    const answer = await receive(messages, request, { kind: 'gotify', to, content });
    return send(reply, answer, { id: 1, appid: 1, message: content.message });
  });
  app.post<{ Params: { token: string } }>('/bot:token/sendMessage', async (request, reply) => {
    if (request.params.token !== options.telegram.token)
      return reply.code(401).send({ ok: false, error_code: 401, description: 'Unauthorized' });
    const { data: content } = telegramMessage.safeParse(jsonOf(request.body));
    if (!content)
      return reply.code(400).send({ ok: false, error_code: 400, description: 'Bad Request' });
    const { chat_id: to } = content;
    const answer = await receive(messages, request, { kind: 'telegram', to, content });
    const ok = answer.status < 400;
    // Telegram names the wait in the body alone.
    const wait =
      answer.retryAfter === null ? {} : { parameters: { retry_after: answer.retryAfter } };
    const failure = { ok, error_code: answer.status, description: 'local', ...wait };
    return send(reply, { ...answer, retryAfter: null }, ok ? { ok, result: {} } : failure);
  });
  app.post<{ Params: { '*': string } }>(`${channelsPath}/discord/*`, async (request, reply) => {
    const { data: content } = discordMessage.safeParse(jsonOf(request.body));
    if (!content) return reply.code(400).send({ code: 50_006, message: 'empty message' });
    const to = request.params['*'];
    const answer = await receive(messages, request, { kind: 'discord', to, content }, 204);
    return send(reply, answer, answer.status === 204 ? undefined : { message: 'local', code: 0 });
  });
  app.post<{ Params: { name: string } }>(
    `${channelsPath}/webhook/:name`,
    async (request, reply) => {
      const content = jsonOf(request.body);
      const to = request.params.name;
      return send(reply, await receive(messages, request, { kind: 'webhook', to, content }), {});
    },
  );
}

function registerPush(app: FastifyInstance, { messages, options }: Doubles): void {
  const subscriptions = new PushSubscriptions();
  // As a browser's `pushManager.subscribe()` does with its push service.
  app.post(`${channelsPath}/push`, async () => {
    const { id, keys } = subscriptions.subscribe();
    return { endpoint: `${options.origin}${channelsPath}/push/${id}`, keys };
  });
  app.post<{ Params: { id: string } }>(`${channelsPath}/push/:id`, async (request, reply) => {
    const { id: to } = request.params;
    if (!subscriptions.has(to)) return reply.code(410).send();
    const { authorization = '', ttl } = request.headers;
    if (!/^vapid t=[\w-]+\.[\w-]+\.[\w-]+, k=[\w-]+$/.test(authorization))
      return reply.code(401).send();
    if (ttl === undefined || !Buffer.isBuffer(request.body)) return reply.code(400).send();
    const content: unknown = JSON.parse(subscriptions.decrypt(to, request.body));
    const answer = await receive(messages, request, { kind: 'push', to, content }, 201);
    return send(reply, answer, undefined);
  });
}

function receive(
  messages: ReceivedMessages,
  request: FastifyRequest,
  message: Pick<ReceivedMessage, 'kind' | 'to' | 'content'>,
  successStatus?: number,
) {
  const { data: named } = z.looseObject({ id: z.string() }).safeParse(message.content);
  const headers = Object.fromEntries(
    wireHeaders.flatMap((name) =>
      name in request.headers ? [[name, String(request.headers[name])]] : [],
    ),
  );
  const body = message.kind === 'webhook' ? String(request.body ?? '') : undefined;
  const idempotencyKey = textOf(request.headers['idempotency-key']) ?? named?.id ?? null;
  return messages.receive({ ...message, idempotencyKey, headers, body }, successStatus);
}

function send(
  reply: FastifyReply,
  { status, retryAfter }: { readonly status: number; readonly retryAfter: number | null },
  body: unknown,
): FastifyReply {
  if (retryAfter !== null) reply.header('retry-after', String(retryAfter));
  return reply.code(status).send(body);
}

/** Of a form or JSON. */
function fieldsOf(body: unknown, contentType = ''): Record<string, unknown> {
  const text = Buffer.isBuffer(body) ? body.toString('utf8') : '';
  if (contentType.startsWith('application/x-www-form-urlencoded'))
    return Object.fromEntries([...new URLSearchParams(text)].filter(([, value]) => value !== ''));
  const parsed = z.record(z.string(), z.unknown()).safeParse(jsonOf(body));
  return parsed.success ? parsed.data : {};
}

function jsonOf(body: unknown): unknown {
  try {
    return JSON.parse(Buffer.isBuffer(body) ? body.toString('utf8') : '');
  } catch {
    return null;
  }
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
