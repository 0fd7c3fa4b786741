/** Every kind of channel beside mail. */
import type { ChannelKind } from '#domain/channels.ts';
import { discord } from './discord/discord.ts';
import { gotify } from './gotify/gotify.ts';
import type { KindDefinition } from './kind-definition.ts';
import { ntfy } from './ntfy/ntfy.ts';
import { push } from './push/push.ts';
import { telegram } from './telegram/telegram.ts';
import { webhook } from './webhook/webhook.ts';

export const kinds: Readonly<Record<ChannelKind, KindDefinition>> = {
  push,
  ntfy,
  telegram,
  discord,
  webhook,
  gotify,
};
