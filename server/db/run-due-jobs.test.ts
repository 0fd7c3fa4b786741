/** A job that fails waits longer each time, then is set aside; enqueued again it runs again. */
import { afterEach, beforeAll, expect, it } from 'vitest';
import { openTestDatabase } from '#tests/support/database.ts';
import { insertSamples } from '#tests/support/samples.ts';
import { createMetrics } from '../base/metrics.ts';
import { billingJobs, enqueueBillingJob } from './billing/billing-jobs.ts';
import { type JobQueue, requeueDeadJobs } from './job-queue.ts';
import { type JobRunner, runDueJobs } from './run-due-jobs.ts';
import { enqueueErasure, erasureJobs } from './users/erasure-jobs.ts';
import { enqueueProjection, projectionJobs } from './users/projection-jobs.ts';

const { pool } = await openTestDatabase();
beforeAll(async () => {
  await insertSamples(pool, { users: [{ uid: 'ana' }] });
});
afterEach(() =>
  pool.query('delete from projection_jobs; delete from erasure_jobs; delete from billing_jobs'),
);

const metrics = createMetrics();
const failing = { run: () => Promise.reject(new Error('away\r\nfor good')), onFailure: () => {} };
const runWith = <Job extends object>(queue: JobQueue<Job>, runner: Partial<JobRunner<Job>> = {}) =>
  runDueJobs(queue, { pool, metrics, ...failing, ...runner });
const rowOf = async ({ table }: JobQueue<never>) =>
  (await pool.query(`select *, extract(epoch from due_at - now())::float as wait from ${table}`))
    .rows[0];
const dueNow = ({ table }: JobQueue<never>) => pool.query(`update ${table} set due_at = now()`);

async function enqueueDueProjection(): Promise<void> {
  await enqueueProjection(pool, 'ana');
  await dueNow(projectionJobs);
}

const queues: readonly [string, JobQueue<never>, () => Promise<void>][] = [
  ['projections', projectionJobs, enqueueDueProjection],
  ['erasures', erasureJobs, () => enqueueErasure(pool, 'ana')],
  ['billing', billingJobs, () => enqueueBillingJob(pool, 'delete_customer', 'cus_1')],
];

it.each(queues)(
  '%s: postponed for twice as long, at most the slowest',
  async (_, queue, enqueue) => {
    await enqueue();
    for (const seconds of [1, 2, 4, 8]) {
      expect(await runWith(queue)).toBe(1);
      const { wait, last_error, dead_at } = await rowOf(queue);
      expect({ last_error, dead_at }).toEqual({ last_error: 'away for good', dead_at: null });
      expect(wait).toBeGreaterThan(0.7 * seconds - 0.5);
      expect(wait).toBeLessThanOrEqual(seconds);
      await dueNow(queue);
    }
    await pool.query(`update ${queue.table} set attempts = 60`);
    await runWith(queue);
    expect((await rowOf(queue)).wait).toBeLessThanOrEqual(queue.slowestRetrySeconds);
  },
);

it.each(queues)(
  '%s: set aside after the last attempt, and run again once retried',
  async (_, queue, enqueue) => {
    await enqueue();
    await pool.query(`update ${queue.table} set attempts = $1`, [queue.maxAttempts - 1]);
    await runWith(queue);
    expect(await rowOf(queue)).toMatchObject({
      dead_at: expect.any(Date),
      attempts: queue.maxAttempts,
    });
    expect((await metrics.jobsDead.get()).values).toContainEqual({
      labels: { queue: queue.table },
      value: 1,
    });
    await dueNow(queue);
    expect(await runWith(queue)).toBe(0);
    expect(await requeueDeadJobs(pool, queue)).toBe(1);
    expect(await runWith(queue)).toBe(1);
  },
);

it.each(queues)('%s: dead, due again when it is enqueued again', async (_, queue, enqueue) => {
  await enqueue();
  await pool.query(`update ${queue.table} set attempts = $1, dead_at = now()`, [queue.maxAttempts]);
  await enqueue();
  expect(await runWith(queue)).toBe(1);
});

it('is set aside when its process died in each attempt', async () => {
  await enqueueDueProjection();
  await pool.query('update projection_jobs set attempts = $1', [projectionJobs.maxAttempts]);
  let runs = 0;
  await runWith(projectionJobs, {
    run: async () => {
      runs += 1;
    },
  });
  expect(runs).toBe(0);
  expect((await rowOf(projectionJobs)).dead_at).toEqual(expect.any(Date));
});
