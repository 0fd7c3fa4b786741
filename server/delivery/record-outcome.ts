/** Writes what became of a delivery, as its machine says, and what follows from it: its alerts, its channel. */
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { transition } from 'xstate';
import { channelKinds } from '#domain/channels.ts';
import {
  type DeliveryEvent,
  deliveryMachine,
  maxAttempts as usualAttempts,
} from '#machines/delivery.machine.ts';
import type { Metrics } from '../base/metrics.ts';
import type { ClaimedDelivery } from '../db/deliveries/claim-deliveries.ts';
import {
  type FailedAttempt,
  markAccepted,
  recordFailures,
  releaseDeliveries,
} from '../db/deliveries/record-outcomes.ts';
import { deliveryLifetimeHours } from '../db/retention.ts';
import { retryUntilWritten } from '../db/retry-until-written.ts';
import { inTransaction } from '../db/transaction.ts';
import { lockUser } from '../db/users/users.ts';
import { WriteBatcher } from '../db/write-batcher.ts';
import type { Outcome } from './answer.ts';
import { endPushChannel, stopRejectedChannel } from './stop-channel.ts';

/** Answers in a row that no repeat would change: then the channel is stopped. */
const rejectionsToStop = 3;
/** Failures of that time are written together. */
const failedAfterMs = 100;
const lifetimeMs = deliveryLifetimeHours * 3_600_000;

interface RecordOptions {
  readonly pool: pg.Pool;
  readonly config: { readonly appOrigin: string };
  readonly log: FastifyBaseLogger;
  readonly metrics: Metrics;
  readonly isStopping: () => boolean;
  readonly maxAttempts?: number | undefined;
  /** Multiplies the delays of retries. */
  readonly retryScale?: number | undefined;
}

interface Next {
  /** No further attempt. */
  readonly isLast: boolean;
  /** null unless it is to be tried again after a failure. */
  readonly retryAfterSeconds: number | null;
}

export type OutcomeRecorder = ReturnType<typeof createOutcomeRecorder>;

export function createOutcomeRecorder(options: RecordOptions) {
  const { pool, config, log, metrics, isStopping, retryScale = 1 } = options;
  prepareCounters(metrics);
  const accepted = new WriteBatcher<ClaimedDelivery>((all) => markAccepted(pool, all));
  const released = new WriteBatcher<ClaimedDelivery>((all) => releaseDeliveries(pool, all, null));
  // Receivers that fall silent together end together, and none of them is tried again at once.
  const failed = new WriteBatcher<FailedAttempt>(async (all) => {
    await recordFailures(pool, all);
  }, failedAfterMs);

  async function write(
    delivery: ClaimedDelivery,
    outcome: Outcome,
    { isLast, retryAfterSeconds }: Next,
  ): Promise<void> {
    if (outcome.means === 'accepted') return accepted.add(delivery);
    if (outcome.means === 'gone') return endChannel(delivery);
    const { reason } = outcome;
    if (outcome.means === 'refusedForUs') return releaseDeliveries(pool, [delivery], reason);
    const retry = isLast ? null : (retryAfterSeconds ?? 0) * retryScale;
    const attempt = { ...delivery, reason, retryAfterSeconds: retry };
    if (outcome.means === 'later') return failed.add({ ...attempt, counts: 'failure' });
    if (outcome.of === 'message') return failed.add({ ...attempt, counts: 'nothing' });
    return recordRejection(delivery, { ...attempt, counts: 'rejection' });
  }

  async function recordRejection(delivery: ClaimedDelivery, attempt: FailedAttempt): Promise<void> {
    const { uid, kind, channelId } = delivery;
    if (kind === 'mail') throw new Error('a mail has no channel that could reject it');
    const stopped = await inTransaction(pool, async (client) => {
      // Before its channel, and no check gives that one anything meanwhile.
      await lockUser(client, uid);
      const rejections = (await recordFailures(client, [attempt])).get(channelId) ?? 0;
      const { reason } = attempt;
      return (
        rejections >= rejectionsToStop &&
        stopRejectedChannel(client, config, { channelId, uid, kind, reason })
      );
    });
    if (stopped) metrics.channelsEnded.inc({ kind });
  }

  /** Sent at once to the address that took the place of the ended one, if there is one. */
  async function endChannel(delivery: ClaimedDelivery): Promise<void> {
    if (delivery.kind === 'mail') return;
    const ended = await inTransaction(pool, (client) => endPushChannel(client, config, delivery));
    if (ended) metrics.channelsEnded.inc({ kind: delivery.kind });
    else await releaseDeliveries(pool, [delivery], null);
  }

  return {
    /** Nobody looked at it. */
    release: (delivery: ClaimedDelivery) => released.add(delivery),
    async record(delivery: ClaimedDelivery, outcome: Outcome): Promise<void> {
      const next = nextOf(delivery, outcome, options.maxAttempts);
      const isGivenUp = outcome.means === 'later' && next.isLast;
      metrics.deliveries.inc({
        kind: delivery.kind,
        outcome: isGivenUp ? 'failed' : outcome.means,
      });
      await retryUntilWritten(() => write(delivery, outcome, next), isStopping);
      logOutcome(log, delivery, outcome, next);
    },
  };
}

function nextOf(delivery: ClaimedDelivery, outcome: Outcome, maxAttempts = usualAttempts): Next {
  const { attempts } = delivery;
  const sending = deliveryMachine.resolveState({
    value: 'sending',
    context: { attempts, maxAttempts, expiredClaims: 0, retryAfterSeconds: null },
  });
  const [{ value, context }] = transition(deliveryMachine, sending, eventOf(delivery, outcome));
  return { isLast: value === 'failed', retryAfterSeconds: context.retryAfterSeconds };
}

/** Random jitter for the backoff. A channel's refusal is tried again: its third in a row stops the channel. */
function eventOf(
  { kind, attempts: attempt, createdAt, claimedAt }: ClaimedDelivery,
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

/** Without a first value `increase()` would not see the first one. */
function prepareCounters({ deliveries, channelsEnded }: Metrics): void {
  for (const kind of ['mail', ...channelKinds])
    for (const outcome of ['accepted', 'failed', 'parked']) deliveries.inc({ kind, outcome }, 0);
  for (const kind of channelKinds) channelsEnded.inc({ kind }, 0);
}

function logOutcome(
  log: FastifyBaseLogger,
  { id, kind, channelId, attempts }: ClaimedDelivery,
  outcome: Outcome,
  { isLast }: Next,
): void {
  if (outcome.means !== 'later' && outcome.means !== 'refused') return;
  // A channel's answer is a stranger's text about its owner's server: it is stored for them, and not logged.
  const details = { delivery: id, kind, channel: channelId, attempts, ...outcome.log };
  if (isLast && kind === 'mail') log.error(details, 'a delivery was given up');
  else log.warn(details, 'a delivery failed');
}
