/** A browser, through its push service: Web Push (RFC 8030, 8291, 8292), encrypted for that browser alone. */
import webPush from 'web-push';
import { type PushMessage, type PushSettings, pushSettings } from '#contract/channels.ts';
import {
  type ChannelMessage,
  ChannelUnavailableError,
  defineKind,
  invalidSettings,
  type MessageContext,
} from '../kind-definition.ts';
import { cut, maxTitle } from '../post-format.ts';
import { areKeysUsable, type PushRules, parsePushEndpoint } from './push-subscription.ts';

/** A push service keeps a message for a device that is off this long. */
const lifetimeSeconds = 24 * 3_600;
/** A push service takes 3 993 bytes. */
const maxBody = 800;
const maxLink = 900;

export const push = defineKind({
  name: 'el navegador',
  given: pushSettings,
  settings: pushSettings,
  isSetUp: (config) => config.vapid !== null,
  unavailable: 'Ahora mismo no se envían avisos a navegadores.',
  mayReceive: (url, config) => parsePushEndpoint(url, config) !== null,
  keyRefusals: new Set([401, 403]),
  endings: new Set([404, 410]),
  draft: (given, config) => ({ settings: pushSettingsOf(given, config) }),
  compose(subscription, delivery, context) {
    const { vapid } = context.config.channels;
    if (vapid === null) throw new ChannelUnavailableError('push is not set up');
    const payload = JSON.stringify(messageOf(delivery, context));
    const { endpoint, headers, body } = webPush.generateRequestDetails(subscription, payload, {
      vapidDetails: vapid,
      TTL: lifetimeSeconds,
      urgency: 'high',
      // The push service replaces a message that it still holds by one with the same topic.
      topic: delivery.id.replaceAll('-', '').slice(0, 32),
    });
    const { 'Content-Length': _length, ...others } = headers as Record<string, string | number>;
    return {
      url: endpoint,
      headers: Object.fromEntries(
        Object.entries(others).map(([name, value]) => [name, String(value)]),
      ),
      body: body ?? '',
    };
  },
});

/** @throws AppError `validation_failed` */
export function pushSettingsOf(settings: PushSettings, rules: PushRules): PushSettings {
  const endpoint = parsePushEndpoint(settings.endpoint, rules);
  if (endpoint === null)
    throw invalidSettings(
      'endpoint',
      'No es de un servicio de avisos de navegador que conozcamos.',
    );
  if (!areKeysUsable(settings.keys))
    throw invalidSettings('keys', 'No son las claves de una suscripción.');
  return { ...settings, endpoint: endpoint.href };
}

const messageOf = ({ id }: ChannelMessage, { text, snoozeUrl }: MessageContext): PushMessage => ({
  id,
  title: cut(text.title, maxTitle),
  body: cut(text.lines.join('\n'), maxBody),
  url: text.url,
  snoozeUrl,
  ...(text.marketUrl !== null && text.marketUrl.length <= maxLink && { marketUrl: text.marketUrl }),
});
