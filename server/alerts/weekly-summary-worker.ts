/** Background worker of weekly summaries: stores those that are due, a page of users at a time. */
import { findNextSummaryDueAt } from '../db/alerts/weekly-summaries.ts';
import { repeatUntilAborted } from '../repeat-until-aborted.ts';
import {
  enqueueWeeklySummaries,
  type WeeklySummaryOptions,
  WeekRanges,
} from './enqueue-weekly-summaries.ts';

/** Summaries just chosen are noticed by then; they are due at whole quarters of an hour. */
const pollEveryMs = 60_000;
/** Rows locked by another worker, or by a save of the user's settings. */
const lockedRetryMs = 250;
const afterFailureMs = 5_000;
/** Users per transaction: few, so that their rows are locked briefly. */
const batchSize = 10;

/** Starts the worker; returns `close()`. Several processes may run one. */
export function startWeeklySummaryWorker(options: WeeklySummaryOptions): {
  close(): Promise<void>;
} {
  const { pool, log, clock = () => new Date() } = options;
  const stop = new AbortController();
  const runDue = async () => {
    const ranges = new WeekRanges();
    for (let isMore = true; isMore && !stop.signal.aborted; ) {
      const { due, locked } = await enqueueWeeklySummaries(options, ranges, batchSize);
      isMore = due > locked;
    }
  };
  const nextWaitMs = async () => {
    const dueAt = await findNextSummaryDueAt(pool);
    const leftMs = dueAt === null ? pollEveryMs : dueAt.getTime() - clock().getTime();
    return leftMs > 0 ? Math.min(pollEveryMs, leftMs) : lockedRetryMs;
  };
  const step = async () => {
    await runDue();
    return nextWaitMs();
  };
  const running = repeatUntilAborted(step, {
    signal: stop.signal,
    retryMs: afterFailureMs,
    onFailure: (error) => log.warn({ err: error }, 'weekly summaries wait for the database'),
  });
  return {
    async close() {
      stop.abort();
      await running;
    },
  };
}
