/** Names of the kinds of channels. */
import type { ChannelKind } from '#domain/channels.ts';
import { listed } from '#domain/intl-formats.ts';
import { plans } from '#domain/plans.ts';

type ChannelKindName = 'mail' | ChannelKind;

export const channelKindNames = {
  mail: 'Correo',
  push: 'Navegador',
  ntfy: 'ntfy',
  gotify: 'Gotify',
  telegram: 'Telegram',
  discord: 'Discord',
  webhook: 'Webhook',
} as const satisfies Record<ChannelKindName, string>;

/** Channels that a plan adds to those of the one before: `ntfy, Gotify, Telegram y Discord`. */
export function addedChannels(name: 'premium' | 'elite'): string {
  const former: readonly ChannelKind[] =
    plans[name === 'premium' ? 'basico' : 'premium'].channelKinds;
  const added = plans[name].channelKinds.filter((kind) => !former.includes(kind));
  return listed(added.map((kind) => channelKindNames[kind]));
}
