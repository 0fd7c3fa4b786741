/** Maintenance worker: every second what is asked for, which is erasures; every hour retention, rollups of prices, and what is counted of them. */
import {
  eraseExpiredAccounts,
  type FinishOptions,
  finishErasures,
} from '../accounts/finish-erasures.ts';
import { type Loop, startLoop } from '../base/worker-loop/start-loop.ts';
import { databaseNow } from '../db/database-clock.ts';
import { rollUpPrices } from '../db/market/price-rollups.ts';
import { countReachPage } from '../db/market/reach-counts.ts';
import type { Database } from '../db/pool.ts';
import { deleteExpiredPage, retainedRows } from '../db/retention.ts';
import { jobBatchSize } from '../db/run-due-jobs.ts';

const pollMs = 1_000;
const hourMs = 3_600_000;

export function startMaintenanceWorker(options: FinishOptions): Loop {
  const { pool, log } = options;
  let nextHourlyAtMs = 0;
  const warn = (message: string) => (error: unknown) => log.warn({ err: error }, message);
  const runHourly = async (stop: AbortSignal) => {
    await databaseNow(pool)
      .then((now) => eraseExpiredAccounts(options, now))
      .catch(warn('erasing accounts past their retention failed'));
    await deleteExpiredRows(pool, stop).catch(warn('deleting rows past their retention failed'));
    await rollUpHistory(pool, stop).catch(warn('rolling up the price history failed'));
  };
  return startLoop(
    async (stop) => {
      if (performance.now() >= nextHourlyAtMs) {
        // Before the work: an account that cannot be erased must not starve the erasures that were asked for.
        nextHourlyAtMs = performance.now() + hourMs;
        await runHourly(stop);
      }
      return (await finishErasures(options)) === jobBatchSize ? 0 : pollMs;
    },
    { retryMs: pollMs, onFailure: warn('erasures wait for the database') },
  );
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
