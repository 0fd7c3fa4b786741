/** Checks the settings of a new channel, and adds what the server draws: a webhook's secret, Telegram's code. */
import { randomBytes } from 'node:crypto';
import type { ChannelCreated, ChannelCreation, ChannelPatch } from '#contract/channels.ts';
import type { ChannelSettings } from '../../channels/channel-settings.ts';
import type { ChannelsConfig } from '../../channels/channels-config.ts';
import { hashLinkCode } from '../../channels/link-code.ts';
import {
  areKeysUsable,
  type PushRules,
  parsePushEndpoint,
} from '../../channels/push-subscription.ts';
import type { NewChannel } from '../../db/alerts/channels.ts';
import { AppError } from '../../errors.ts';
import { parseTarget } from '../../outgoing/guarded-post.ts';

type PushSettings = Extract<ChannelSettings, { kind: 'push' }>['settings'];

export interface DraftSettings {
  readonly settings: ChannelSettings['settings'];
  readonly linkCode: NewChannel['linkCode'];
  readonly shownOnce: Pick<ChannelCreated, 'secreto' | 'enlace'>;
}

/** Standard Webhooks asks for 24 to 64 bytes. */
const secretBytes = 32;
const codeBytes = 24;
const codeLifetimeSeconds = 15 * 60;
const discordHost = /^(?:(?:ptb|canary)\.)?discord(?:app)?\.com$/;
const discordPath = /^\/api(?:\/v\d{1,2})?\/webhooks\/\d{1,30}\/[\w-]{1,200}$/;

/** @throws AppError `validation_failed` naming the field */
export function draftSettings(creation: ChannelCreation, config: ChannelsConfig): DraftSettings {
  const plain = { linkCode: null, shownOnce: {} };
  switch (creation.tipo) {
    case 'push':
      return { ...plain, settings: pushSettingsOf(creation.ajustes, config) };
    case 'ntfy': {
      const { pathname, search } = assertTarget(
        creation.ajustes.servidor,
        'ajustes/servidor',
        config,
      );
      if (!config.allowLocal && (pathname !== '/' || search !== ''))
        throw invalid('ajustes/servidor', 'Va sin ruta, por ejemplo https://ntfy.sh.');
      return { ...plain, settings: creation.ajustes };
    }
    case 'discord': {
      const url = assertTarget(creation.ajustes.url, 'ajustes/url', config);
      if (!config.allowLocal && !(discordHost.test(url.hostname) && discordPath.test(url.pathname)))
        throw invalid(
          'ajustes/url',
          'Es la dirección de un webhook de Discord: https://discord.com/api/webhooks/…',
        );
      return { ...plain, settings: creation.ajustes };
    }
    case 'webhook': {
      assertTarget(creation.ajustes.url, 'ajustes/url', config);
      const secreto = `whsec_${randomBytes(secretBytes).toString('base64')}`;
      return { ...plain, settings: { url: creation.ajustes.url, secreto }, shownOnce: { secreto } };
    }
    case 'telegram': {
      const code = randomBytes(codeBytes).toString('base64url');
      const bot = config.telegram;
      return {
        settings: { chatId: null },
        linkCode: { hash: hashLinkCode(code), lifetimeSeconds: codeLifetimeSeconds },
        shownOnce: { enlace: `${bot?.linkOrigin}/${bot?.name}?start=${code}` },
      };
    }
  }
}

/**
 * Another address for a channel that has one: what else its settings hold stays.
 * @throws AppError `validation_failed`
 */
export function movedSettings(
  stored: ChannelSettings,
  ajustes: NonNullable<ChannelPatch['ajustes']>,
  config: ChannelsConfig,
): ChannelSettings['settings'] {
  const nombre = stored.kind;
  if (stored.kind === 'ntfy' && 'tema' in ajustes)
    return draftSettings({ tipo: 'ntfy', nombre, ajustes }, config).settings;
  if ('url' in ajustes && (stored.kind === 'discord' || stored.kind === 'webhook')) {
    draftSettings({ tipo: stored.kind, nombre, ajustes }, config);
    return { ...stored.settings, url: ajustes.url };
  }
  throw invalid('ajustes', 'Este canal no tiene esa dirección.');
}

/** @throws AppError `validation_failed` */
export function pushSettingsOf(settings: PushSettings, rules: PushRules): PushSettings {
  const endpoint = parsePushEndpoint(settings.endpoint, rules);
  if (endpoint === null)
    throw invalid(
      'ajustes/endpoint',
      'No es de un servicio de avisos de navegador que conozcamos.',
    );
  if (!areKeysUsable(settings.keys))
    throw invalid('ajustes/keys', 'No son las claves de una suscripción.');
  return { ...settings, endpoint: endpoint.href };
}

function assertTarget(text: string, path: string, config: ChannelsConfig): URL {
  const url = parseTarget(text, config);
  if (url === null)
    throw invalid(path, 'Debe ser una dirección https:// pública, en su puerto de siempre.');
  return url;
}

const invalid = (path: string, message: string) =>
  new AppError('validation_failed', message, { fields: [{ path, message }] });
