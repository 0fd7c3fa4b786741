/** Projection worker: writes profile documents (Firestore `users/{uid}`) from the tables, with retries. */
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { Metrics } from '../base/metrics.ts';
import { type Loop, startLoop } from '../base/worker-loop/start-loop.ts';
import { retryDelaySeconds } from '../db/job-queue.ts';
import { jobBatchSize, runDueJobs } from '../db/run-due-jobs.ts';
import {
  type ClaimedProjection,
  enqueueReconciliationPage,
  finishProjection,
  projectionJobs,
  retryProjection,
} from '../db/users/projection-jobs.ts';
import { listThresholds } from '../db/users/thresholds.ts';
import { findUser } from '../db/users/users.ts';
import type { ProfileDocuments } from '../profile/profile-documents.ts';
import { toConfiguracion } from '../settings/settings-mapper.ts';

export interface ProjectionWorkerOptions {
  readonly pool: pg.Pool;
  readonly documents: ProfileDocuments;
  readonly metrics: Pick<Metrics, 'profileProjections' | 'jobsDead'>;
  readonly log: FastifyBaseLogger;
}

const pollMs = 1_000;

/** A job survives a crash: it ends once the document is written. */
export const startProjectionWorker = (options: ProjectionWorkerOptions): Loop =>
  startLoop(
    async () => {
      if ((await runProjections(options)) === jobBatchSize) return 0;
      // Only when nothing else is due.
      return (await reconcile(options)) > 0 ? 0 : pollMs;
    },
    {
      retryMs: pollMs,
      onFailure: (error) => options.log.warn({ err: error }, 'projections wait for the database'),
    },
  );

/** A failure is logged and waits for the next time: the projections behind it go on. */
const reconcile = ({ pool, log }: ProjectionWorkerOptions): Promise<number> =>
  enqueueReconciliationPage(pool).catch((error: unknown) => {
    log.warn({ err: error }, 'reconciling the profile documents failed');
    return 0;
  });

const runProjections = (options: ProjectionWorkerOptions): Promise<number> =>
  runDueJobs(projectionJobs, {
    ...options,
    run: (job) => project(options, job),
    retry: retryProjection,
    onFailure(error, { attempts }) {
      options.metrics.profileProjections.inc({ outcome: 'failed' });
      options.log.warn({ err: error, attempts }, 'a profile document waits for its projection');
    },
  });

async function project(
  { pool, documents, metrics }: ProjectionWorkerOptions,
  job: ClaimedProjection,
): Promise<void> {
  const afterSeconds = retryDelaySeconds(job.attempts, projectionJobs);
  const user = await findUser(pool, job.uid);
  if (user === null) return await finishProjection(pool, job, afterSeconds);
  const thresholds = await listThresholds(pool, job.uid);
  const configuracion = toConfiguracion(user, thresholds);
  const { email, plan, estado } = user;
  const result = await documents.project(job.uid, { email, configuracion, plan, estado });
  if (result === 'missing') {
    // The browser has still to make it.
    await retryProjection(pool, job, { afterSeconds, error: null });
    return;
  }
  metrics.profileProjections.inc({ outcome: 'written' });
  await finishProjection(pool, job, afterSeconds);
}
