/** Settings of each kind of channel as they are stored, inside the encryption. */
import * as z from 'zod';
import { ntfySettings, pushSettings } from '#contract/channels.ts';
import type { ChannelKind } from '#domain/channels.ts';
import type { Channel } from '../db/alerts/channels.ts';
import { type ChannelSecrets, openSettings } from './secret-box.ts';

const schemas = {
  push: pushSettings,
  ntfy: ntfySettings,
  /** null until its user has opened the bot. */
  telegram: z.strictObject({ chatId: z.string().nullable() }),
  discord: z.strictObject({ url: z.string() }),
  webhook: z.strictObject({ url: z.string(), secreto: z.string() }),
} as const satisfies Record<ChannelKind, unknown>;

export type ChannelSettings = {
  readonly [Kind in ChannelKind]: {
    readonly kind: Kind;
    readonly settings: z.infer<(typeof schemas)[Kind]>;
  };
}[ChannelKind];

/** @throws SettingsUnreadableError, or a schema's error: a bug */
export function readSettings(
  { id, kind, settings }: Pick<Channel, 'id' | 'kind' | 'settings'>,
  secrets: ChannelSecrets,
): ChannelSettings {
  const value = openSettings(settings, id, secrets);
  return { kind, settings: z.parse(schemas[kind], value) } as ChannelSettings;
}
