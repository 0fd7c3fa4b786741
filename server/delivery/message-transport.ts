/** Messages to channels: one HTTP request each, and what its answer means. */
import type { FastifyBaseLogger } from 'fastify';
import type { ClaimedMessage } from '../db/deliveries/claim-deliveries.ts';
import type { Answer, AnswerOf, Transport } from './answer.ts';
import { createChannelSender } from './channel-sender.ts';
import type { MessageConfig } from './channels-config.ts';
import { classifyAnswer, describeAnswer } from './classify-answer.ts';
import { ChannelUnavailableError } from './kind-definition.ts';
import { kinds } from './kinds.ts';
import { SettingsUnreadableError } from './secret-box.ts';

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
