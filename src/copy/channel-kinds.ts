/** Names of the kinds of channels. */
import type { ChannelKind } from '#domain/channels.ts';
import { type Plan, plans } from '#domain/plans.ts';

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

/** `ntfy, Gotify, Telegram y Discord` */
const addedTo = (former: Plan, plan: Plan): string =>
  new Intl.ListFormat('es').format(
    plan.channelKinds
      .filter((kind) => !former.channelKinds.includes(kind))
      .map((kind) => channelKindNames[kind]),
  );

/** Channels that a plan adds to those of the one before. */
export const addedChannels = {
  premium: addedTo(plans.basico, plans.premium),
  elite: addedTo(plans.premium, plans.elite),
} as const;
