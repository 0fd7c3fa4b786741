/** Messages to channels: one HTTP request each, and what its answer means. */
import type { FastifyBaseLogger } from 'fastify';
import type { Channel } from '../db/alerts/channels.ts';
import type { ClaimedMessage } from '../db/deliveries/claim-deliveries.ts';
import { createGuardedPost, type PostAnswer } from '../outgoing/guarded-post.ts';
import type { Answer, AnswerOf, Transport } from './answer.ts';
import type { MessageConfig } from './channels-config.ts';
import { classifyAnswer, describeAnswer } from './classify-answer.ts';
import { type ChannelMessage, ChannelUnavailableError } from './kind-definition.ts';
import { kinds } from './kinds.ts';
import { snoozeUrlOf, toMessageText } from './message-text.ts';
import { openSettings, SettingsUnreadableError } from './secret-box.ts';

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

interface MessageTransportOptions {
  readonly config: MessageConfig;
  readonly log: FastifyBaseLogger;
  /** The channel has other settings from now on, as its service says. */
  readonly move: (channelId: string, settings: unknown) => Promise<void>;
}

export function createMessageTransport({
  config,
  log,
  move,
}: MessageTransportOptions): Transport<ClaimedMessage> {
  const sender = createChannelSender(config);

  async function answerTo(message: ClaimedMessage): Promise<AnswerOf> {
    const { channelId, kind, settings } = message;
    const answer = await sender.send({ id: channelId, kind, settings }, message);
    const service = answer.origin;
    const movedTo = kinds[kind].movedTo(answer);
    if (movedTo === null) {
      const meaning = classifyAnswer(kind, answer, Date.now());
      return meaning.means === 'unclear'
        ? { ...meaning, service, reason: kinds[kind].unavailable, log: { reason: meaning.reason } }
        : { ...meaning, service };
    }
    await move(channelId, movedTo);
    return { means: 'later', reason: describeAnswer(answer), service };
  }

  /** What a configuration lacks may come back with the next one: the delivery waits for it. */
  function readError(error: unknown, { id, kind, channelId }: ClaimedMessage): Answer {
    if (error instanceof SettingsUnreadableError || error instanceof ChannelUnavailableError) {
      log.error(
        { err: error, channel: channelId },
        'a channel cannot be used with this configuration',
      );
      return { means: 'later', reason: kinds[kind].unavailable };
    }
    log.error({ err: error, delivery: id }, 'a delivery could not be composed');
    return { means: 'refused', of: 'message', reason: String(error) };
  }

  return {
    send: (message) =>
      answerTo(message).catch((error: unknown) => ({ ...readError(error, message), service: '' })),
    close: () => sender.close(),
  };
}
