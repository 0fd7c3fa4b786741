/** The HTTP request that carries a delivery, in each service's own wire format. */
import { Webhook } from 'standardwebhooks';
import webPush from 'web-push';
import type { PushMessage, SentAlert, WebhookMessage } from '#contract/channels.ts';
import { html } from '../html.ts';
import { actionUrl } from '../mail/action-links.ts';
import type { PostRequest } from '../outgoing/guarded-post.ts';
import type { ChannelSettings } from './channel-settings.ts';
import type { MessageConfig } from './channels-config.ts';
import { type MessageText, toMessageText } from './message-text.ts';

export interface Delivery {
  /** The same at every attempt. */
  readonly id: string;
  readonly uid: string;
  /** Oldest first; none is a test. */
  readonly alerts: readonly SentAlert[];
}

/** The operator has not set up, or no longer, what this kind needs. */
export class ChannelUnavailableError extends Error {}

/** A push service keeps a message for a device that is off this long. */
const pushLifetimeSeconds = 24 * 3_600;
const snoozeLinkLifetimeMs = 7 * 24 * 3_600_000;
const json = { 'content-type': 'application/json' };
/** Characters, below each service's limit: Telegram 4 096, Discord 4 096, ntfy 4 096 bytes, push 3 993 bytes. */
const maxLength = {
  telegram: 3_500,
  discord: 3_500,
  ntfy: 1_500,
  push: 800,
  title: 150,
  link: 900,
};
const seeAtMarket = 'Ver en el mercado';

/** @param now wall time @throws ChannelUnavailableError */
export function composeRequest(
  channel: ChannelSettings,
  delivery: Delivery,
  { config, now }: { readonly config: MessageConfig; readonly now: Date },
): PostRequest {
  const text = toMessageText(delivery.alerts, config.appOrigin);
  const idempotency = { 'idempotency-key': delivery.id };
  switch (channel.kind) {
    case 'ntfy': {
      const { servidor, tema, token } = channel.settings;
      const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
      return {
        url: servidor,
        headers: { ...json, ...idempotency, ...authorization },
        body: JSON.stringify({
          topic: tema,
          title: cut(text.title, maxLength.title),
          message: cut(text.lines.join('\n'), maxLength.ntfy),
          priority: delivery.alerts.length === 0 ? 3 : 4,
          click: text.url,
          ...(text.marketUrl === null
            ? {}
            : { actions: [{ action: 'view', label: seeAtMarket, url: text.marketUrl }] }),
          sequence_id: delivery.id,
        }),
      };
    }
    case 'discord':
      return {
        url: channel.settings.url,
        headers: { ...json, ...idempotency },
        body: JSON.stringify({
          embeds: [
            {
              title: cut(escapeMarkdown(text.title), maxLength.title),
              description: cut(text.lines.map(escapeMarkdown).join('\n'), maxLength.discord),
              url: text.url,
              ...discordFields(text),
              footer: { text: `Vigía · ${delivery.id}` },
            },
          ],
          allowed_mentions: { parse: [] },
        }),
      };
    case 'telegram':
      return telegramRequest(channel.settings.chatId, text, { config, headers: idempotency });
    case 'webhook':
      return webhookRequest(channel.settings, delivery, now);
    case 'push':
      return pushRequest(channel.settings, delivery, { text, config, now });
  }
}

/** A bare address stays as it is: it shows where it goes. */
const escapeMarkdown = (text: string): string =>
  text
    .replace(/https?:\/\/[^\s<>()[\]\\]+|[\\`*_~|<>#[\]()@-]|:(?=\S)/g, (found) =>
      found.length === 1 ? `\\${found}` : found,
    )
    .replace(/^(\s*\d+)(?=\.)/, '$1\\');

/** A field, because a link in the text would count against its limit; Discord allows 1 024 characters in one. */
function discordFields({ marketUrl }: MessageText) {
  if (marketUrl === null) return {};
  // A bracket would end the link.
  const url = marketUrl.replaceAll('(', '%28').replaceAll(')', '%29');
  return url.length > maxLength.link
    ? {}
    : { fields: [{ name: 'Mercado', value: `[${seeAtMarket}](${url})` }] };
}

function telegramRequest(
  chatId: string | null,
  { title, lines, url, marketUrl }: MessageText,
  { config, headers }: { readonly config: MessageConfig; readonly headers: Record<string, string> },
): PostRequest {
  const { telegram } = config.channels;
  if (telegram === null || chatId === null)
    throw new ChannelUnavailableError('telegram is not set up');
  const body = cut(lines.join('\n'), maxLength.telegram);
  return {
    url: `${telegram.apiOrigin}/bot${telegram.token}/sendMessage`,
    headers: { ...json, ...headers },
    body: JSON.stringify({
      chat_id: chatId,
      text: html`<b>${cut(title, maxLength.title)}</b>
${body}`.text,
      parse_mode: 'HTML',
      link_preview_options: { is_disabled: true },
      reply_markup: {
        inline_keyboard: [
          [{ text: 'Ver en Vigía', url }],
          ...(marketUrl === null ? [] : [[{ text: seeAtMarket, url: marketUrl }]]),
        ],
      },
    }),
  };
}

function webhookRequest(
  { url, secreto }: { readonly url: string; readonly secreto: string },
  { id, alerts }: Delivery,
  now: Date,
): PostRequest {
  const message: WebhookMessage = {
    id,
    tipo: alerts.length === 0 ? 'prueba' : 'alertas',
    alertas: [...alerts],
  };
  const body = JSON.stringify(message);
  return {
    url,
    headers: {
      ...json,
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
      'webhook-signature': new Webhook(secreto).sign(id, now, body),
    },
    body,
  };
}

function pushRequest(
  subscription: { readonly endpoint: string; readonly keys: { p256dh: string; auth: string } },
  { id, uid, alerts }: Delivery,
  context: { readonly text: MessageText; readonly config: MessageConfig; readonly now: Date },
): PostRequest {
  const { text, config, now } = context;
  const { vapid } = config.channels;
  if (vapid === null) throw new ChannelUnavailableError('push is not set up');
  const thresholds = new Set(alerts.map(({ thresholdId }) => thresholdId));
  const [threshold] = thresholds;
  const snooze =
    threshold === undefined || thresholds.size > 1
      ? null
      : actionUrl(config, {
          purpose: 'snooze',
          uid,
          subject: threshold,
          expiresAtMs: now.getTime() + snoozeLinkLifetimeMs,
        });
  const message: PushMessage = {
    id,
    titulo: cut(text.title, maxLength.title),
    cuerpo: cut(text.lines.join('\n'), maxLength.push),
    url: text.url,
    silenciar: snooze,
    ...(text.marketUrl === null || text.marketUrl.length > maxLength.link
      ? {}
      : { mercado: text.marketUrl }),
  };
  const payload = JSON.stringify(message);
  const { endpoint, headers, body } = webPush.generateRequestDetails(subscription, payload, {
    vapidDetails: vapid,
    TTL: pushLifetimeSeconds,
    urgency: 'high',
    // Of a repeat that the push service still holds, the device gets one.
    topic: id.replaceAll('-', '').slice(0, 32),
  });
  const { 'Content-Length': _length, ...others } = headers as Record<string, string | number>;
  return {
    url: endpoint,
    headers: Object.fromEntries(
      Object.entries(others).map(([name, value]) => [name, String(value)]),
    ),
    body: body ?? '',
  };
}

/** By characters, never within one. */
function cut(text: string, maxCharacters: number): string {
  const characters = [...text];
  return characters.length <= maxCharacters
    ? text
    : `${characters.slice(0, maxCharacters - 1).join('')}…`;
}
