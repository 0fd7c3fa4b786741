/** A chat with the operator's bot: linked by a one-time code, one HTML message. */
import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import { telegramSettings } from '#contract/channels.ts';
import { html } from '#domain/html.ts';
import { sha256 } from '../../base/sha256.ts';
import type { PostAnswer } from '../../outgoing/guarded-post.ts';
import { ChannelUnavailableError, defineKind } from '../kind-definition.ts';
import { cut, json, maxTitle, seeAtMarket, snooze } from '../post-format.ts';

const codeBytes = 24;
const codeLifetimeSeconds = 15 * 60;
/** Telegram takes 4 096 characters. */
const maxText = 3_500;

export const telegram = defineKind({
  name: 'Telegram',
  given: telegramSettings,
  /** null until its user has opened the bot. */
  settings: z.strictObject({ chatId: z.string().nullable() }),
  isSetUp: (config) => config.telegram !== null,
  unavailable: 'Ahora mismo no se envía por Telegram.',
  // The bot's token is part of the path.
  keyRefusals: new Set([401, 404]),
  // It allows a bot thirty.
  perSecond: 25,
  draft(_given, { telegram: bot }) {
    const code = randomBytes(codeBytes).toString('base64url');
    return {
      settings: { chatId: null },
      linkCode: { hash: sha256(code), lifetimeSeconds: codeLifetimeSeconds },
      shownOnce: { link: `${bot?.linkOrigin}/${bot?.name}?start=${code}` },
    };
  },
  compose({ chatId }, { id }, { text: { title, lines, url, marketUrl }, snoozeUrl, config }) {
    const bot = config.channels.telegram;
    if (bot === null || chatId === null)
      throw new ChannelUnavailableError('telegram is not set up');
    return {
      url: `${bot.apiOrigin}/bot${bot.token}/sendMessage`,
      headers: { ...json, 'idempotency-key': id },
      body: JSON.stringify({
        chat_id: chatId,
        text: html`<b>${cut(title, maxTitle)}</b>
${cut(lines.join('\n'), maxText)}`.text,
        parse_mode: 'HTML',
        link_preview_options: { is_disabled: true },
        reply_markup: {
          inline_keyboard: [
            [{ text: 'Ver en Vigía', url }],
            ...(marketUrl === null ? [] : [[{ text: seeAtMarket, url: marketUrl }]]),
            ...(snoozeUrl === null ? [] : [[{ text: snooze, url: snoozeUrl }]]),
          ],
        },
      }),
    };
  },
  movedTo: supergroupOf,
});

/** A group that became a supergroup has another id, which the refusal names. */
function supergroupOf(answer: PostAnswer): { readonly chatId: string } | null {
  if (answer.kind !== 'answer' || answer.status !== 400) return null;
  const chatId = /"migrate_to_chat_id":\s*(-?\d{1,20})\b/.exec(answer.text)?.[1];
  return chatId === undefined ? null : { chatId };
}
