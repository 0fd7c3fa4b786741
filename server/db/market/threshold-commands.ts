/** Commands by which users start and stop thresholds in the market worker, and what the worker writes of them. */
import type { PauseReason } from '#domain/threshold.ts';
import { bulkQuery, type Database } from '../pool.ts';
import { wakeUp } from '../wake-ups.ts';
import type { StateRow } from './reading-writes.ts';
import { columnsOf, named, type RowVersion } from './threshold-pauses.ts';
import {
  type ShardSet,
  type WorkerRow,
  type WorkerThreshold,
  withRule,
  workerThresholdColumns,
} from './worker-thresholds.ts';

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
  readonly pause: PauseReason | null;
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
    WorkerRow & Omit<DueCommand, 'threshold' | 'version'> & { wanted: number }
  >(
    `select c.seq, o.shard, c.action, c.version as wanted, o.id <> t.match_id as "hasLeftShard", ${workerThresholdColumns},
            t.pause_reason as pause, t.keeps_state as "keepsState",
            t.deleted_at is null and t.pause_reason is null
              and (t.snoozed_until is null or t.snoozed_until <= now()) as "mayStart",
            t.active_from is not null as "isActive",
            t.expires_at is not null and t.expires_at <= now() as expired,
            m.kickoff_at is not null and m.kickoff_at <= now() as "kickedOff" ${ofOwners('$3')}
      order by c.seq limit $4`,
    [source, shards, owners, limit],
  );
  return rows.map((row) => {
    const { seq, shard, action, wanted, hasLeftShard, keepsState, mayStart, ...rest } = row;
    const { isActive, kickedOff, expired, pause, ...threshold } = rest;
    const command = { seq, shard, action, version: wanted, hasLeftShard, keepsState, mayStart };
    return {
      ...command,
      isActive,
      kickedOff,
      expired,
      pause,
      threshold: withRule(threshold),
    };
  });
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

/** A state with which a threshold has started. */
export interface StartedState extends StateRow {
  /** The creation instant, in market time. */
  readonly activeFrom: Date;
}

export async function markStarted(db: Database, rows: readonly StartedState[]): Promise<void> {
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

export async function markStopped(db: Database, thresholds: readonly RowVersion[]): Promise<void> {
  if (thresholds.length === 0) return;
  await db.query(
    `with locked as (
       select key from thresholds join ${named} using (key, version)
        order by key for no key update of thresholds)
     update thresholds t set active_from = null from locked where t.key = locked.key`,
    columnsOf(thresholds),
  );
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
