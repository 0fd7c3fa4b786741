/** What becomes of a claimed delivery, by the delivery machine: its row has that state next. */
import { transition } from 'xstate';
import {
  type DeliveryEvent,
  type DeliveryState,
  deliveryMachine,
  maxAttempts as usualAttempts,
} from '#machines/delivery.machine.ts';
import type { ClaimedDelivery } from '../db/deliveries/claim-deliveries.ts';
import { deliveryLifetimeHours } from '../db/retention.ts';
import type { Outcome } from './answer.ts';

export interface DeliveryTransition {
  readonly state: DeliveryState;
  /** null unless it is to be tried again. */
  readonly retryAfterSeconds: number | null;
}

type Attempt = Pick<ClaimedDelivery, 'kind' | 'attempts' | 'createdAt' | 'claimedAt'>;

const lifetimeMs = deliveryLifetimeHours * 3_600_000;

/** The caller writes it only if the row still carries this attempt number. */
export function nextDeliveryState(
  attempt: Attempt,
  outcome: Outcome,
  maxAttempts = usualAttempts,
): DeliveryTransition {
  const sending = deliveryMachine.resolveState({
    value: 'sending',
    context: { attempts: attempt.attempts, maxAttempts, expiredClaims: 0, retryAfterSeconds: null },
  });
  const [next] = transition(deliveryMachine, sending, eventOf(attempt, outcome));
  return { state: next.value, retryAfterSeconds: next.context.retryAfterSeconds };
}

/** Random jitter for the backoff. A channel's refusal is tried again: its third in a row stops the channel. */
function eventOf(
  { kind, attempts: attempt, createdAt, claimedAt }: Attempt,
  outcome: Outcome,
): DeliveryEvent {
  if (outcome.means === 'accepted') return { type: 'RECEIVER.ACCEPTED' };
  if (outcome.means === 'refusedForUs') return { type: 'SENDER.REFUSED', attempt };
  if (outcome.means === 'gone' || (outcome.means === 'refused' && outcome.of === 'message'))
    return { type: 'RECEIVER.REFUSED', attempt };
  const retryAfterMs = outcome.means === 'later' ? (outcome.retryAfterMs ?? 0) : 0;
  return {
    type: 'ATTEMPT.FAILED',
    attempt,
    retryAfterSeconds: retryAfterMs / 1_000,
    isOutlived: kind !== 'mail' && claimedAt.getTime() - createdAt.getTime() > lifetimeMs,
    jitter: Math.random(),
  };
}
