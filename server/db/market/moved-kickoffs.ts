/** Matches that go on: a kick-off that had passed was moved, or a price comes in its currency again; and the thresholds that this had closed. */
import { bulkQuery, type Database } from '../pool.ts';

/** A pause that was being written when the kick-off was moved has ended by then. */
const lingerSeconds = 60;

/** What no longer holds. Of `thresholds t join matches m`. Another currency that still comes pauses it again. */
const isOver = `(m.kickoff_at is null or m.kickoff_at > now()) and (t.pause_reason = 'kickoff'
  or t.pause_reason = 'currency' and exists (select from collectibles c where c.id = t.target_id and c.currency = t.currency))`;

/** The collectibles of this source that thresholds wait for, as they came in another currency. */
export async function listAwaitedCollectibles(db: Database, source: string): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    bulkQuery(
      `select distinct t.target_id as id from thresholds t join matches m on m.id = t.match_id
        where m.source = $1 and t.deleted_at is null and t.pause_reason = 'currency'`,
      [source],
    ),
  );
  return rows.map(({ id }) => id);
}

/** They come in their own currency again. */
export async function reopenMatchesOf(
  db: Database,
  collectibleIds: readonly string[],
): Promise<void> {
  if (collectibleIds.length === 0) return;
  await db.query(
    `update matches set reopens_since = now()
      where id in (select match_id from collectibles where id = any($1))
        and exists (select from thresholds t where t.match_id = matches.id and t.deleted_at is null and t.pause_reason = 'currency')`,
    [collectibleIds],
  );
}

export async function listMatchesToReopen(db: Database): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    'select id from matches where reopens_since is not null order by reopens_since limit 100',
  );
  return rows.map(({ id }) => id);
}

/** A page, in any order, of those with thresholds whose reason is over. */
export async function listOwnersToReopen(
  db: Database,
  matchId: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await db.query<{ uid: string }>(
    `select distinct t.uid from thresholds t join matches m on m.id = t.match_id
      where t.match_id = $1 and t.deleted_at is null and ${isOver}
      limit $2`,
    [matchId, limit],
  );
  return rows.map(({ uid }) => uid);
}

/**
 * Gives a user's thresholds on a match the pause they had before; those without one wait for their plan.
 * The caller has locked the user.
 * @returns how many
 */
export async function restorePauses(db: Database, matchId: string, uid: string): Promise<number> {
  const { rowCount } = await db.query(
    `update thresholds t set pause_reason = coalesce(t.pause_before_kickoff, 'plan'), pause_before_kickoff = null
       from matches m
      where m.id = t.match_id and t.match_id = $1 and t.uid = $2 and t.deleted_at is null and ${isOver}`,
    [matchId, uid],
  );
  return rowCount ?? 0;
}

/** Call when none is left. */
export async function markReopened(db: Database, matchId: string): Promise<void> {
  await db.query(
    `update matches set reopens_since = null
      where id = $1 and reopens_since < now() - make_interval(secs => ${lingerSeconds})`,
    [matchId],
  );
}
