/** Threshold queries of the market worker: active thresholds, due commands, state changes, pauses by kick-off and expiry. */
import type { QueryResult } from 'pg';
import type { Condition, PauseReason, Target, ThresholdRule } from '#domain/threshold.ts';
import { bulkQuery, type Database } from '../pool.ts';
import { enqueueProjections } from '../users/projection-jobs.ts';
import { targetFromRow } from '../users/thresholds.ts';
import { wakeUp } from '../wake-ups.ts';

/** A worker's shards of a source. */
export interface ShardSet {
  readonly source: string;
  readonly shards: readonly number[];
}

export interface WorkerThreshold {
  readonly key: number;
  readonly uid: string;
  readonly matchId: string;
  readonly currency: string;
  readonly rule: ThresholdRule;
  readonly version: number;
  readonly armed: boolean;
  readonly base: number | null;
  readonly episode: number;
}

interface Row {
  key: number;
  uid: string;
  target_kind: Target['kind'];
  target_id: string;
  category: string | null;
  match_id: string;
  condition: Condition;
  value: number;
  currency: string;
  rearm_band_bp: number;
  version: number;
  armed: boolean;
  base: number | null;
  episode: number;
}

const columns = `t.key, t.uid, t.target_kind, t.target_id, t.category, t.match_id, t.condition,
  t.value, t.currency, t.rearm_band_bp, t.version, t.armed, t.base, t.episode`;

const toThreshold = (row: Row): WorkerThreshold => ({
  key: row.key,
  uid: row.uid,
  matchId: row.match_id,
  currency: row.currency,
  rule: {
    target: targetFromRow(row),
    condition: row.condition,
    value: row.value,
    bandBp: row.rearm_band_bp,
  },
  version: row.version,
  armed: row.armed,
  base: row.base,
  episode: row.episode,
});

/** A threshold of the page, or nulls where none is in the shards; `last` is the page's last key. */
type PageRow = (Row | { [Column in keyof Row]: null }) & { last: number | null };

const isThreshold = (row: PageRow): row is Row & PageRow => row.key !== null;

/** Thresholds per page: the event loop runs between pages. */
const pageSize = 2_000;

/**
 * Every active threshold, by key and in pages: started, and no stop applied since. One whose pause command is still
 * queued is included: the worker applies the command later.
 */
export async function* loadActiveThresholds(
  db: Database,
  { source, shards }: ShardSet,
): AsyncGenerator<WorkerThreshold[]> {
  for (let last: number | null = 0; last !== null; ) {
    // Pages are cut before filtering by shard: each costs the same, however few of its thresholds match.
    const { rows }: QueryResult<PageRow> = await db.query<PageRow>(
      bulkQuery(
        `with page as materialized (
         select ${columns} from thresholds t
          where t.key > $3 and t.active_from is not null order by t.key limit $4)
       select ends.last, own.*
         from (select max(key) as last from page) ends
         left join (select page.* from page join matches m on m.id = page.match_id
                     where m.source = $1 and m.shard = any($2)) own on true
        order by own.key`,
        [source, shards, last, pageSize],
      ),
    );
    last = rows[0]?.last ?? null;
    yield rows.filter(isThreshold).map(toThreshold);
  }
}

type Action = 'start' | 'stop' | 'currency_mismatch';

export interface DueCommand {
  readonly seq: number;
  /** The shard of the match it concerns. */
  readonly shard: number;
  readonly action: Action;
  readonly version: number;
  /** The threshold now targets another match: this shard only removes it. */
  readonly hasLeftShard: boolean;
  /** The threshold as stored now. */
  readonly threshold: WorkerThreshold;
  /** It starts from the state stored, not from a fresh one. */
  readonly keepsState: boolean;
  /** Not deleted, paused or snoozed. */
  readonly mayStart: boolean;
  /** This version has been started, and not stopped since. */
  readonly isActive: boolean;
  readonly kickedOff: boolean;
  readonly expired: boolean;
  readonly pauseReason: PauseReason | null;
}

const isDue = 'c.applied_at is null and c.due_at <= now()';

/** A command belongs to the match it names, else to its threshold's. */
const ofShards = `
       join matches m on m.id = t.match_id
       join matches o on o.id = coalesce(c.match_id, t.match_id)
      where o.source = $1 and o.shard = any($2)`;

/**
 * `offset 0` fixes joins and indexes: the planner's statistics do not know what was enqueued a moment ago. Nested loops keep
 * the order of the commands, so that a limit ends them: of those after the page at most the index is read and sorted.
 */
const dueCommands = (conditionAndOrder: string) => `
       from (select c.* from threshold_commands c where ${isDue} ${conditionAndOrder} offset 0) c
       join lateral (select * from thresholds t where t.key = c.threshold_key offset 0) t on true
       join lateral (select * from matches o where o.id = coalesce(c.match_id, t.match_id) offset 0) o
         on o.source = $1 and o.shard = any($2)`;
const ofOwners = (owners: string) => `
       from (select * from thresholds t where t.uid = any(${owners}) offset 0) t
       join lateral (select * from threshold_commands c where c.threshold_key = t.key offset 0) c
         on ${isDue} ${ofShards}`;

/** A place among the due commands. `dueAt` as text: a `Date` has no microseconds. */
export interface DueCursor {
  readonly dueAt: string;
  readonly seq: number;
}
export const firstDue: DueCursor = { dueAt: '-infinity', seq: 0 };

/**
 * A page of due commands, the longest due first: their owners, to be locked before the commands are read.
 * @returns `next`: after the page; null when it was the last
 */
export async function listOwnersOfDueCommands(
  db: Database,
  { source, shards }: ShardSet,
  { after, limit }: { readonly after: DueCursor; readonly limit: number },
): Promise<{ readonly uids: string[]; readonly next: DueCursor | null }> {
  const { rows } = await db.query<{ uid: string } & DueCursor>(
    `select t.uid, c.due_at::text as "dueAt", c.seq
      ${dueCommands('and (c.due_at, c.seq) > ($3::timestamptz, $4::bigint) order by c.due_at, c.seq')}
      order by c.due_at, c.seq limit $5`,
    [source, shards, after.dueAt, after.seq, limit],
  );
  const uids = [...new Set(rows.map(({ uid }) => uid))];
  return { uids, next: rows.length < limit ? null : (rows.at(-1) ?? null) };
}

/** The first due commands of these owners, in the order they were enqueued. */
export async function listDueCommands(
  db: Database,
  { source, shards }: ShardSet,
  { owners, limit }: { readonly owners: readonly string[]; readonly limit: number },
): Promise<DueCommand[]> {
  const { rows } = await db.query<
    Row & {
      seq: number;
      shard: number;
      action: Action;
      wanted: number;
      hasLeftShard: boolean;
      keepsState: boolean;
      mayStart: boolean;
      isActive: boolean;
      kicked_off: boolean;
      expired: boolean;
      pauseReason: PauseReason | null;
    }
  >(
    `select c.seq, o.shard, c.action, c.version as wanted, o.id <> t.match_id as "hasLeftShard", ${columns},
            t.pause_reason as "pauseReason", t.keeps_state as "keepsState",
            t.deleted_at is null and t.pause_reason is null
              and (t.snoozed_until is null or t.snoozed_until <= now()) as "mayStart",
            t.active_from is not null as "isActive",
            t.expires_at is not null and t.expires_at <= now() as expired,
            m.kickoff_at is not null and m.kickoff_at <= now() as kicked_off ${ofOwners('$3')}
      order by c.seq limit $4`,
    [source, shards, owners, limit],
  );
  return rows.map((row) => ({
    seq: row.seq,
    shard: row.shard,
    action: row.action,
    version: row.wanted,
    hasLeftShard: row.hasLeftShard,
    threshold: toThreshold(row),
    keepsState: row.keepsState,
    mayStart: row.mayStart,
    isActive: row.isActive,
    kickedOff: row.kicked_off,
    expired: row.expired,
    pauseReason: row.pauseReason,
  }));
}

/** Called before every reading: without due commands it costs one probe of an empty index. */
export async function hasDueCommands(db: Database, { source, shards }: ShardSet): Promise<boolean> {
  const { rows: any } = await db.query<{ due: boolean }>(
    `select exists (select 1 from threshold_commands
                     where applied_at is null and due_at <= now()) as due`,
  );
  if (any[0]?.due !== true) return false;
  const { rows: own } = await db.query<{ due: boolean }>(
    `select exists (select 1 ${dueCommands('')}) as due`,
    [source, shards],
  );
  return own[0]?.due === true;
}

export async function markCommandsApplied(db: Database, seqs: readonly number[]): Promise<void> {
  await db.query('update threshold_commands set applied_at = now() where seq = any($1)', [seqs]);
}

/** A threshold at the version that was read: writes skip it if an edit has changed it since. */
export interface ThresholdVersion {
  readonly key: number;
  readonly version: number;
}

export interface StartedThreshold extends ThresholdVersion {
  /** The creation instant, in market time. */
  readonly activeFrom: Date;
  readonly armed: boolean;
  readonly base: number | null;
  readonly episode: number;
}

export async function markStarted(db: Database, rows: readonly StartedThreshold[]): Promise<void> {
  if (rows.length === 0) return;
  await db.query(
    `with locked as (
       select key from thresholds where key = any($2) order by key for no key update)
     update thresholds t
        set active_from = n.at, armed = n.armed, base = n.base, episode = n.episode,
            keeps_state = false
       from unnest($1::timestamptz[], $2::bigint[], $3::integer[], $4::boolean[], $5::integer[],
                   $6::integer[]) as n (at, key, version, armed, base, episode)
       join locked on locked.key = n.key
      where t.key = n.key and t.version = n.version`,
    [
      rows.map((row) => row.activeFrom),
      rows.map((row) => row.key),
      rows.map((row) => row.version),
      rows.map((row) => row.armed),
      rows.map((row) => row.base),
      rows.map((row) => row.episode),
    ],
  );
}

export async function markStopped(
  db: Database,
  thresholds: readonly ThresholdVersion[],
): Promise<void> {
  if (thresholds.length === 0) return;
  await db.query(
    `with locked as (
       select key from thresholds join ${named} using (key, version)
        order by key for no key update of thresholds)
     update thresholds t set active_from = null from locked where t.key = locked.key`,
    columnsOf(thresholds),
  );
}

const named = 'unnest($1::bigint[], $2::integer[]) as n (key, version)';
const columnsOf = (thresholds: readonly ThresholdVersion[]) => [
  thresholds.map(({ key }) => key),
  thresholds.map(({ version }) => version),
];

/** Pauses set by the market worker itself: kick-off, currency mismatch and expiry. */
export const marketPauseReasons = ['inicio', 'moneda', 'caducado'] as const;
export type MarketPauseReason = Extract<PauseReason, (typeof marketPauseReasons)[number]>;

/**
 * Pauses thresholds, in the table and in their owners' documents. The caller has locked the owners.
 * @param expiredAt only those that have expired at this instant, whatever they were when they were read
 * @returns the keys that changed
 */
export async function pauseThresholds(
  db: Database,
  thresholds: readonly ThresholdVersion[],
  pauseReason: MarketPauseReason,
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
            pause_before_kickoff = case when $3 = 'inicio' then t.pause_reason end,
            keeps_state = $3 = 'inicio' and (t.active_from is not null or t.keeps_state)
       from locked where t.key = locked.key
     returning t.key, t.uid`,
      [...columnsOf(thresholds), pauseReason, expiredAt],
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
    where t.match_id = ${match} and t.deleted_at is null and t.pause_reason is distinct from 'inicio'`;

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

export interface ThresholdPastKickoff extends ThresholdVersion {
  readonly uid: string;
}

export type ThresholdCursor = Pick<ThresholdPastKickoff, 'uid' | 'key'>;
export const firstThreshold: ThresholdCursor = { uid: '', key: 0 };

/** A page of a match's thresholds that its kick-off has not paused yet, by owner and key. */
export async function listThresholdsPastKickoff(
  db: Database,
  matchId: string,
  { after, limit }: { readonly after: ThresholdCursor; readonly limit: number },
): Promise<ThresholdPastKickoff[]> {
  const { rows } = await db.query<ThresholdPastKickoff>(
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
const notClosed = `t.deleted_at is null and (t.pause_reason is null or t.pause_reason not in ('inicio', 'caducado'))`;

export interface ExpiredThreshold extends ThresholdVersion {
  readonly uid: string;
}

/**
 * A page of the thresholds of these shards, active or not, that have expired at an instant and are not closed yet, by key.
 * Called before every reading: without any it costs one probe of an index.
 */
export async function listExpiredThresholds(
  db: Database,
  { source, shards }: ShardSet,
  { until, afterKey, limit }: { until: Date; afterKey: number; limit: number },
): Promise<ExpiredThreshold[]> {
  const { rows: any } = await db.query<{ expired: boolean }>(
    `select exists (select 1 from thresholds t where t.expires_at <= $1 and ${notClosed}) as expired`,
    [until],
  );
  if (any[0]?.expired !== true) return [];
  const { rows } = await db.query<ExpiredThreshold>(
    bulkQuery(
      `select t.key, t.version, t.uid from thresholds t join matches m on m.id = t.match_id
        where t.expires_at <= $3 and ${notClosed} and m.source = $1 and m.shard = any($2) and t.key > $4
        order by t.key limit $5`,
      [source, shards, until, afterKey, limit],
    ),
  );
  return rows;
}

/** Enqueues the pause of thresholds whose collectible now comes in another currency (docs/alerts.md, rule 6). */
export async function enqueueCurrencyMismatch(
  db: Database,
  collectibleIds: readonly string[],
): Promise<void> {
  if (collectibleIds.length === 0) return;
  await db.query(
    bulkQuery(
      `insert into threshold_commands (threshold_key, action, version)
     select key, 'currency_mismatch', version from thresholds t
      where target_kind = 'collectible' and target_id = any($1) and deleted_at is null and pause_reason is null
        and not exists (select 1 from threshold_commands c
                         where c.threshold_key = t.key and c.action = 'currency_mismatch'
                           and c.version = t.version and c.applied_at is null)
      order by key`,
      [collectibleIds],
    ),
  );
  wakeUp(db, 'vigia_threshold_commands');
}
