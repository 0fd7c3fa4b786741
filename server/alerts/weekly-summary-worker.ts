/** Background worker of weekly summaries: stores those that are due, a page of users at a time. */
import { setTimeout as delay } from 'node:timers/promises';
import { findNextSummaryDueAt } from '../db/alerts/weekly-summaries.ts';
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
  const run = async () => {
    while (!stop.signal.aborted) {
      let waitMs = afterFailureMs;
      try {
        await runDue();
        waitMs = await nextWaitMs();
      } catch (error) {
        log.warn({ err: error }, 'weekly summaries wait for the database');
      }
      await delay(waitMs, undefined, { signal: stop.signal }).catch(() => {});
    }
  };
  const running = run();
  return {
    async close() {
      stop.abort();
      await running;
    },
  };
}
