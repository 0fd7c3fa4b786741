/** Runs the mail machine over what the holder of a row knows of it: what happened in, what to write out. Pure but for the jitter. */
import { transition } from 'xstate';
import {
  type MailDeliveryEvent,
  type MailState,
  mailDeliveryMachine,
} from '#machines/mail-delivery.machine.ts';
import type { ClaimedMail } from '../db/alerts/outbox.ts';
import { InvalidRecipientError } from './smtp-transport.ts';

export interface DeliveryTransition {
  readonly state: MailState;
  /** Null unless it is to be tried again. */
  readonly retryAfterSeconds: number | null;
}

/** What becomes of a mail in hand. Only a suggestion: the row is written if it is still ours. */
export function nextDeliveryState(
  { attempts }: Pick<ClaimedMail, 'attempts'>,
  event: MailDeliveryEvent,
  maxAttempts: number,
): DeliveryTransition {
  const inHand = mailDeliveryMachine.resolveState({
    value: 'sending',
    context: { attempts, maxAttempts, retryAfterSeconds: null },
  });
  const [next] = transition(mailDeliveryMachine, inHand, event);
  return { state: next.value, retryAfterSeconds: next.context.retryAfterSeconds };
}

/** Why a delivery threw, in the machine's words. */
export function toFailureEvent(
  { attempts: attempt }: Pick<ClaimedMail, 'attempts'>,
  error: unknown,
): MailDeliveryEvent {
  if (error instanceof InvalidRecipientError) return { type: 'ADDRESS.UNUSABLE', attempt };
  const replyCode =
    error instanceof Error && 'responseCode' in error && typeof error.responseCode === 'number'
      ? error.responseCode
      : null;
  return { type: 'ATTEMPT.FAILED', attempt, replyCode, jitter: Math.random() };
}
