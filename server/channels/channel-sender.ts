/** Sends one delivery to one channel. */
import type { Channel } from '../db/alerts/channels.ts';
import {
  createGuardedPost,
  type GuardedPostOptions,
  type PostAnswer,
} from '../outgoing/guarded-post.ts';
import { readSettings } from './channel-settings.ts';
import type { MessageConfig } from './channels-config.ts';
import { composeRequest, type Delivery } from './compose-request.ts';
import { parsePushEndpoint } from './push-subscription.ts';

export interface ChannelSender {
  /**
   * @param readBody also of an answer that succeeds
   * @throws SettingsUnreadableError, ChannelUnavailableError: the operator's configuration changed
   */
  send(
    channel: Pick<Channel, 'id' | 'kind' | 'settings'>,
    delivery: Delivery,
    readBody?: boolean,
  ): Promise<PostAnswer & { readonly origin: string }>;
  close(): Promise<void>;
}

export function createChannelSender(
  config: MessageConfig,
  options: Partial<GuardedPostOptions> = {},
): ChannelSender {
  const post = createGuardedPost({ allowLocal: config.channels.allowLocal, ...options });
  return {
    async send(channel, delivery, readBody) {
      const settings = readSettings(channel, config.channels.secrets);
      const request = composeRequest(settings, delivery, { config, now: new Date() });
      const isRefused =
        channel.kind === 'push' && parsePushEndpoint(request.url, config.channels) === null;
      const answer = isRefused
        ? { kind: 'blocked' as const }
        : await post.send(request, readBody, delivery.uid);
      return { ...answer, origin: new URL(request.url).origin };
    },
    close: () => post.close(),
  };
}
