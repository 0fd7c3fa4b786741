/** Sends one delivery to one channel. */
import type { Channel } from '../db/alerts/channels.ts';
import { createGuardedPost, type PostAnswer } from '../outgoing/guarded-post.ts';
import type { MessageConfig } from './channels-config.ts';
import type { ChannelMessage } from './kind-definition.ts';
import { kinds } from './kinds.ts';
import { snoozeUrlOf, toMessageText } from './message-text.ts';
import { openSettings } from './secret-box.ts';

export type ChannelSender = ReturnType<typeof createChannelSender>;

export function createChannelSender(config: MessageConfig) {
  const { channels, appOrigin } = config;
  const post = createGuardedPost({ allowLocal: channels.allowLocal });
  return {
    /**
     * @param readBody also of an answer that succeeds
     * @throws SettingsUnreadableError, ChannelUnavailableError: the operator's configuration changed
     */
    async send(
      { id, kind, settings }: Pick<Channel, 'id' | 'kind' | 'settings'>,
      delivery: ChannelMessage,
      readBody?: boolean,
    ): Promise<PostAnswer & { readonly origin: string }> {
      const text = toMessageText(delivery.alerts, appOrigin);
      const now = new Date();
      const context = { text, snoozeUrl: snoozeUrlOf(delivery, config, now), config, now };
      const opened = openSettings(settings, id, channels.secrets);
      const request = kinds[kind].compose(opened, delivery, context);
      const answer = kinds[kind].mayReceive(request.url, channels)
        ? await post.send(request, readBody, delivery.uid)
        : { kind: 'blocked' as const };
      return { ...answer, origin: new URL(request.url).origin };
    },
    close: () => post.close(),
  };
}
