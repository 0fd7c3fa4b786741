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

/** A threshold per row, as the array parameters of `unnest`: kinds, targets, categories, matches, conditions, values… */
const rowColumns = (rows: readonly PlacedThreshold[]) => [
  rows.map(({ target }) => target.kind),
  rows.map(({ target }) => target.id),
  rows.map(({ target }) => (target.kind === 'match' ? target.category : null)),
  rows.map(({ matchId }) => matchId),
  rows.map(({ condition }) => condition),
  rows.map(({ value }) => value),
  rows.map(({ currency }) => currency),
  rows.map(({ bandBp }) => bandBp),
  rows.map(({ pause }) => pause),
  rows.map(({ snoozedUntil }) => snoozedUntil),
];

/** `$2` to `$11`. */
const rowArrays = `$2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::integer[],
  $8::text[], $9::integer[], $10::text[], $11::timestamptz[]`;
const rowNames = `target_kind, target_id, category, match_id, condition, value, currency,
  rearm_band_bp, pause_reason, snoozed_until`;

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
    `insert into thresholds (uid, id, ${rowNames})
     select $12, id, ${rowNames}
       from unnest($1::text[], ${rowArrays}) with ordinality as n (id, ${rowNames}, place)
      where $13::integer >= cardinality($1::text[])
              + (select count(*) from thresholds
                  where uid = $12 and created_at > now() - interval '1 day')
      order by place
     returning id, key`,
    [
      rows.map(({ id }) => id),
      ...rowColumns(rows.map(({ threshold }) => threshold)),
      uid,
      maxPerDay,
    ],
  );
  if (inserted.rows.length === 0) return null;
  return new Map(inserted.rows.map(({ id, key }) => [id, key]));
}

/**
 * Starts a new version of each in one statement: state is reset as at creation. If the match changes, the worker of the
 * old match gets a stop.
 * @param keepsState what a kick-off had closed keeps the state it had (docs/alerts.md, rule 5)
 * @returns the new versions, by key
 */
export async function startNewVersions(
  db: Database,
  rows: readonly { readonly key: number; readonly threshold: PlacedThreshold }[],
  { keepsState }: { readonly keepsState: boolean },
): Promise<ReadonlyMap<number, number>> {
  if (rows.length === 0) return new Map();
  const updated = await db.query<{ key: number; version: number }>(
    `with n as (select * from unnest($1::bigint[], ${rowArrays}) as n (key, ${rowNames})),
     gone as (
       insert into threshold_commands (threshold_key, action, version, match_id)
       select t.key, 'stop', t.version, t.match_id from thresholds t join n using (key)
        where t.match_id <> n.match_id)
     update thresholds t set target_kind = n.target_kind, target_id = n.target_id, category = n.category,
       match_id = n.match_id, condition = n.condition, value = n.value, currency = n.currency,
       rearm_band_bp = n.rearm_band_bp, pause_reason = n.pause_reason, snoozed_until = n.snoozed_until,
       version = t.version + 1, active_from = null, keeps_state = keeps_state and $12,
       armed = t.armed or not (keeps_state and $12),
       base = case when keeps_state and $12 then t.base end,
       episode = case when keeps_state and $12 then t.episode else 0 end
      from n where t.key = n.key returning t.key, t.version`,
    [rows.map(({ key }) => key), ...rowColumns(rows.map(({ threshold }) => threshold)), keepsState],
  );
  return new Map(updated.rows.map(({ key, version }) => [key, version]));
}

/** Changes pause and snooze only, in one statement; version and state stay. */
export async function setThresholdPauses(
  db: Database,
  rows: readonly Pick<StoredThreshold, 'key' | 'pause' | 'snoozedUntil'>[],
): Promise<void> {
  if (rows.length === 0) return;
  await db.query(
    `update thresholds t set pause_reason = n.pause_reason, snoozed_until = n.snoozed_until
       from unnest($1::bigint[], $2::text[], $3::timestamptz[]) as n (key, pause_reason, snoozed_until)
      where t.key = n.key`,
    [
      rows.map(({ key }) => key),
      rows.map(({ pause }) => pause),
      rows.map(({ snoozedUntil }) => snoozedUntil),
    ],
  );
}

/** Replaces note and expiry, which may change without a new version, of these thresholds; version and state stay. */
export async function setThresholdDetails(
  db: Database,
  uid: string,
  rows: readonly Pick<StoredThreshold, 'id' | 'note' | 'expiresAt'>[],
): Promise<void> {
  if (rows.length === 0) return;
  await db.query(
    `update thresholds t set note = n.note, expires_at = n.expires_at
       from unnest($2::text[], $3::text[], $4::timestamptz[]) as n (id, note, expires_at)
      where t.uid = $1 and t.id = n.id and t.deleted_at is null`,
    [
      uid,
      rows.map(({ id }) => id),
      rows.map(({ note }) => note),
      rows.map(({ expiresAt }) => expiresAt),
    ],
  );
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
     select key, action, version, coalesce(due_at, now())
       from unnest($2::bigint[], $3::text[], $4::integer[], $5::timestamptz[])
            with ordinality as n (key, action, version, due_at, place)
      order by place`,
    [
      cancelStartsOf,
      commands.map(({ key }) => key),
      commands.map(({ action }) => action),
      commands.map(({ version }) => version),
      commands.map(({ dueAt }) => dueAt),
    ],
  );
  wakeUp(db, 'vigia_threshold_commands');
}
