/** Kinds of channels: what alerts are sent by beside mail, which every account has. */
export const channelKinds = ['push', 'ntfy', 'gotify', 'telegram', 'discord', 'webhook'] as const;
export type ChannelKind = (typeof channelKinds)[number];
