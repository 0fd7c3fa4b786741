/** Reopens thresholds that a kick-off closed, once the source has moved it into the future, or another currency, once that is over. */
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { type Loop, startLoop } from '../base/worker-loop/start-loop.ts';
import {
  listMatchesToReopen,
  listOwnersToReopen,
  markReopened,
  restorePauses,
} from '../db/market/moved-kickoffs.ts';
import { inTransaction, retryDeadlocks } from '../db/transaction.ts';
import { enqueueProjection } from '../db/users/projection-jobs.ts';
import { lockUser, updateSettings } from '../db/users/users.ts';
import { fitToPlan } from '../plans/fit-to-plan.ts';

const pollMs = 2_000;
const pageSize = 100;

export const startMovedKickoffWorker = ({
  pool,
  log,
}: {
  readonly pool: pg.Pool;
  readonly log: FastifyBaseLogger;
}): Loop =>
  startLoop(async () => ((await reopenThresholds(pool)) > 0 ? 0 : pollMs), {
    retryMs: pollMs,
    onFailure: (error) => log.warn({ err: error }, 'reopening thresholds failed'),
  });

/** A page of each match. @returns of how many users */
export async function reopenThresholds(pool: pg.Pool): Promise<number> {
  let reopened = 0;
  for (const matchId of await listMatchesToReopen(pool)) {
    const owners = await listOwnersToReopen(pool, matchId, pageSize);
    if (owners.length === 0) await markReopened(pool, matchId);
    for (const uid of owners)
      if (await retryDeadlocks(() => inTransaction(pool, (client) => reopen(client, matchId, uid))))
        reopened += 1;
  }
  return reopened;
}

/** As the end of a snooze: a new version, within the plan. @returns false when another process has done it */
async function reopen(client: pg.PoolClient, matchId: string, uid: string): Promise<boolean> {
  const user = await lockUser(client, uid);
  if (user === null || (await restorePauses(client, matchId, uid)) === 0) return false;
  await updateSettings(client, uid, user);
  // What waits for its plan is what `fitToPlan` resumes; of a suspended account, once it is no longer.
  if (user.estado === 'activo') await fitToPlan(client, user, user.plan);
  await enqueueProjection(client, uid);
  return true;
}
