/** Types of the channels' configuration: the operator's keys, and where the services are. */
import type { LinkSecrets } from '../mail/signed-links.ts';
import type { ChannelSecrets } from './secret-box.ts';

export interface VapidKeys {
  readonly publicKey: string;
  readonly privateKey: string;
  /** `mailto:` address that a push service may write to. */
  readonly subject: string;
}

export interface TelegramBot {
  readonly token: string;
  /** Without `@`. */
  readonly name: string;
  /** What Telegram sends with each update, so that nobody else can. */
  readonly webhookSecret: string;
  readonly apiOrigin: string;
  /** Where deep links to the bot begin. */
  readonly linkOrigin: string;
}

export interface ChannelsConfig {
  readonly secrets: ChannelSecrets;
  /** null: no push. */
  readonly vapid: VapidKeys | null;
  /** null: no Telegram. */
  readonly telegram: TelegramBot | null;
  /** Outside production: plain http and loopback too. */
  readonly allowLocal: boolean;
  /** Origins of push services beside those of the usual browsers. */
  readonly pushServices: readonly string[];
}

/** What a message needs besides the channel. */
export interface MessageConfig {
  readonly appOrigin: string;
  readonly linkSecrets: LinkSecrets;
  readonly channels: ChannelsConfig;
}
