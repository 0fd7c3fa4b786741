/** Finishes erasures at the hosted services, however long one is away, and erases accounts kept long enough. */
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { listClosedBefore } from '../../db/users/account-lifecycle.ts';
import {
  claimErasures,
  deleteFinishedErasures,
  type ErasureJob,
  finishErasure,
  retryErasure,
} from '../../db/users/erasure-jobs.ts';
import type { Metrics } from '../../metrics.ts';
import type { ProfileDocuments } from '../profile/profile-documents.ts';
import { retentionCutoff } from './close-account.ts';
import { type ErasureParts, eraseAccount } from './erase-account.ts';
import type { IdentityAdmin } from './identity-admin.ts';

export interface ErasureWorkerOptions extends ErasureParts {
  readonly documents: Pick<ProfileDocuments, 'remove'>;
  readonly identities: IdentityAdmin;
  readonly log: FastifyBaseLogger;
  readonly metrics: Pick<Metrics, 'erasuresFinished' | 'erasuresFailed'>;
  /** Wall time; tests set their own. */
  readonly clock?: () => Date;
}

const pollMs = 1_000;
const batch = 10;
const leaseSeconds = 60;
const slowestRetrySeconds = 300;
const retentionEveryMs = 3_600_000;

/** Works until closed; a job survives any death, because only both services' answers end it. */
export function startErasureWorker(parts: ErasureWorkerOptions): { close(): Promise<void> } {
  const clock = parts.clock ?? (() => new Date());
  const stop = new AbortController();
  const work = async () => {
    let retentionAtMs = 0;
    while (!stop.signal.aborted) {
      try {
        if (Date.now() >= retentionAtMs) {
          await eraseExpiredAccounts(parts, clock());
          retentionAtMs = Date.now() + retentionEveryMs;
        }
        if ((await finishErasures(parts)) === batch) continue;
      } catch (error) {
        parts.log.warn({ err: error }, 'endings of accounts wait for the database');
      }
      await delay(pollMs, undefined, { signal: stop.signal }).catch(() => {});
    }
  };
  const done = work();
  return {
    async close() {
      stop.abort();
      await done;
    },
  };
}

/** @returns how many jobs were due */
export async function finishErasures(parts: ErasureWorkerOptions): Promise<number> {
  const jobs = await claimErasures(parts.pool, { limit: batch, leaseSeconds });
  await Promise.all(jobs.map((job) => finishOne(parts, job)));
  return jobs.length;
}

async function finishOne(parts: ErasureWorkerOptions, job: ErasureJob): Promise<void> {
  const { pool, documents, identities, log, metrics } = parts;
  try {
    // The account first: without it no new token can write the document again.
    await identities.remove(job.uid);
    await documents.remove(job.uid);
    await finishErasure(pool, job.uid);
    metrics.erasuresFinished.inc();
  } catch (error) {
    metrics.erasuresFailed.inc();
    log.warn({ err: error, attempts: job.attempts }, 'an erasure waits for a hosted service');
    await retryErasure(pool, job, retryAfter(job.attempts)).catch(() => {});
  }
}

/** Erases what was closed three years ago, and forgets erasures no token can remember. */
export async function eraseExpiredAccounts(parts: ErasureWorkerOptions, now: Date): Promise<void> {
  const since = retentionCutoff(now);
  for (;;) {
    const uids = await listClosedBefore(parts.pool, since, batch);
    for (const uid of uids)
      await eraseAccount(parts, uid, ({ closedAt }) => closedAt !== null && closedAt <= since);
    if (uids.length < batch) break;
  }
  await deleteFinishedErasures(parts.pool, now);
}

/** 1, 2, 4… seconds up to five minutes, jittered so that an outage does not end in a stampede. */
const retryAfter = (attempts: number) =>
  Math.min(slowestRetrySeconds, 2 ** Math.min(attempts - 1, 16)) * (0.75 + Math.random() / 2);
