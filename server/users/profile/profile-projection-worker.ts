/** Projection worker: writes profile documents (Firestore `users/{uid}`) from the tables, with retries. */
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { type ListenerMetrics, startListener } from '../../db/pg-listener.ts';
import {
  claimProjections,
  enqueueReconciliationPage,
  finishProjection,
  type ProjectionJob,
  retryProjection,
} from '../../db/users/projection-jobs.ts';
import { listThresholds } from '../../db/users/thresholds.ts';
import { findUser } from '../../db/users/users.ts';
import type { Metrics } from '../../metrics.ts';
import { toConfiguracion } from '../settings/settings-mapper.ts';
import type { ProfileDocuments } from './profile-documents.ts';

export interface ProjectionWorkerOptions {
  readonly pool: pg.Pool;
  readonly databaseSessionUrl: string;
  readonly documents: ProfileDocuments;
  readonly metrics: Pick<Metrics, 'profileProjections'> & ListenerMetrics;
  readonly log: FastifyBaseLogger;
}

const pollMs = 1_000;
const batchSize = 10;
const leaseSeconds = 30;
const slowestRetrySeconds = 300;

/** Starts the worker; returns `close()`. A job survives a crash: it ends once the document is written. */
export function startProjectionWorker(options: ProjectionWorkerOptions): {
  close(): Promise<void>;
} {
  const stop = new AbortController();
  let wake = () => {};
  const idle = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, pollMs);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
      if (stop.signal.aborted) wake();
    });
  const work = async () => {
    while (!stop.signal.aborted) {
      try {
        const jobs = await claimProjections(options.pool, { limit: batchSize, leaseSeconds });
        await Promise.all(jobs.map((job) => runProjection(options, job)));
        if (jobs.length === batchSize) continue;
        // Only when nothing else is due.
        if ((await reconcile(options)) > 0) continue;
      } catch (error) {
        options.log.warn({ err: error }, 'projections wait for the database');
      }
      await idle();
    }
  };
  // Without the connection the worker polls every second.
  const listener = startListener({
    databaseSessionUrl: options.databaseSessionUrl,
    channel: 'vigia_projections',
    metrics: options.metrics,
    onPayload: () => wake(),
    onConnect: () => wake(),
    onFailure: (error) => options.log.warn({ err: error }, 'projections fall back to polling'),
  });
  const done = work();
  return {
    async close() {
      stop.abort();
      wake();
      await done;
      await listener.close();
    },
  };
}

/** A failure is logged and waits for the next time: the projections behind it go on. */
const reconcile = ({ pool, log }: ProjectionWorkerOptions): Promise<number> =>
  enqueueReconciliationPage(pool).catch((error: unknown) => {
    log.warn({ err: error }, 'reconciling the profile documents failed');
    return 0;
  });

async function runProjection(options: ProjectionWorkerOptions, job: ProjectionJob): Promise<void> {
  const { pool, documents, metrics, log } = options;
  const retrySeconds = retryDelaySeconds(job.attempts);
  try {
    const user = await findUser(pool, job.uid);
    if (user === null) return await finishProjection(pool, job, retrySeconds);
    const thresholds = await listThresholds(pool, job.uid);
    const configuracion = toConfiguracion(user, thresholds, new Date());
    const { plan, estado } = user;
    const result = await documents.project(job.uid, { configuracion, plan, estado });
    if (result === 'missing') return await retryProjection(pool, job, retrySeconds);
    metrics.profileProjections.inc({ outcome: 'written' });
    await finishProjection(pool, job, retrySeconds);
  } catch (error) {
    metrics.profileProjections.inc({ outcome: 'failed' });
    log.warn({ err: error, attempts: job.attempts }, 'a profile document waits for its projection');
    await retryProjection(pool, job, retrySeconds).catch(() => {});
  }
}

/** 1, 2, 4… seconds up to five minutes, jittered so that an outage does not end in a stampede. */
const retryDelaySeconds = (attempts: number) =>
  Math.min(slowestRetrySeconds, 2 ** Math.min(attempts - 1, 16)) * (0.75 + Math.random() / 2);
