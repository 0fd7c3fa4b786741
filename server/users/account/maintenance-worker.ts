/** Erasure worker: finishes erasures at hosted services, and erases accounts and other rows after their retention. */
import type { FastifyBaseLogger } from 'fastify';
import { databaseNow } from '../../db/database-clock.ts';
import { rollUpPrices } from '../../db/market/price-rollups.ts';
import type { Database } from '../../db/pool.ts';
import { deleteExpiredPage, retainedRows } from '../../db/retention.ts';
import { jobBatchSize, runDueJobs } from '../../db/run-due-jobs.ts';
import { listClosedBefore } from '../../db/users/account-lifecycle.ts';
import { deleteFinishedErasures, erasureJobs, finishErasure } from '../../db/users/erasure-jobs.ts';
import type { Metrics } from '../../metrics.ts';
import { repeatUntilAborted } from '../../repeat-until-aborted.ts';
import type { ProfileDocuments } from '../profile/profile-documents.ts';
import { retentionCutoff } from './close-account.ts';
import { type ErasureOptions, eraseAccount } from './erase-account.ts';
import type { IdentityAdmin } from './identity-admin.ts';

export interface ErasureWorkerOptions extends ErasureOptions {
  readonly documents: Pick<ProfileDocuments, 'remove'>;
  readonly identities: IdentityAdmin;
  readonly log: FastifyBaseLogger;
  readonly metrics: Pick<Metrics, 'accountErasures' | 'jobsDead'>;
}

const pollMs = 1_000;
const closedPageSize = 10;
const retentionEveryMs = 3_600_000;

/** Starts the worker; returns `close()`. A job survives a crash: it ends once both services have confirmed. */
export function startErasureWorker(options: ErasureWorkerOptions): { close(): Promise<void> } {
  const stop = new AbortController();
  let nextRetentionAtMs = 0;
  const done = repeatUntilAborted(
    async () => {
      if (Date.now() >= nextRetentionAtMs) {
        // Before the work: an account that cannot be erased must not starve the erasures that were asked for.
        nextRetentionAtMs = Date.now() + retentionEveryMs;
        await databaseNow(options.pool)
          .then((now) => eraseExpiredAccounts(options, now))
          .catch((error: unknown) =>
            options.log.warn({ err: error }, 'erasing accounts past their retention failed'),
          );
        await deleteExpiredRows(options.pool, stop.signal).catch((error: unknown) =>
          options.log.warn({ err: error }, 'deleting rows past their retention failed'),
        );
        await rollUpHistory(options, stop.signal).catch((error: unknown) =>
          options.log.warn({ err: error }, 'rolling up the price history failed'),
        );
      }
      return (await finishErasures(options)) === jobBatchSize ? 0 : pollMs;
    },
    {
      signal: stop.signal,
      retryMs: pollMs,
      onFailure: (error) => options.log.warn({ err: error }, 'erasures wait for the database'),
    },
  );
  return {
    async close() {
      stop.abort();
      await done;
    },
  };
}

/** @returns how many jobs were due */
export function finishErasures(options: ErasureWorkerOptions): Promise<number> {
  const { pool, documents, identities, log, metrics } = options;
  return runDueJobs(erasureJobs, {
    ...options,
    async run({ uid }) {
      // The account first: without it no new token can write the document again.
      await identities.remove(uid);
      await documents.remove(uid);
      await finishErasure(pool, uid);
      metrics.accountErasures.inc({ outcome: 'finished' });
    },
    onFailure(error, { attempts }) {
      metrics.accountErasures.inc({ outcome: 'failed' });
      log.warn({ err: error, attempts }, 'an erasure waits for a hosted service');
    },
  });
}

/** Erases accounts closed three years ago, and deletes tombstones older than any token. */
export async function eraseExpiredAccounts(
  options: ErasureWorkerOptions,
  now: Date,
): Promise<void> {
  const cutoff = retentionCutoff(now);
  for (;;) {
    const uids = await listClosedBefore(options.pool, cutoff, closedPageSize);
    for (const uid of uids)
      await eraseAccount(options, uid, ({ closedAt }) => closedAt !== null && closedAt <= cutoff);
    if (uids.length < closedPageSize) break;
  }
  await deleteFinishedErasures(options.pool, now);
}

/** Bodies of old mails, applied commands and deleted thresholds; ends between two pages once aborted. */
export async function deleteExpiredRows(db: Database, signal: AbortSignal): Promise<void> {
  for (const rows of retainedRows) while (!signal.aborted && (await deleteExpiredPage(db, rows)));
}

/** Ends between two pages once aborted. */
async function rollUpHistory({ pool }: ErasureWorkerOptions, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await rollUpPrices(pool)));
}
