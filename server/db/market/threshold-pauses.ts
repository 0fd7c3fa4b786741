/** Pauses that the market worker sets itself: by kick-off, currency mismatch and expiry. */
import type { PauseReason } from '#domain/threshold.ts';
import { bulkQuery, type Database } from '../pool.ts';
import { enqueueProjections } from '../users/projection-jobs.ts';
import type { ShardSet } from './worker-thresholds.ts';

/** A threshold at the version that was read: writes skip it if an edit has changed it since. */
export interface RowVersion {
  readonly key: number;
  readonly version: number;
}

/** Of {@link columnsOf}, as `$1` and `$2`. */
export const named = 'unnest($1::bigint[], $2::integer[]) as n (key, version)';
export const columnsOf = (thresholds: readonly RowVersion[]) => [
  thresholds.map(({ key }) => key),
  thresholds.map(({ version }) => version),
];

/** Pauses set by the market worker itself: kick-off, currency mismatch and expiry. */
export const marketPauseReasons = ['kickoff', 'currency', 'expired'] as const;
export type MarketPauseReason = Extract<PauseReason, (typeof marketPauseReasons)[number]>;

/**
 * Pauses thresholds, in the table and in their owners' documents. The caller has locked the owners.
 * @param expiredAt only those that have expired at this instant, whatever they were when they were read
 * @returns the keys that changed
 */
export async function pauseThresholds(
  db: Database,
  thresholds: readonly RowVersion[],
  reason: MarketPauseReason,
  expiredAt: Date | null = null,
): Promise<number[]> {
  if (thresholds.length === 0) return [];
  const { rows } = await db.query<{ key: number; uid: string }>(
    bulkQuery(
      `with locked as (
       select key from thresholds join ${named} using (key, version)
        where deleted_at is null and pause_reason is distinct from $3
          and ($4::timestamptz is null or expires_at <= $4)
        order by key for no key update of thresholds)
     update thresholds t set pause_reason = $3, active_from = null,
            pause_before_kickoff = case when $3 = 'kickoff' then t.pause_reason end,
            keeps_state = $3 in ('kickoff', 'currency') and (t.active_from is not null or t.keeps_state)
       from locked where t.key = locked.key
     returning t.key, t.uid`,
      [...columnsOf(thresholds), reason, expiredAt],
    ),
  );
  const uids = [...new Set(rows.map((row) => row.uid))];
  await db.query(
    bulkQuery('update users set settings_version = settings_version + 1 where uid = any($1)', [
      uids,
    ]),
  );
  await enqueueProjections(db, uids);
  return rows.map((row) => row.key);
}

/** Its thresholds that the kick-off has not paused yet. */
const unpausedOf = (match: string) =>
  `from thresholds t
    where t.match_id = ${match} and t.deleted_at is null and t.pause_reason is distinct from 'kickoff'`;

/** Of these matches, those with thresholds, active or not, that their kick-off has not paused yet. */
export async function listMatchesToPause(
  db: Database,
  matchIds: readonly string[],
): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    bulkQuery(
      `select id from unnest($1::text[]) as n (id) where exists (select 1 ${unpausedOf('n.id')})
          and exists (select 1 from matches m where m.id = n.id and m.kickoff_at <= now())`,
      [matchIds],
    ),
  );
  return rows.map(({ id }) => id);
}

/** Whether the kick-off of any of these matches is not past: it was moved since their worker read it. */
export async function hasMovedKickoff(db: Database, matchIds: readonly string[]): Promise<boolean> {
  const { rowCount } = await db.query(
    'select 1 from matches where id = any($1) and (kickoff_at > now()) is not false limit 1',
    [matchIds],
  );
  return rowCount === 1;
}

interface OwnedVersion extends RowVersion {
  readonly uid: string;
}

/** A place among a match's thresholds, by owner and key. */
export type PauseCursor = Pick<OwnedVersion, 'uid' | 'key'>;
export const firstThreshold: PauseCursor = { uid: '', key: 0 };

/** A page of a match's thresholds that its kick-off has not paused yet, by owner and key. */
export async function listThresholdsPastKickoff(
  db: Database,
  matchId: string,
  { after, limit }: { readonly after: PauseCursor; readonly limit: number },
): Promise<OwnedVersion[]> {
  const { rows } = await db.query<OwnedVersion>(
    bulkQuery(
      `select t.key, t.version, t.uid ${unpausedOf('$1')} and (t.uid, t.key) > ($2, $3::bigint)
          and exists (select 1 from matches m where m.id = $1 and m.kickoff_at <= now())
        order by t.uid, t.key limit $4`,
      [matchId, after.uid, after.key, limit],
    ),
  );
  return rows;
}

/** As in their index: those that neither a kick-off nor their expiry has closed. */
const notClosed = `t.deleted_at is null and (t.pause_reason is null or t.pause_reason not in ('kickoff', 'expired'))`;

/**
 * A page of the thresholds of these shards, active or not, that have expired at an instant and are not closed yet, by key.
 * Called before every reading: without any it costs one probe of an index.
 */
export async function listExpiredThresholds(
  db: Database,
  { source, shards }: ShardSet,
  { until, afterKey, limit }: { until: Date; afterKey: number; limit: number },
): Promise<OwnedVersion[]> {
  const { rows: any } = await db.query<{ expired: boolean }>(
    `select exists (select 1 from thresholds t where t.expires_at <= $1 and ${notClosed}) as expired`,
    [until],
  );
  if (any[0]?.expired !== true) return [];
  const { rows } = await db.query<OwnedVersion>(
    bulkQuery(
      `select t.key, t.version, t.uid from thresholds t join matches m on m.id = t.match_id
        where t.expires_at <= $3 and ${notClosed} and m.source = $1 and m.shard = any($2) and t.key > $4
        order by t.key limit $5`,
      [source, shards, until, afterKey, limit],
    ),
  );
  return rows;
}
