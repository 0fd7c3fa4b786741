/** Background worker of periodic checks: runs those that are due (run-checks.ts). */
import { type CheckOptions, runDueChecks } from '../alerts/run-checks.ts';
import { pauseUntilDueMs } from '../base/worker-loop/pause-until-due.ts';
import { type Loop, startLoop } from '../base/worker-loop/start-loop.ts';
import { WakeSignal } from '../base/worker-loop/wake-signal.ts';
import { findNextDue } from '../db/alerts/pending-checks.ts';
import { type ListenerMetrics, startListener } from '../db/pg-listener.ts';

/** New checks wake the worker by NOTIFY; polling bounds the delay should one be lost. */
const pollEveryMs = 10_000;
const afterFailureMs = 1_000;
const parallelBatches = 3;

export interface CheckWorkerOptions extends CheckOptions {
  readonly metrics: CheckOptions['metrics'] & ListenerMetrics;
  readonly config: CheckOptions['config'] & { readonly databaseSessionUrl: string };
}

/** Starts the worker; returns `close()`. Several processes may run one: a check is claimed with `skip locked`. */
export function startCheckWorker(options: CheckWorkerOptions): Loop {
  const { pool, config, log } = options;
  const wakeSignal = new WakeSignal();
  const wake = () => wakeSignal.notify();
  const listener = startListener({
    databaseSessionUrl: config.databaseSessionUrl,
    channel: 'vigia_checks',
    metrics: options.metrics,
    onPayload: wake,
    onConnect: wake,
    onFailure: (error) =>
      log.warn({ err: error }, 'LISTEN vigia_checks failed: checks are polled meanwhile'),
  });
  const runDue = async (stop: AbortSignal) => {
    const runUntilNone = async () => {
      while (!stop.aborted && (await runDueChecks(options)) > 0) {}
    };
    // Where one batch is due, many often are: the rest is worked off in parallel.
    if ((await runDueChecks(options)) === 0) return;
    const rounds = await Promise.allSettled(Array.from({ length: parallelBatches }, runUntilNone));
    const failed = rounds.find((round) => round.status === 'rejected');
    if (failed) throw failed.reason;
  };
  const step = async (stop: AbortSignal) => {
    await runDue(stop);
    const { at, now } = await findNextDue(pool);
    return pauseUntilDueMs(at, options.clock?.() ?? now, pollEveryMs);
  };
  const loop = startLoop(step, {
    wake: wakeSignal,
    retryMs: afterFailureMs,
    onFailure: (error) => log.warn({ err: error }, 'checks wait for the database'),
  });
  return {
    async close() {
      await loop.close();
      await listener.close();
    },
  };
}
