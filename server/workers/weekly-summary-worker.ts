/** Background worker of weekly summaries: stores those that are due, a page of users at a time. */
import {
  enqueueWeeklySummaries,
  type WeeklySummaryOptions,
  WeekRanges,
} from '../alerts/enqueue-weekly-summaries.ts';
import { pauseUntilDueMs } from '../base/worker-loop/pause-until-due.ts';
import { type Loop, startLoop } from '../base/worker-loop/start-loop.ts';
import { findNextSummaryDue } from '../db/alerts/weekly-summaries.ts';

/** Summaries just chosen are noticed by then; they are due at whole quarters of an hour. */
const pollEveryMs = 60_000;
const afterFailureMs = 5_000;
/** Users read at once. */
const pageSize = 10;

/** Starts the worker; returns `close()`. Several processes may run one. */
export function startWeeklySummaryWorker(options: WeeklySummaryOptions): Loop {
  const { pool, log, clock } = options;
  const step = async (stop: AbortSignal) => {
    const ranges = new WeekRanges();
    while (!stop.aborted && (await enqueueWeeklySummaries(options, ranges, pageSize)) > 0) {}
    const { at, now } = await findNextSummaryDue(pool);
    return pauseUntilDueMs(at, clock?.() ?? now, pollEveryMs);
  };
  return startLoop(step, {
    retryMs: afterFailureMs,
    onFailure: (error) => log.warn({ err: error }, 'weekly summaries wait for the database'),
  });
}
