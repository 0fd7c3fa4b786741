/** One lane of a kind: claims what is due, sends it in its slots, and asks with one probe at a time while the kind is held. */
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import fastq from 'fastq';
import type pg from 'pg';
import type { Metrics } from '../base/metrics.ts';
import { repeatUntilAborted } from '../base/worker-loop/repeat-until-aborted.ts';
import { settleWithin } from '../base/worker-loop/settle-within.ts';
import { WakeSignal } from '../base/worker-loop/wake-signal.ts';
import {
  type ClaimedDelivery,
  claimDeliveries,
  secondsUntilDue,
} from '../db/deliveries/claim-deliveries.ts';
import type { DeliveryKind } from '../db/deliveries/deliveries.ts';
import type { Transport } from './answer.ts';
import type { EvenRate } from './even-rate.ts';
import type { KindHold } from './kind-hold.ts';
import type { LaneSize } from './lane-sizes.ts';
import { mayLeave } from './may-leave.ts';
import type { OutcomeRecorder } from './record-outcome.ts';

/** New deliveries wake the worker by NOTIFY; polling bounds the delay should one be lost. */
const pollEveryMs = 10_000;
/** Due rows that could not be claimed are locked by another worker: queried again after this. */
const claimedElsewhereRetryMs = 250;
/** Nobody waits for the retries of those that do not accept: many of them share a claim. */
const othersRestMs = 100;
const afterFailureMs = 1_000;
const defaultDrainMs = 8_000;

/** What the lanes of a kind share. */
export interface KindState {
  readonly kind: DeliveryKind;
  readonly send: Transport['send'];
  readonly hold: KindHold;
  readonly rate: EvenRate;
  /** Sent although we are refused, or one of the first after that. */
  probe: ClaimedDelivery | 'claiming' | null;
}

interface LaneOptions {
  readonly pool: pg.Pool;
  readonly log: FastifyBaseLogger;
  readonly metrics: Metrics;
  readonly recorder: OutcomeRecorder;
  readonly leaseSeconds: number;
  readonly stop: AbortSignal;
  /** The lanes of a kind, or the one of its receivers that accept or do not. */
  readonly wake: (kind: DeliveryKind, accepting?: boolean) => void;
}

export function startLane(state: KindState, size: LaneSize, options: LaneOptions) {
  const { pool, log, metrics, recorder, leaseSeconds, stop } = options;
  const { kind, hold } = state;
  const wakeSignal = new WakeSignal();
  const stopped = new Promise<void>((resolve) =>
    stop.addEventListener('abort', () => resolve(), { once: true }),
  );
  /** Queued, or under way until it ends. */
  const claimed = new Map<ClaimedDelivery, Promise<void> | null>();
  /** Of these, unanswered ones that have left their slot. */
  const waiting = new Set<ClaimedDelivery>();
  const slots = fastq.promise(sendInSlot, size.slots);
  const activeCount = () => claimed.size - waiting.size;
  /** One that kills its process does so at its beginning, and is to die alone. */
  const hasSuspect = () =>
    [...claimed.keys()].some((one) => one.expiredClaims > 1 && !waiting.has(one));

  function queue(delivery: ClaimedDelivery): void {
    claimed.set(delivery, null);
    void slots.push(delivery);
  }

  async function deliver(delivery: ClaimedDelivery, onBegin: () => void): Promise<void> {
    const mustWait = () => stop.aborted || (hold.isHeld && state.probe !== delivery);
    if (mustWait()) return recorder.release(delivery);
    const turnMs = state.rate.take();
    if (turnMs > 0) await delay(turnMs, undefined, { signal: stop }).catch(() => {});
    if (turnMs > 0 && mustWait()) return recorder.release(delivery);
    onBegin();
    const answer = await state.send(delivery);
    const outcome = hold.judge(answer, delivery.kind === 'mail' ? delivery.to : delivery.channelId);
    await recorder.record(delivery, outcome);
    // What waits behind it is due, or this one after a while: in the lane that its receiver is in by now.
    const accepting = kind === 'mail' || outcome.means === 'accepted';
    if (accepting !== size.accepting || waiting.has(delivery)) options.wake(kind, accepting);
  }

  function track(delivery: ClaimedDelivery, onBegin: () => void): Promise<void> {
    const work = deliver(delivery, onBegin)
      .catch((error: unknown) =>
        log.error({ err: error, delivery: delivery.id }, 'a delivery’s outcome was not recorded'),
      )
      .finally(() => {
        claimed.delete(delivery);
        // There is room for another; one that was silent has left its own before.
        if (!waiting.delete(delivery)) wakeSignal.notify();
      });
    claimed.set(delivery, work);
    return work;
  }

  /** Until it has ended, or its receiver is silent. */
  async function sendInSlot(delivery: ClaimedDelivery): Promise<void> {
    const begun = Promise.withResolvers<void>();
    const work = track(delivery, begun.resolve);
    await Promise.race([begun.promise, work]);
    await settleWithin(work, size.slotMs);
    if (!claimed.has(delivery)) return;
    if (waiting.size >= size.maxWaiting) return work;
    waiting.add(delivery);
    wakeSignal.notify();
  }

  async function claim(
    limit: number,
    { accepting = size.accepting, except = [] as readonly string[] } = {},
  ): Promise<ClaimedDelivery[]> {
    const limits = { limit, suspects: hasSuspect() ? 0 : 1, leaseSeconds, except };
    const { deliveries, parked } = await claimDeliveries(pool, { kind, accepting }, limits);
    for (const delivery of parked) {
      metrics.deliveries.inc({ kind, outcome: 'parked' });
      log.error(
        { delivery: delivery.id, kind },
        'a delivery was given up: worker after worker died while sending it',
      );
    }
    return deliveries;
  }

  async function nextWaitMs(): Promise<number> {
    const seconds = await secondsUntilDue(pool, size);
    if (seconds === null) return pollEveryMs;
    return seconds > 0 ? Math.min(pollEveryMs, seconds * 1_000) : claimedElsewhereRetryMs;
  }

  async function sendDue(): Promise<number> {
    // In flight or queued: the next ones are claimed in batches while others are being sent.
    if (activeCount() > size.maxClaimed / 2) return pollEveryMs;
    const due = await claim(size.maxClaimed - activeCount());
    for (const delivery of due) if (await mayLeave(pool, delivery)) queue(delivery);
    if (!size.accepting) await delay(othersRestMs, undefined, { signal: stop }).catch(() => {});
    return due.length === 0 ? nextWaitMs() : 0;
  }

  /** Of a receiver that is not suspected if there is one, before its time of no other, and rather of one that accepted the last delivery. */
  async function claimProbe(): Promise<ClaimedDelivery[]> {
    const { suspected } = hold;
    const any = hold.waitMs > 0 ? [] : [[]];
    for (const except of suspected.length > 0 ? [suspected, ...any] : any)
      for (const accepting of kind === 'mail' ? [true] : [true, false]) {
        const found = await claim(1, { accepting, except });
        if (found.length > 0) return found;
      }
    return [];
  }

  /** Past the slots; of a kind's lanes, whichever is first. */
  async function sendProbe(): Promise<number> {
    if (state.probe !== null) return pollEveryMs;
    const { waitMs } = hold;
    if (waitMs > 0 && !hold.isAboutOne) return Math.min(pollEveryMs, waitMs);
    state.probe = 'claiming';
    try {
      const [probe, ...others] = await claimProbe();
      for (const other of others) if (await mayLeave(pool, other)) queue(other);
      if (probe === undefined)
        return waitMs > 0 ? Math.min(pollEveryMs, waitMs) : await nextWaitMs();
      if (await mayLeave(pool, probe)) {
        state.probe = probe;
        const sending = track(probe, () => {});
        await settleWithin(Promise.race([sending, stopped]), size.probeMs);
        if (claimed.has(probe) && waiting.size < size.maxWaiting) waiting.add(probe);
        hold.probeEnded();
      }
    } finally {
      state.probe = null;
    }
    // The kind's other lane has waited for it.
    options.wake(kind);
    return 0;
  }

  const running = repeatUntilAborted(() => (hold.isOneAtATime ? sendProbe() : sendDue()), {
    signal: stop,
    wake: wakeSignal,
    retryMs: afterFailureMs,
    onFailure: (error) => log.warn({ err: error, kind }, 'deliveries wait for the database'),
  });
  return {
    kind,
    accepting: size.accepting,
    wake: () => wakeSignal.notify(),
    /** Their leases are to be renewed. */
    claimed: () => [...claimed.keys()],
    /** After `stop`: waits for what is in flight. */
    async close(drainMs = defaultDrainMs) {
      await running;
      // What is queued is released once a slot is free.
      await settleWithin(
        slots.drained().then(() => Promise.all(claimed.values())),
        drainMs,
      );
    },
  };
}
