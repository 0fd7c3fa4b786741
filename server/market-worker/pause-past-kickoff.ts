/** Pauses the thresholds of matches that have kicked off: at once in memory, in pages in the database. */
import { setImmediate } from 'node:timers/promises';
import type pg from 'pg';
import { databaseNow } from '../db/database-clock.ts';
import {
  firstThreshold,
  hasMovedKickoff,
  listMatchesToPause,
  listThresholdsPastKickoff,
  type PauseCursor,
  pauseThresholds,
} from '../db/market/threshold-pauses.ts';
import { inTransaction } from '../db/transaction.ts';
import { lockOwnersSkipLocked } from '../db/users/users.ts';
import { gapDeadline, type Unfinished } from './apply-threshold-commands.ts';
import type { OwnedShards } from './owned-shards.ts';

/** Thresholds per transaction; their owners wait for it to save. */
const pageSize = 500;
/** Thresholds removed from memory between two turns of the event loop: some milliseconds. */
const removedAtOnce = 5_000;

/**
 * No reading evaluates thresholds of a match that has kicked off: they leave the memory before the next one. Rows and
 * documents follow in pages; those of accounts that another transaction has locked stay for the next gap.
 * @param deadlineMs end of the gap, as of `performance.now()`; a page is written in any case
 * @throws what a commit threw, or that a kick-off was moved; the shards' memory must then be reloaded
 */
export async function pauseThresholdsPastKickoff(
  pool: pg.Pool,
  { shards }: { readonly shards: OwnedShards },
  deadlineMs = gapDeadline(),
): Promise<Unfinished> {
  const matchIds = shards.matchesPastKickoff(await databaseNow(pool));
  if (matchIds.length === 0) return null;
  // Perhaps some of their thresholds have left the memory, and are to be evaluated again.
  if (await hasMovedKickoff(pool, matchIds)) throw new Error('a kick-off was moved');
  const toPause = await listMatchesToPause(pool, matchIds);
  await removeFromMemory(shards, toPause);
  let unfinished: Unfinished = null;
  const handled = new Set(matchIds);
  for (const matchId of toPause) {
    for (let after: PauseCursor | null = firstThreshold; after !== null; ) {
      const page: PausedPage = await pausePage(pool, shards, { matchId, after });
      if (page.hasLocked) {
        unfinished = 'locked';
        handled.delete(matchId);
      }
      after = page.next;
      if (performance.now() >= deadlineMs) return 'more';
    }
  }
  shards.markKickoffsHandled(handled);
  return unfinished;
}

async function removeFromMemory(shards: OwnedShards, matchIds: readonly string[]): Promise<void> {
  if (matchIds.length === 0) return;
  for (const { state } of shards.all) {
    const keys = state.engine.thresholdsOfMatches(matchIds);
    for (let from = 0; from < keys.length; from += removedAtOnce) {
      state.engine.remove(keys.slice(from, from + removedAtOnce));
      await setImmediate();
    }
  }
}

interface PausedPage {
  /** Some owners were locked. */
  readonly hasLocked: boolean;
  /** null = it was the last. */
  readonly next: PauseCursor | null;
}

async function pausePage(
  pool: pg.Pool,
  shards: OwnedShards,
  { matchId, after }: { readonly matchId: string; readonly after: PauseCursor },
): Promise<PausedPage> {
  const { keys, ...page } = await inTransaction(pool, async (client) => {
    await shards.assertFencing(client);
    const found = await listThresholdsPastKickoff(client, matchId, { after, limit: pageSize });
    const owners = [...new Set(found.map(({ uid }) => uid))];
    const locked = new Set(await lockOwnersSkipLocked(client, owners));
    // An edited version is not paused here but by its own start, unless it targets another match by now.
    const own = found.filter(({ uid }) => locked.has(uid));
    return {
      keys: await pauseThresholds(client, own, 'kickoff'),
      hasLocked: locked.size < owners.length,
      next: found.length < pageSize ? null : (found.at(-1) ?? null),
    };
  });
  // A target without collectibles is of no match in memory.
  for (const { state } of shards.all) state.engine.remove(keys);
  return page;
}
