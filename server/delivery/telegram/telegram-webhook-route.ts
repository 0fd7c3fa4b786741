/** POST /api/telegram/webhook: receives the bot's updates, and links the chat in which its user pressed Start. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type pg from 'pg';
import * as z from 'zod';
import { AppError } from '../../base/errors.ts';
import { isSameSecret, sha256 } from '../../base/sha256.ts';
import { linkChannel, lockChannelToLink } from '../../db/alerts/channels.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { TelegramBot } from '../channels-config.ts';
import { type ChannelSecrets, sealSettings } from '../secret-box.ts';

/** Of all updates, what is read: unknown fields are Telegram's own business. */
const update = z.object({
  message: z
    .object({ chat: z.object({ id: z.int() }), text: z.string().max(4_096).optional() })
    .optional(),
});
const startCommand = /^\/start(?:@\w+)? ([\w-]{10,64})$/;

interface TelegramWebhookOptions {
  readonly pool: pg.Pool;
  readonly bot: TelegramBot;
  readonly secrets: ChannelSecrets;
}

export const telegramWebhookRoute =
  ({ pool, bot, secrets }: TelegramWebhookOptions): FastifyPluginAsyncZod =>
  async (app) => {
    app.post('/api/telegram/webhook', async (request, reply) => {
      const secret = request.headers['x-telegram-bot-api-secret-token'];
      if (typeof secret !== 'string' || !isSameSecret(secret, bot.webhookSecret))
        throw new AppError('unauthenticated');
      reply.header('cache-control', 'no-store');
      const { message } = update.safeParse(request.body).data ?? {};
      const code = startCommand.exec(message?.text ?? '')?.[1];
      // Any other answer than 200 would be repeated for a day.
      if (message === undefined || code === undefined) return {};
      const chatId = String(message.chat.id);
      const linked = await linkChat(code, chatId);
      const text = linked
        ? 'Listo: tus alertas de Vigía llegan aquí.'
        : 'Ese enlace ya no vale. Crea otro en Vigía, en Configuración › Canales.';
      return { method: 'sendMessage', chat_id: chatId, text };
    });

    const linkChat = (code: string, chatId: string): Promise<boolean> =>
      inTransaction(pool, async (client) => {
        const channel = await lockChannelToLink(client, sha256(code));
        if (channel === null) return false;
        await linkChannel(client, channel.id, sealSettings({ chatId }, channel.id, secrets));
        return true;
      });
  };
