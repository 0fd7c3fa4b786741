/** Maintenance worker: every second what is asked for, which is erasures; every hour retention, rollups of prices, and what is counted of them. */
import {
  eraseExpiredAccounts,
  type FinishOptions,
  finishErasures,
} from '../accounts/finish-erasures.ts';
import { repeatUntilAborted } from '../base/worker-loop/repeat-until-aborted.ts';
import { databaseNow } from '../db/database-clock.ts';
import { rollUpPrices } from '../db/market/price-rollups.ts';
import { countReachPage } from '../db/market/reach-counts.ts';
import type { Database } from '../db/pool.ts';
import { deleteExpiredPage, retainedRows } from '../db/retention.ts';
import { jobBatchSize } from '../db/run-due-jobs.ts';

const pollMs = 1_000;
const hourMs = 3_600_000;

/** Starts the worker; returns `close()`. */
export function startMaintenanceWorker(options: FinishOptions): { close(): Promise<void> } {
  const { pool, log } = options;
  const stop = new AbortController();
  let nextHourlyAtMs = 0;
  const warn = (message: string) => (error: unknown) => log.warn({ err: error }, message);
  const runHourly = async () => {
    await databaseNow(pool)
      .then((now) => eraseExpiredAccounts(options, now))
      .catch(warn('erasing accounts past their retention failed'));
    await deleteExpiredRows(pool, stop.signal).catch(
      warn('deleting rows past their retention failed'),
    );
    await rollUpHistory(pool, stop.signal).catch(warn('rolling up the price history failed'));
  };
  const done = repeatUntilAborted(
    async () => {
      if (Date.now() >= nextHourlyAtMs) {
        // Before the work: an account that cannot be erased must not starve the erasures that were asked for.
        nextHourlyAtMs = Date.now() + hourMs;
        await runHourly();
      }
      return (await finishErasures(options)) === jobBatchSize ? 0 : pollMs;
    },
    { signal: stop.signal, retryMs: pollMs, onFailure: warn('erasures wait for the database') },
  );
  return {
    async close() {
      stop.abort();
      await done;
    },
  };
}

/** Bodies of old mails, applied commands and deleted thresholds; ends between two pages once aborted. */
export async function deleteExpiredRows(db: Database, signal: AbortSignal): Promise<void> {
  for (const rows of retainedRows) while (!signal.aborted && (await deleteExpiredPage(db, rows)));
}

/** Ends between two pages once aborted. */
async function rollUpHistory(pool: FinishOptions['pool'], signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await rollUpPrices(pool)));
  while (!signal.aborted && (await countReachPage(pool)));
}
