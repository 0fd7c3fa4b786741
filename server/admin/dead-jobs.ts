/** Dead letters of the job queues, for the operator CLI: listed, and made due again. */
import { billingJobs } from '../db/billing/billing-jobs.ts';
import { type JobQueue, listDeadJobs, requeueDeadJobs } from '../db/job-queue.ts';
import type { Database } from '../db/pool.ts';
import { erasureJobs } from '../db/users/erasure-jobs.ts';
import { projectionJobs } from '../db/users/projection-jobs.ts';

const queues = {
  projections: projectionJobs,
  erasures: erasureJobs,
  billing: billingJobs,
} as const satisfies Record<string, JobQueue<never>>;

type QueueName = keyof typeof queues;
export const queueNames = Object.keys(queues) as QueueName[];

const listedPerQueue = 100;

/** @returns a line for each, in Spanish */
export async function describeDeadJobs(db: Database): Promise<string> {
  const lines: string[] = [];
  for (const name of queueNames)
    for (const job of await listDeadJobs(db, queues[name], listedPerQueue))
      lines.push(
        `${name} · ${job.subject} · ${job.attempts} intentos, hasta ${job.deadAt.toISOString()} · ${job.error ?? ''}`,
      );
  return lines.length === 0 ? 'No hay trabajos apartados.' : lines.join('\n');
}

/** @param name absent = every queue. @returns what was done, in Spanish */
export async function retryDeadJobs(db: Database, name: QueueName | undefined): Promise<string> {
  let count = 0;
  for (const queue of name === undefined ? queueNames : [name])
    count += await requeueDeadJobs(db, queues[queue]);
  return count === 1
    ? '1 trabajo apartado vuelve a su cola.'
    : `${count} trabajos apartados vuelven a su cola.`;
}
