/** Runs the due jobs of a queue; what fails is postponed, with growing pauses, or set aside. */
import { forEachConcurrent } from '../base/concurrency.ts';
import type { Metrics } from '../base/metrics.ts';
import {
  type Claim,
  claimJobs,
  type JobQueue,
  type RetryOptions,
  type RetryOutcome,
  retryDelaySeconds,
  retryJob,
} from './job-queue.ts';
import type { Database } from './pool.ts';

export interface JobRunner<Job extends object> {
  readonly pool: Database;
  readonly metrics: Pick<Metrics, 'jobsDead'>;
  /** Does the job and marks it done. What it throws postpones the job. */
  readonly run: (job: Job & Claim) => Promise<void>;
  /** Jobs run at once, of those claimed at once. */
  readonly concurrency?: number;
  /** Where postponing needs more than `retryJob`. */
  readonly retry?: (db: Database, job: Job & Claim, options: RetryOptions) => Promise<RetryOutcome>;
  readonly onFailure: (error: unknown, job: Job & Claim) => void;
}

export const jobBatchSize = 10;

/** @returns how many were due */
export async function runDueJobs<Job extends object>(
  queue: JobQueue<Job>,
  {
    pool,
    metrics,
    run,
    concurrency = jobBatchSize,
    retry = (db, job, options) => retryJob(db, queue, job, options),
    onFailure,
  }: JobRunner<Job>,
): Promise<number> {
  const { leaseSeconds, maxAttempts } = queue;
  // The series starts at 0: Prometheus sees no increase in its first value.
  metrics.jobsDead.inc({ queue: queue.table }, 0);
  const jobs = await claimJobs(pool, queue, { limit: jobBatchSize, leaseSeconds });
  await forEachConcurrent(concurrency, jobs, async (job) => {
    try {
      // Its last attempt recorded no outcome: the process died.
      if (job.attempts > maxAttempts) throw new Error('the process died in each attempt');
      await run(job);
    } catch (error) {
      onFailure(error, job);
      const afterSeconds = retryDelaySeconds(job.attempts, queue);
      // Without a database the lease ends, and the job is claimed anew.
      const outcome = await retry(pool, job, { afterSeconds, error }).catch(() => null);
      if (outcome === 'dead') metrics.jobsDead.inc({ queue: queue.table });
    }
  });
  return jobs.length;
}
