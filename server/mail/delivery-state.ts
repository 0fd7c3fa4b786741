/** Computes a mail's next outbox state after a send attempt, with the mailDelivery machine. */
import { transition } from 'xstate';
import {
  type MailDeliveryEvent,
  type MailState,
  mailDeliveryMachine,
} from '#machines/mail-delivery.machine.ts';
import type { ClaimedMail } from '../db/alerts/outbox.ts';
import { mailReplyCode, RelayRefusedError } from './relay-errors.ts';
import { InvalidRecipientError } from './smtp-transport.ts';

export interface DeliveryTransition {
  readonly state: MailState;
  /** null unless the mail is to be tried again. */
  readonly retryAfterSeconds: number | null;
}

/** The next state of a claimed mail. The caller writes it only if the row still carries this attempt number. */
export function nextDeliveryState(
  { attempts }: Pick<ClaimedMail, 'attempts'>,
  event: MailDeliveryEvent,
  maxAttempts: number,
): DeliveryTransition {
  const sending = mailDeliveryMachine.resolveState({
    value: 'sending',
    context: { attempts, maxAttempts, expiredClaims: 0, retryAfterSeconds: null },
  });
  const [next] = transition(mailDeliveryMachine, sending, event);
  return { state: next.value, retryAfterSeconds: next.context.retryAfterSeconds };
}

/** Maps an error of the SMTP transport to the machine's event, with random jitter for its backoff. */
export function toFailureEvent(
  { attempts: attempt }: Pick<ClaimedMail, 'attempts'>,
  error: unknown,
): MailDeliveryEvent {
  if (error instanceof InvalidRecipientError) return { type: 'ADDRESS.REJECTED', attempt };
  if (error instanceof RelayRefusedError) return { type: 'RELAY.REFUSED', attempt };
  const replyCode = mailReplyCode(error);
  return { type: 'ATTEMPT.FAILED', attempt, replyCode, jitter: Math.random() };
}
