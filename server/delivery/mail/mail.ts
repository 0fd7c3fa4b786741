/** Mail as a kind of delivery: SMTP to the operator's relay, and what its answers mean. */
import type { ClaimedMail } from '../../db/deliveries/claim-deliveries.ts';
import type { Answer, Transport } from '../answer.ts';
import type { MailConfig } from './mail-config.ts';
import { hasMailReply, isPolicyRefusal, mailReplyCode, RelayRefusedError } from './relay-errors.ts';
import { loggableCause, publicReply } from './relay-reply.ts';
import {
  createSmtpTransport,
  InvalidRecipientError,
  type TransportLimits,
} from './smtp-transport.ts';

export function createMailTransport(
  config: MailConfig,
  limits: TransportLimits,
): Transport<ClaimedMail> {
  const smtp = createSmtpTransport(config, limits);
  return {
    async send(mail) {
      const answer = await smtp.send(mail).then(
        (): Answer => ({ means: 'accepted' }),
        (error: unknown) => toAnswer(error, config.smtpUrl),
      );
      return { ...answer, service: 'relay' };
    },
    close: () => smtp.close(),
  };
}

/** @param error of the SMTP transport @param smtpUrl its user, password and host are in nobody's log */
export function toAnswer(error: unknown, smtpUrl: string): Answer {
  const reason = error instanceof Error ? error.message : String(error);
  const log = { ...loggableCause(error), reason: publicReply(error, smtpUrl) };
  if (error instanceof InvalidRecipientError)
    return { means: 'refused', of: 'message', reason, log };
  const unclear = { means: 'unclear', of: 'message', reason, log, dealsWithUs: true } as const;
  if (isPolicyRefusal(error)) return { ...unclear, presumed: 'us' };
  if ((mailReplyCode(error) ?? 0) >= 500) return { ...unclear, presumed: 'nobody' };
  if (error instanceof RelayRefusedError) return { means: 'refusedForUs', reason, log };
  return { means: 'later', reason, dealsWithUs: hasMailReply(error), log };
}
