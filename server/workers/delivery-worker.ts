/**
 * Delivery worker: claims due deliveries of every kind under a lease, sends them, records the outcome (docs/alerts.md, rule 10). At
 * least once: `sending` is committed before anything leaves and `sent` after the receiver's acceptance, so a crash in between repeats
 * the delivery, with the same id. A lease is renewed while the process lives; once it expires, any worker claims the row again. Each
 * claim counts an attempt, and that number fences a late worker's write.
 */
import { listDueKinds, renewLeases } from '../db/deliveries/claim-deliveries.ts';
import type { DeliveryKind } from '../db/deliveries/deliveries.ts';
import { startListener } from '../db/pg-listener.ts';
import { startLane } from '../delivery/lane.ts';
import { createOutcomeRecorder } from '../delivery/record-outcome.ts';
import { type DeliveryWorkerOptions, startKinds } from '../delivery/start-kinds.ts';

/** Renewed while the process lives: a row left `sending` by a dead process is claimed again within this time. */
const usualLeaseSeconds = 30;
const renewalsPerLease = 4;

export interface DeliveryWorker {
  /** Waits for what is in flight, at most `drainMs`; the rest is claimed by another process once its lease ends. */
  close(): Promise<void>;
}

/** Starts the worker. Several processes may run one. */
export function startDeliveryWorker(options: DeliveryWorkerOptions): DeliveryWorker {
  const { pool, config, log, metrics, timings = {} } = options;
  const stop = new AbortController();
  const leaseSeconds = timings.leaseSeconds ?? usualLeaseSeconds;
  const recorder = createOutcomeRecorder({
    pool,
    config,
    log,
    metrics,
    isStopping: () => stop.signal.aborted,
    maxAttempts: timings.maxAttempts,
    retryScale: timings.retryScale,
  });
  const started = startKinds(options, wake);
  const shared = { pool, log, metrics, recorder, leaseSeconds, wake };
  const lanes = started.kinds.flatMap(({ state, sizes }) =>
    sizes.map((size) => startLane(state, size, { ...shared, stop: stop.signal })),
  );
  function wake(kind?: DeliveryKind, accepting?: boolean): void {
    for (const lane of lanes)
      if ((kind ?? lane.kind) === lane.kind && (accepting ?? lane.accepting) === lane.accepting)
        lane.wake();
  }
  /** A new mail is no reason to ask for every other kind. */
  async function wakeDue(): Promise<void> {
    const all = started.kinds.map(({ state }) => state.kind);
    for (const kind of await listDueKinds(pool, all).catch(() => all)) wake(kind);
  }
  const listener = startListener({
    databaseSessionUrl: config.databaseSessionUrl,
    channel: 'vigia_deliveries',
    metrics,
    onPayload: () => void wakeDue(),
    onConnect: () => wake(),
    onFailure: (error) =>
      log.warn({ err: error }, 'LISTEN vigia_deliveries failed: deliveries are polled meanwhile'),
  });
  const renew = () => {
    const claimed = lanes.flatMap((lane) => lane.claimed());
    if (claimed.length === 0) return;
    renewLeases(pool, claimed, leaseSeconds).catch((error: unknown) =>
      log.warn({ err: error }, 'leases of deliveries were not renewed'),
    );
  };
  const renewing = setInterval(renew, (leaseSeconds * 1_000) / renewalsPerLease);
  return {
    async close() {
      stop.abort();
      await listener.close();
      await Promise.all(lanes.map((lane) => lane.close(timings.drainMs)));
      clearInterval(renewing);
      await started.close();
    },
  };
}
