/** Ends erasures at hosted services, and erases accounts after their retention. */
import type { FastifyBaseLogger } from 'fastify';
import type { Metrics } from '../base/metrics.ts';
import { runDueJobs } from '../db/run-due-jobs.ts';
import { listClosedBefore } from '../db/users/account-lifecycle.ts';
import { deleteFinishedErasures, erasureJobs, finishErasure } from '../db/users/erasure-jobs.ts';
import { retentionCutoff } from './close-account.ts';
import { type ErasureOptions, eraseAccount } from './erase-account.ts';
import type { IdentityAdmin } from './identity-admin.ts';

export interface FinishOptions extends ErasureOptions {
  readonly documents: { remove(uid: string): Promise<unknown> };
  readonly identities: IdentityAdmin;
  readonly log: FastifyBaseLogger;
  readonly metrics: Pick<Metrics, 'accountErasures' | 'jobsDead'>;
}

const closedPageSize = 10;

/** A job survives a crash: it ends once both services have confirmed. @returns how many were due */
export function finishErasures(options: FinishOptions): Promise<number> {
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
export async function eraseExpiredAccounts(options: FinishOptions, now: Date): Promise<void> {
  const cutoff = retentionCutoff(now);
  for (;;) {
    const uids = await listClosedBefore(options.pool, cutoff, closedPageSize);
    for (const uid of uids)
      await eraseAccount(options, uid, ({ closedAt }) => closedAt !== null && closedAt <= cutoff);
    if (uids.length < closedPageSize) break;
  }
  await deleteFinishedErasures(options.pool, now);
}
