/** Threshold rows, and the commands that start and stop them in the worker (docs/alerts.md, rule 5). */
import type { Condition, PauseReason, Target, ThresholdRule } from '#domain/threshold.ts';
import type { Database } from '../pool.ts';

export interface StoredThreshold {
  readonly key: number;
  readonly id: string;
  readonly rule: ThresholdRule;
  readonly currency: string;
  readonly matchId: string;
  readonly kickoffAt: Date | null;
  readonly pauseReason: PauseReason | null;
  readonly snoozedUntil: Date | null;
  readonly version: number;
  readonly createdAt: Date;
  /** null until the worker has started this version. */
  readonly activeFrom: Date | null;
  readonly armed: boolean;
  readonly episode: number;
}

/** The part of a threshold that users set: rule, pause and snooze. */
export interface ThresholdSpec {
  readonly rule: ThresholdRule;
  readonly currency: string;
  readonly matchId: string;
  readonly pauseReason: PauseReason | null;
  readonly snoozedUntil: Date | null;
}

interface Row {
  key: number;
  id: string;
  target_kind: 'collectible' | 'match';
  target_id: string;
  category: string | null;
  match_id: string;
  kickoff_at: Date | null;
  condition: Condition;
  value: number;
  currency: string;
  rearm_band_bp: number;
  pause_reason: PauseReason | null;
  snoozed_until: Date | null;
  version: number;
  created_at: Date;
  active_from: Date | null;
  armed: boolean;
  episode: number;
}

export const targetFromRow = (row: {
  target_kind: string;
  target_id: string;
  category: string | null;
}): Target =>
  row.target_kind === 'collectible'
    ? { kind: 'collectible', id: row.target_id }
    : { kind: 'match', id: row.target_id, category: row.category };

const toThreshold = (row: Row): StoredThreshold => ({
  key: row.key,
  id: row.id,
  rule: {
    target: targetFromRow(row),
    condition: row.condition,
    value: row.value,
    bandBp: row.rearm_band_bp,
  },
  currency: row.currency,
  matchId: row.match_id,
  kickoffAt: row.kickoff_at,
  pauseReason: row.pause_reason,
  snoozedUntil: row.snoozed_until,
  version: row.version,
  createdAt: row.created_at,
  activeFrom: row.active_from,
  armed: row.armed,
  episode: row.episode,
});

const selectThresholds = `
  select t.key, t.id, t.target_kind, t.target_id, t.category, t.match_id, m.kickoff_at, t.condition,
         t.value, t.currency, t.rearm_band_bp, t.pause_reason, t.snoozed_until, t.version, t.created_at,
         t.active_from, t.armed, t.episode
  from thresholds t join matches m on m.id = t.match_id
  where t.uid = $1 and t.deleted_at is null`;

/** A user's thresholds, oldest first. */
export async function listThresholds(db: Database, uid: string): Promise<StoredThreshold[]> {
  const { rows } = await db.query<Row>(`${selectThresholds} order by t.key`, [uid]);
  return rows.map(toThreshold);
}

/** What a user's thresholds watch. */
export async function listOwnTargets(db: Database, uid: string): Promise<Target[]> {
  const { rows } = await db.query<Pick<Row, 'target_kind' | 'target_id' | 'category'>>(
    `select target_kind, target_id, category from thresholds
      where uid = $1 and deleted_at is null`,
    [uid],
  );
  return rows.map(targetFromRow);
}

/** The same as {@link listThresholds}, `for no key update`: the worker and mailed links write these rows too. */
export async function lockThresholds(db: Database, uid: string): Promise<StoredThreshold[]> {
  const { rows } = await db.query<Row>(
    `${selectThresholds} order by t.key for no key update of t`,
    [uid],
  );
  return rows.map(toThreshold);
}

const ruleColumns = ({ rule, currency, matchId, pauseReason, snoozedUntil }: ThresholdSpec) => [
  rule.target.kind,
  rule.target.id,
  rule.target.kind === 'match' ? rule.target.category : null,
  matchId,
  rule.condition,
  rule.value,
  currency,
  rule.bandBp,
  pauseReason,
  snoozedUntil,
];

/** @returns the engine's key of the new row @throws Error when no row is returned: a bug */
export async function insertThreshold(
  db: Database,
  uid: string,
  id: string,
  spec: ThresholdSpec,
): Promise<number> {
  const { rows } = await db.query<{ key: number }>(
    `insert into thresholds (uid, id, target_kind, target_id, category, match_id, condition, value,
       currency, rearm_band_bp, pause_reason, snoozed_until)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) returning key`,
    [uid, id, ...ruleColumns(spec)],
  );
  const key = rows[0]?.key;
  if (key === undefined) throw new Error('a threshold was inserted without a key');
  return key;
}

/**
 * A new version: state is reset as at creation. If the match changes, the worker of the old match gets a stop.
 * @returns its number
 */
export async function startNewVersion(
  db: Database,
  key: number,
  spec: ThresholdSpec,
): Promise<number> {
  const { rows } = await db.query<{ version: number }>(
    `with gone as (
       insert into threshold_commands (threshold_key, action, version, match_id)
       select key, 'stop', version, match_id from thresholds where key = $1 and match_id <> $5)
     update thresholds set target_kind = $2, target_id = $3, category = $4, match_id = $5,
       condition = $6, value = $7, currency = $8, rearm_band_bp = $9, pause_reason = $10, snoozed_until = $11,
       version = version + 1, active_from = null, armed = true, base = null, episode = 0
     where key = $1 returning version`,
    [key, ...ruleColumns(spec)],
  );
  return rows[0]?.version ?? 0;
}

/** Changes pause and snooze only; version and state stay. */
export async function setThresholdPause(
  db: Database,
  key: number,
  { pauseReason, snoozedUntil }: Pick<ThresholdSpec, 'pauseReason' | 'snoozedUntil'>,
): Promise<void> {
  await db.query(`update thresholds set pause_reason = $2, snoozed_until = $3 where key = $1`, [
    key,
    pauseReason,
    snoozedUntil,
  ]);
}

export async function deleteThreshold(db: Database, key: number): Promise<void> {
  await db.query(`update thresholds set deleted_at = now() where key = $1`, [key]);
}

/** Deletes starts not yet applied, such as the end of a snooze. */
export async function deletePendingStarts(db: Database, key: number): Promise<void> {
  await db.query(
    `delete from threshold_commands
     where threshold_key = $1 and action = 'start' and applied_at is null`,
    [key],
  );
}

/** @param command.dueAt earliest wall time to apply it; null = before the next reading */
export async function enqueueCommand(
  db: Database,
  command: { key: number; action: 'start' | 'stop'; version: number; dueAt: Date | null },
): Promise<void> {
  await db.query(
    `insert into threshold_commands (threshold_key, action, version, due_at)
     values ($1, $2, $3, coalesce($4, now()))`,
    [command.key, command.action, command.version, command.dueAt],
  );
}

/** Wakes the worker on commit. */
export async function notifyCommands(db: Database): Promise<void> {
  await db.query(`select pg_notify('vigia_threshold_commands', '')`);
}
