/** Threshold rows, and the commands that start and stop them in the worker (docs/alerts.md, rule 5). */
import type { Target, Threshold, ThresholdDraft } from '#domain/threshold.ts';
import type { Database } from '../pool.ts';
import { utc } from '../utc-column.ts';
import { wakeUp } from '../wake-ups.ts';
import { chosenChannels } from './threshold-channels.ts';

/** As stored: an expiry or the end of a snooze may have passed, with nobody having written it yet. */
export interface StoredThreshold extends Omit<Threshold, 'etag'> {
  readonly key: number;
  readonly id: string;
  readonly matchId: string;
  readonly kickoffAt: Date | null;
  /** null until the worker has started this version. */
  readonly activeFrom: Date | null;
  readonly armed: boolean;
  /** What a `change` is measured from; null before its first value. */
  readonly base: number | null;
  readonly episode: number;
}

/** A threshold to be stored, with the match of its target. */
export interface PlacedThreshold extends ThresholdDraft {
  readonly matchId: string;
}

/** The target of a row of `thresholds` or `alerts`. */
export const targetOf = (table: 't' | 'a') => `
  case ${table}.target_kind
    when 'collectible' then json_build_object('kind', 'collectible', 'id', ${table}.target_id)
    else json_build_object('kind', 'match', 'id', ${table}.target_id, 'category', ${table}.category) end`;

/** Of `thresholds t join matches m`. */
export const thresholdColumns = `
  t.key, t.id, ${targetOf('t')} as target, t.condition, t.value, t.rearm_band_bp as "bandBp", t.currency,
  t.match_id as "matchId", m.kickoff_at as "kickoffAt", t.pause_reason as pause, ${utc('t.snoozed_until')} as "snoozedUntil",
  t.version, ${utc('t.created_at')} as "createdAt", t.active_from as "activeFrom", t.armed, t.base, t.episode,
  ${chosenChannels} as channels, t.note, ${utc('t.expires_at')} as "expiresAt"`;

const selectThresholds = `
  select ${thresholdColumns}
  from thresholds t join matches m on m.id = t.match_id
  where t.uid = $1 and t.deleted_at is null`;

/** A user's thresholds, oldest first. @param matchId null = of all matches */
export async function listThresholds(
  db: Database,
  uid: string,
  matchId: string | null = null,
): Promise<StoredThreshold[]> {
  const { rows } = await db.query<StoredThreshold>(
    `${selectThresholds} and ($2::text is null or t.match_id = $2) order by t.key`,
    [uid, matchId],
  );
  return rows;
}

/** What a user's thresholds watch. */
export async function listOwnTargets(db: Database, uid: string): Promise<Target[]> {
  const { rows } = await db.query<{ target: Target }>(
    `select ${targetOf('t')} as target from thresholds t where t.uid = $1 and t.deleted_at is null`,
    [uid],
  );
  return rows.map(({ target }) => target);
}

/** The same as {@link listThresholds}, `for no key update`: the worker and mailed links write these rows too. */
export async function lockThresholds(db: Database, uid: string): Promise<StoredThreshold[]> {
  const { rows } = await db.query<StoredThreshold>(
    `${selectThresholds} order by t.key for no key update of t`,
    [uid],
  );
  return rows;
}

/** Rows are sent as JSON, a threshold each, and read as `n` of these. */
const rowTypes = `target jsonb, "matchId" text, condition text, value integer, currency text,
  "bandBp" integer, pause text, "snoozedUntil" timestamptz, note text, "expiresAt" timestamptz`;
const rowColumns = `target_kind, target_id, category, match_id, condition, value, currency,
  rearm_band_bp, pause_reason, snoozed_until, note, expires_at`;
const rowValues = `n.target->>'kind', n.target->>'id', n.target->>'category', n."matchId", n.condition, n.value,
  n.currency, n."bandBp", n.pause, n."snoozedUntil", n.note, n."expiresAt"`;

/**
 * One statement, and all rows or none.
 * @param maxPerDay how many a user may create in a day, deleted ones included
 * @returns the engine's key of each, by the user's id; null when there would be too many
 */
export async function insertThresholds(
  db: Database,
  uid: string,
  rows: readonly { readonly id: string; readonly threshold: PlacedThreshold }[],
  maxPerDay: number,
): Promise<ReadonlyMap<string, number> | null> {
  if (rows.length === 0) return new Map();
  const inserted = await db.query<{ id: string; key: number }>(
    `insert into thresholds (uid, id, ${rowColumns})
     select $1, n.id, ${rowValues}
       from rows from (jsonb_to_recordset($2::jsonb) as (id text, ${rowTypes})) with ordinality as n
      where $3::integer >= jsonb_array_length($2::jsonb)
              + (select count(*) from thresholds
                  where uid = $1 and created_at > now() - interval '1 day')
      order by n.ordinality
     returning id, key`,
    [uid, JSON.stringify(rows.map(({ id, threshold }) => ({ ...threshold, id }))), maxPerDay],
  );
  if (inserted.rows.length === 0) return null;
  return new Map(inserted.rows.map(({ id, key }) => [id, key]));
}

/**
 * Writes what is stored of each in one statement. One that restarts starts a new version, its state reset as at creation; of others
 * version and state stay, and what somebody else than its owner pauses keeps its state. If the match changes, the worker of the old
 * match gets a stop.
 * @param keepsState what not its owner had closed restarts with the state it had (docs/alerts.md, rule 5)
 * @returns the versions, by key
 */
export async function updateThresholds(
  db: Database,
  rows: readonly {
    readonly key: number;
    readonly threshold: PlacedThreshold;
    readonly restarts: boolean;
  }[],
  { keepsState }: { readonly keepsState: boolean },
): Promise<ReadonlyMap<number, number>> {
  if (rows.length === 0) return new Map();
  const updated = await db.query<{ key: number; version: number }>(
    `with n as (
       select * from jsonb_to_recordset($1::jsonb) as n (key bigint, restarts boolean, ${rowTypes})),
     gone as (
       insert into threshold_commands (threshold_key, action, version, match_id)
       select t.key, 'stop', t.version, t.match_id from thresholds t join n using (key)
        where t.match_id <> n."matchId")
     update thresholds t set (${rowColumns}) = (${rowValues}),
       version = t.version + n.restarts::integer,
       active_from = case when not n.restarts then t.active_from end,
       keeps_state = case
         when n.restarts then t.keeps_state and $2
         when n.pause is not distinct from t.pause_reason then t.keeps_state
         else coalesce(n.pause <> 'user', false) and (t.active_from is not null or t.keeps_state) end,
       armed = t.armed or (n.restarts and not (t.keeps_state and $2)),
       base = case when not n.restarts or (t.keeps_state and $2) then t.base end,
       episode = case when not n.restarts or (t.keeps_state and $2) then t.episode else 0 end
      from n where t.key = n.key returning t.key, t.version`,
    [
      JSON.stringify(rows.map(({ key, threshold, restarts }) => ({ ...threshold, key, restarts }))),
      keepsState,
    ],
  );
  return new Map(updated.rows.map(({ key, version }) => [key, version]));
}

export async function deleteThresholds(db: Database, keys: readonly number[]): Promise<void> {
  if (keys.length === 0) return;
  await db.query('update thresholds set deleted_at = now() where key = any($1)', [keys]);
}

export interface NewCommand {
  readonly key: number;
  readonly action: 'start' | 'stop';
  readonly version: number;
  /** Earliest wall time to apply it; null = before the next reading. */
  readonly dueAt: string | null;
}

export const commandOf = (
  action: NewCommand['action'],
  { key, version }: Pick<NewCommand, 'key' | 'version'>,
  dueAt: string | null = null,
): NewCommand => ({ key, action, version, dueAt });

/**
 * Deletes the starts of these thresholds that are not applied yet, such as the end of a snooze, enqueues commands in
 * their order, and wakes the worker on commit.
 */
export async function replaceCommands(
  db: Database,
  {
    cancelStartsOf,
    commands,
  }: { readonly cancelStartsOf: readonly number[]; readonly commands: readonly NewCommand[] },
): Promise<void> {
  if (cancelStartsOf.length + commands.length === 0) return;
  await db.query(
    `with cancelled as (
       delete from threshold_commands
        where threshold_key = any($1) and action = 'start' and applied_at is null)
     insert into threshold_commands (threshold_key, action, version, due_at)
     select n.key, n.action, n.version, coalesce(n."dueAt", now())
       from rows from (jsonb_to_recordset($2::jsonb)
              as (key bigint, action text, version integer, "dueAt" timestamptz)) with ordinality as n
      order by n.ordinality`,
    [cancelStartsOf, JSON.stringify(commands)],
  );
  wakeUp(db, 'vigia_threshold_commands');
}
