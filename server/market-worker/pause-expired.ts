/** Closes thresholds at their expiry: in memory before a reading that arrived then, in pages in the database after it. */
import { setImmediate } from 'node:timers/promises';
import type pg from 'pg';
import { databaseNow } from '../db/database-clock.ts';
import { listExpiredThresholds, pauseThresholds } from '../db/market/threshold-pauses.ts';
import { inTransaction } from '../db/transaction.ts';
import { lockOwnersSkipLocked } from '../db/users/users.ts';
import { gapDeadline } from './apply-threshold-commands.ts';
import type { OwnedShards } from './owned-shards.ts';

/** Thresholds removed from memory between two turns of the event loop: some milliseconds. */
const removedAtOnce = 5_000;
/** Thresholds per transaction; their owners wait for it to save. */
const pageSize = 500;
/** A reading stored later than this after its arrival finds thresholds closed that expired in between. */
const longestStoringMs = 60_000;

/**
 * Removes from memory what has expired when a reading arrived: it evaluates them no more, and every reading that arrived
 * before has done so, however late it was applied.
 * @returns whether there was any
 */
export async function removeExpiredThresholds(
  pool: pg.Pool,
  shards: OwnedShards,
  arrivedAt: Date,
): Promise<boolean> {
  let afterKey = 0;
  for (;;) {
    const expired = await listExpiredThresholds(pool, shards.shardSet, {
      until: arrivedAt,
      afterKey,
      limit: removedAtOnce,
    });
    const keys = expired.map(({ key }) => key);
    for (const { state } of shards.all) state.engine.remove(keys);
    if (keys.length < removedAtOnce) return afterKey > 0 || keys.length > 0;
    afterKey = keys.at(-1) ?? afterKey;
    await setImmediate();
  }
}

/**
 * Stores the pause of what has expired at an instant whose readings are all applied here. Those of accounts that another
 * transaction has locked, and what does not fit into the gap, wait for the next reading or the next second.
 * @throws what a commit threw; the shards' memory must then be reloaded
 */
export async function pauseExpiredThresholds(
  pool: pg.Pool,
  shards: OwnedShards,
  until: Date,
  deadlineMs = gapDeadline(),
): Promise<void> {
  for (let afterKey: number | null = 0; afterKey !== null; ) {
    const page: readonly { readonly key: number }[] = await pausePage(pool, shards, {
      until,
      afterKey,
    });
    afterKey = page.length < pageSize ? null : (page.at(-1)?.key ?? null);
    if (performance.now() >= deadlineMs) return;
  }
}

/** The same in a market that is silent. Call when every stored reading is applied. */
export async function pauseLongExpiredThresholds(
  pool: pg.Pool,
  shards: OwnedShards,
): Promise<void> {
  const now = await databaseNow(pool);
  await pauseExpiredThresholds(pool, shards, new Date(now.getTime() - longestStoringMs));
}

/** @returns the page, with what was locked */
async function pausePage(
  pool: pg.Pool,
  shards: OwnedShards,
  { until, afterKey }: { readonly until: Date; readonly afterKey: number },
) {
  const found = await listExpiredThresholds(pool, shards.shardSet, {
    until,
    afterKey,
    limit: pageSize,
  });
  if (found.length === 0) return found;
  const paused = await inTransaction(pool, async (client) => {
    await shards.assertFencing(client);
    const owners = [...new Set(found.map(({ uid }) => uid))];
    const locked = new Set(await lockOwnersSkipLocked(client, owners));
    const own = found.filter(({ uid }) => locked.has(uid));
    return pauseThresholds(client, own, 'expired', until);
  });
  for (const { state } of shards.all) state.engine.remove(paused);
  return found;
}
