/** Kinds of channels: what alerts are sent by beside mail, which every account has. */
export const channelKinds = ['push', 'ntfy', 'gotify', 'telegram', 'discord', 'webhook'] as const;
/** Of an account, mail not counted. */
export const maxChannels = 20;
export type ChannelKind = (typeof channelKinds)[number];
