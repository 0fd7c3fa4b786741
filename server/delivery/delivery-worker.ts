/**
 * Delivery worker: claims due deliveries to channels under a lease, sends them, records the outcome (docs/channels.md). At least
 * once: `sending` is committed before the request and `sent` after its 2xx, so a crash in between repeats the delivery, with
 * the same id. An exchange is bounded well below the lease, which therefore is never renewed; each claim counts an attempt,
 * and that number fences a late worker's write. Expired leases are counted, too: after eight in a row, an hour, the
 * delivery is parked.
 *
 * Isolation: a channel has one delivery in flight. Each kind has two lanes, so that channels that failed the last delivery, or have
 * never accepted one, take no slot of the others. A slot is held for as long as a receiver may take at most to let its own work
 * fill the processor, not until it answers: one that falls silent holds it that long, once.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { type ChannelKind, channelKinds } from '#domain/channels.ts';
import {
  type ClaimedDelivery,
  claimDeliveries,
  type FailedAttempt,
  failDelivery,
  holdDelivery,
  type Lane,
  markDelivered,
  recallDelivery,
  releaseDelivery,
  retryDeliveries,
  secondsUntilDeliveryDue,
} from '../db/alerts/channel-deliveries.ts';
import { renewChannelSettings } from '../db/alerts/channels.ts';
import { type ListenerMetrics, startListener } from '../db/pg-listener.ts';
import { retryUntilWritten } from '../db/retry-until-written.ts';
import { inTransaction, retryDeadlocks } from '../db/transaction.ts';
import { lockUser } from '../db/users/users.ts';
import { WriteBatcher } from '../db/write-batcher.ts';
import { EvenRate } from '../mail/even-rate.ts';
import { quietHoursEnd } from '../mail/quiet-hours.ts';
import type { Metrics } from '../metrics.ts';
import type { GuardedPostOptions } from '../outgoing/guarded-post.ts';
import { repeatUntilAborted } from '../repeat-until-aborted.ts';
import { settleWithin } from '../settle-within.ts';
import { WakeSignal } from '../wake-signal.ts';
import { type ChannelSender, createChannelSender } from './channel-sender.ts';
import type { MessageConfig } from './channels-config.ts';
import { classifyAnswer, type DeliveryOutcome, describeAnswer } from './classify-answer.ts';
import { createKeyHolds, type KeyHolds } from './key-holds.ts';
import { ChannelUnavailableError } from './kind-definition.ts';
import { kinds } from './kinds.ts';
import { retryDelaySeconds } from './retry-delay.ts';
import { SettingsUnreadableError, sealSettings } from './secret-box.ts';
import { endPushChannel, stopRejectedChannel } from './stop-channel.ts';

/** Slots of a lane, each for one request… */
const concurrency = { accepting: 16, others: 4 } as const;
/** …that leaves it when it is still unanswered: what waits costs us nothing but a socket. */
const slotMs = 20;
/** Requests of a lane that wait beside its slots: more than can begin within the time limit of an exchange. */
const maxWaiting = 2_000;
/** A suspect is alone for as long. */
const probeMs = 1_000;
/** New deliveries wake the worker by NOTIFY; polling bounds the delay should one be lost. */
const pollEveryMs = 10_000;
/** Due rows that could not be claimed are locked by another worker: queried again after this. */
const claimedElsewhereRetryMs = 250;
const afterFailureMs = 1_000;
/** Longer than an exchange and the write of its outcome. */
const leaseSeconds = 30;
const drainMs = 8_000;
/** Of a channel alone that refuses our key, or of a service that does alone: asked again within a minute. */
const ourKeyRetrySeconds = 60;
/** Answers in a row that no repeat would change: then the channel is stopped. */
const rejectionsToStop = 3;

export interface DeliveryWorkerOptions {
  readonly pool: pg.Pool;
  readonly config: MessageConfig & { readonly databaseSessionUrl: string };
  readonly log: FastifyBaseLogger;
  readonly metrics: Pick<Metrics, 'channelDeliveries' | 'channelsHeld' | 'channelsEnded'> &
    ListenerMetrics;
  /** For tests. */
  readonly timings?: {
    readonly leaseSeconds?: number;
    /** Multiplies the delays of retries. */
    readonly retryScale?: number;
    readonly slotMs?: number;
  };
  readonly post?: Partial<GuardedPostOptions>;
}

/** Starts the worker. Several processes may run one. */
export function startDeliveryWorker(options: DeliveryWorkerOptions): { close(): Promise<void> } {
  const { pool, config, log, metrics } = options;
  const sender = createChannelSender(config, options.post);
  const lease = options.timings?.leaseSeconds ?? leaseSeconds;
  const stop = new AbortController();
  const ourKeys = createKeyHolds({ pool, log, metrics, onEnd: (kind) => wakeKind(kind) });
  /** Sent although our key is refused: one for each kind. */
  const keyProbes = new Map<ChannelKind, ClaimedDelivery | 'claiming'>();
  const rates = new Map(channelKinds.map((kind) => [kind, new EvenRate(kinds[kind].perSecond)]));
  /** Of deliveries that two workers died with one at a time is sent, in all lanes, until a second has passed. */
  let probe: ClaimedDelivery | 'claiming' | null = null;
  // Without a first value `increase()` would not see the first one.
  for (const kind of channelKinds) {
    metrics.channelDeliveries.inc({ kind, outcome: 'parked' }, 0);
    metrics.channelsEnded.inc({ kind }, 0);
  }
  const deliveredBatcher = new WriteBatcher<ClaimedDelivery>((all) => markDelivered(pool, all));
  // Receivers that fall silent together end together.
  const retryBatcher = new WriteBatcher<FailedAttempt>(async (all) => {
    await retryDeliveries(pool, all);
  });
  const lanes = channelKinds.flatMap((kind) =>
    [true, false].map((accepting) => startLane({ kind, accepting })),
  );
  const wakeAll = () => {
    for (const lane of lanes) lane.wake();
  };
  const wakeKind = (kind: ChannelKind) => {
    for (const lane of lanes) if (lane.kind === kind) lane.wake();
  };
  const listener = startListener({
    databaseSessionUrl: config.databaseSessionUrl,
    channel: 'vigia_channels',
    metrics,
    onPayload: wakeAll,
    onConnect: wakeAll,
    onFailure: (error) =>
      log.warn({ err: error }, 'LISTEN vigia_channels failed: deliveries are polled meanwhile'),
  });

  /** @param onBegin the request begins now @returns null when the worker stops before that */
  async function deliver(
    delivery: ClaimedDelivery,
    onBegin: () => void,
  ): Promise<SettledOutcome | null> {
    const turnMs = rates.get(delivery.kind)?.take() ?? 0;
    if (turnMs > 0) await delay(turnMs, undefined, { signal: stop.signal }).catch(() => {});
    const mustWait = ourKeys.of(delivery.kind).isHeld && keyProbes.get(delivery.kind) !== delivery;
    if (stop.signal.aborted || mustWait) {
      await releaseDelivery(pool, delivery, null);
      return null;
    }
    onBegin();
    const outcome = await attempt(sender, delivery, { log, ourKeys, move });
    await record(delivery, outcome);
    return outcome;
  }

  const move = (channelId: string, settings: unknown) =>
    renewChannelSettings(
      pool,
      channelId,
      sealSettings(settings, channelId, config.channels.secrets),
    );

  async function record(delivery: ClaimedDelivery, outcome: SettledOutcome): Promise<void> {
    const { id, kind, channelId } = delivery;
    metrics.channelDeliveries.inc({ kind, outcome: outcome.kind });
    const write = async () => {
      if (outcome.kind === 'sent') return deliveredBatcher.add(delivery);
      if (outcome.kind === 'unsendable')
        return inTransaction(pool, (client) => failDelivery(client, delivery, outcome.reason));
      if (outcome.kind === 'gone') return endChannel(delivery);
      if (outcome.kind === 'held') return releaseDelivery(pool, delivery, outcome.reason);
      return recordFailure(delivery, outcome);
    };
    await retryUntilWritten(write, () => stop.signal.aborted);
    if (outcome.kind === 'later' || outcome.kind === 'rejected')
      log.warn(
        { delivery: id, channel: channelId, kind, outcome: outcome.kind },
        'a delivery failed',
      );
  }

  /** Sent at once to the address that took the place of the ended one, if there is one. */
  async function endChannel(delivery: ClaimedDelivery): Promise<void> {
    const ended = await retryDeadlocks(() =>
      inTransaction(pool, (client) => endPushChannel(client, config, delivery)),
    );
    if (ended) metrics.channelsEnded.inc({ kind: delivery.kind });
    else await releaseDelivery(pool, delivery, null);
  }

  async function recordFailure(
    delivery: ClaimedDelivery,
    outcome: Extract<SettledOutcome, { readonly kind: 'later' | 'rejected' }>,
  ): Promise<void> {
    const { reason } = outcome;
    const rejected = outcome.kind === 'rejected';
    const retryAfterSeconds =
      Math.min(
        retryDelaySeconds(delivery.attempts, rejected ? null : outcome.retryAfterMs),
        outcome.kind === 'later' && outcome.ourKey === true ? ourKeyRetrySeconds : Infinity,
      ) * (options.timings?.retryScale ?? 1);
    const failed = { ...delivery, reason, retryAfterSeconds, rejected };
    if (!rejected) return retryBatcher.add(failed);
    const stopped = await retryDeadlocks(() =>
      inTransaction(pool, async (client) => {
        // Before its channel, and no check gives that one anything meanwhile.
        await lockUser(client, delivery.uid);
        const rejections = (await retryDeliveries(client, [failed])).get(delivery.channelId) ?? 0;
        return rejections >= rejectionsToStop && stopRejectedChannel(client, config, failed);
      }),
    );
    if (stopped) metrics.channelsEnded.inc({ kind: delivery.kind });
  }

  /** What its owner has said meanwhile holds for what waited, too. @returns whether it may be sent */
  async function mayLeave(delivery: ClaimedDelivery): Promise<boolean> {
    const { owner, claimedAt } = delivery;
    const quietEnd = quietHoursEnd(owner.silencio, claimedAt);
    if (owner.estado !== 'activo')
      await retryDeadlocks(() => inTransaction(pool, (client) => recallDelivery(client, delivery)));
    else if (quietEnd !== null) await holdDelivery(pool, delivery, quietEnd);
    else return true;
    return false;
  }

  async function claim(lane: Lane, limit: number): Promise<readonly ClaimedDelivery[]> {
    const mayProbe = probe === null;
    // Before the query: another lane may ask meanwhile.
    if (mayProbe) probe = 'claiming';
    let suspect: ClaimedDelivery | null = null;
    try {
      const { deliveries, parked } = await claimDeliveries(pool, lane, {
        limit,
        suspects: mayProbe ? 1 : 0,
        leaseSeconds: lease,
      });
      suspect = deliveries.find(({ expiredClaims }) => expiredClaims > 1) ?? null;
      for (const { id, kind, channelId } of parked) {
        metrics.channelDeliveries.inc({ kind, outcome: 'parked' });
        log.error(
          { delivery: id, channel: channelId },
          'a delivery was given up: worker after worker died while sending it',
        );
      }
      return deliveries;
    } finally {
      if (mayProbe) probe = suspect;
    }
  }

  /** One of the kind, of a channel that is not suspected if there is one; those that accepted the last delivery first. */
  async function claimKeyProbe(kind: ChannelKind): Promise<ClaimedDelivery | null> {
    const { suspected } = ourKeys.of(kind);
    for (const except of suspected.length > 0 ? [suspected, []] : [[]])
      for (const accepting of [true, false]) {
        const limits = { limit: 1, suspects: 0, leaseSeconds: lease, except };
        const [first] = (await claimDeliveries(pool, { kind, accepting }, limits)).deliveries;
        if (first !== undefined) return first;
      }
    return null;
  }

  function endKeyProbe(delivery: ClaimedDelivery): void {
    const { kind } = delivery;
    if (keyProbes.get(kind) !== delivery) return;
    keyProbes.delete(kind);
    if (ourKeys.of(kind).isHeld) ourKeys.of(kind).probeFailed();
    wakeKind(kind);
  }

  function endProbe(delivery: ClaimedDelivery): void {
    if (probe !== delivery) return;
    probe = null;
    wakeAll();
  }

  function startLane(lane: Lane) {
    const wakeSignal = new WakeSignal();
    const slots = lane.accepting ? concurrency.accepting : concurrency.others;
    const inFlight = new Set<Promise<void>>();
    /** Those of them that have left their slot. */
    const waiting = new Set<Promise<void>>();

    function start(delivery: ClaimedDelivery): void {
      const timers: NodeJS.Timeout[] = [];
      const onBegin = () => {
        timers.push(
          setTimeout(leaveSlot, options.timings?.slotMs ?? slotMs),
          setTimeout(endProbe, probeMs, delivery),
        );
      };
      const leaveSlot = () => {
        if (waiting.size >= maxWaiting) return;
        waiting.add(work);
        wakeSignal.notify();
      };
      const work: Promise<void> = deliver(delivery, onBegin)
        .then((outcome) => {
          // Its channel's next delivery may be due, and in the other lane.
          if (outcome !== null && (outcome.kind === 'sent') !== lane.accepting) wakeKind(lane.kind);
        })
        .catch((error: unknown) =>
          log.error({ err: error, delivery: delivery.id }, 'a delivery’s outcome was not recorded'),
        )
        .finally(() => {
          inFlight.delete(work);
          waiting.delete(work);
          for (const timer of timers) clearTimeout(timer);
          wakeSignal.notify();
          endProbe(delivery);
          endKeyProbe(delivery);
        });
      inFlight.add(work);
    }

    async function nextWaitMs(): Promise<number> {
      const seconds = await secondsUntilDeliveryDue(pool, lane);
      if (seconds === null) return pollEveryMs;
      return seconds > 0 ? Math.min(pollEveryMs, seconds * 1_000) : claimedElsewhereRetryMs;
    }

    /** While our key is refused; of a kind's two lanes, whichever is first. */
    async function stepHeld(): Promise<number> {
      const { kind } = lane;
      if (keyProbes.has(kind)) return pollEveryMs;
      const { waitMs } = ourKeys.of(kind);
      if (waitMs > 0) return Math.min(pollEveryMs, waitMs);
      keyProbes.set(kind, 'claiming');
      let claimed: ClaimedDelivery | null = null;
      let leaving: ClaimedDelivery | null = null;
      try {
        claimed = await claimKeyProbe(kind);
        if (claimed !== null && (await mayLeave(claimed))) leaving = claimed;
      } finally {
        if (leaving === null) keyProbes.delete(kind);
        else keyProbes.set(kind, leaving);
      }
      if (leaving !== null) start(leaving);
      return claimed === null ? nextWaitMs() : 0;
    }

    async function step(): Promise<number> {
      if (ourKeys.of(lane.kind).isHeld) return stepHeld();
      const limit = slots - (inFlight.size - waiting.size);
      if (limit <= 0) return pollEveryMs;
      const deliveries = await claim(lane, limit);
      for (const delivery of deliveries) {
        if (await mayLeave(delivery)) start(delivery);
        else endProbe(delivery);
      }
      return deliveries.length === 0 ? nextWaitMs() : 0;
    }

    const running = repeatUntilAborted(step, {
      signal: stop.signal,
      wake: wakeSignal,
      retryMs: afterFailureMs,
      onFailure: (error) => log.warn({ err: error }, 'deliveries wait for the database'),
    });
    return {
      kind: lane.kind,
      wake: () => wakeSignal.notify(),
      async close() {
        await running;
        await settleWithin(Promise.all(inFlight), drainMs);
      },
    };
  }

  return {
    async close() {
      stop.abort();
      await listener.close();
      await Promise.all(lanes.map((lane) => lane.close()));
      ourKeys.close();
      await sender.close();
    },
  };
}

type SettledOutcome = Exclude<DeliveryOutcome, { readonly kind: 'ours' }>;

interface AttemptOptions {
  readonly log: FastifyBaseLogger;
  readonly ourKeys: KeyHolds;
  /** The channel has other settings from now on, as its service says. */
  readonly move: (channelId: string, settings: unknown) => Promise<void>;
}

/** What a configuration lacks may come back with the next one: the delivery waits for it. */
async function attempt(
  sender: ChannelSender,
  delivery: ClaimedDelivery,
  { log, ourKeys, move }: AttemptOptions,
): Promise<SettledOutcome> {
  const { channelId, kind, settings } = delivery;
  const { unavailable } = kinds[kind];
  try {
    const answer = await sender.send({ id: channelId, kind, settings }, delivery);
    const movedTo = kinds[kind].movedTo(answer);
    if (movedTo !== null) {
      await move(channelId, movedTo);
      return { kind: 'later', reason: describeAnswer(answer), retryAfterMs: null };
    }
    const outcome = classifyAnswer(kind, answer, Date.now());
    if (outcome.kind === 'sent') ourKeys.of(kind).accepted(answer.origin, channelId);
    if (outcome.kind !== 'ours') return outcome;
    const { reason } = outcome;
    const fault = ourKeys.of(kind).refused(answer.origin, channelId);
    if (fault === 'theirs') return { kind: 'rejected', reason };
    log.error({ channel: channelId, kind, service: answer.origin }, 'a service refuses our key');
    if (fault === 'held') return { kind: 'held', reason: unavailable };
    return { kind: 'later', reason: unavailable, retryAfterMs: null, ourKey: true };
  } catch (error) {
    if (!(error instanceof SettingsUnreadableError || error instanceof ChannelUnavailableError)) {
      log.error({ err: error, delivery: delivery.id }, 'a delivery could not be composed');
      return { kind: 'unsendable', reason: String(error) };
    }
    log.error(
      { err: error, channel: channelId },
      'a channel cannot be used with this configuration',
    );
    return { kind: 'later', reason: unavailable, retryAfterMs: null };
  }
}
