/** Matches whose kick-off was moved into the future after it had passed, and the thresholds it had closed. */
import type { Database } from '../pool.ts';

/** A pause that was being written when the kick-off was moved has ended by then. */
const lingerSeconds = 60;

export async function listMatchesToReopen(db: Database): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    'select id from matches where reopens_since is not null order by reopens_since limit 100',
  );
  return rows.map(({ id }) => id);
}

/** A page, in any order, of those with thresholds that a kick-off has closed, unless it has passed again. */
export async function listOwnersToReopen(
  db: Database,
  matchId: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await db.query<{ uid: string }>(
    `select distinct t.uid from thresholds t join matches m on m.id = t.match_id
      where t.match_id = $1 and t.deleted_at is null and t.pause_reason = 'kickoff' and m.kickoff_at > now()
      limit $2`,
    [matchId, limit],
  );
  return rows.map(({ uid }) => uid);
}

/**
 * Gives a user's thresholds on a match the pause they had before its kick-off; those without one wait for their plan.
 * The caller has locked the user.
 * @returns how many
 */
export async function restorePauses(db: Database, matchId: string, uid: string): Promise<number> {
  const { rowCount } = await db.query(
    `update thresholds t set pause_reason = coalesce(t.pause_before_kickoff, 'plan'), pause_before_kickoff = null
       from matches m
      where m.id = t.match_id and m.kickoff_at > now()
        and t.match_id = $1 and t.uid = $2 and t.deleted_at is null and t.pause_reason = 'kickoff'`,
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
