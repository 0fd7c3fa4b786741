/** Rows of thresholds and the numbered commands that tell the worker about them (alerts.md, rule 5). */
import type { Condition, PauseReason, Target, ThresholdRule } from '#domain/threshold.ts';
import type { Database } from '../pool.ts';

export interface StoredThreshold {
  readonly key: number;
  readonly id: string;
  readonly rule: ThresholdRule;
  readonly currency: string;
  readonly matchId: string;
  readonly kickoffAt: Date | null;
  readonly pausa: PauseReason | null;
  readonly snoozedUntil: Date | null;
  readonly version: number;
  readonly createdAt: Date;
  /** null until the worker has taken this version in. */
  readonly activeFrom: Date | null;
  readonly armed: boolean;
  readonly episode: number;
}

/** What a threshold is told to be: its rule, and what holds it back. */
export interface ThresholdSpec {
  readonly rule: ThresholdRule;
  readonly currency: string;
  readonly matchId: string;
  readonly pausa: PauseReason | null;
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
  band_bp: number;
  pausa: PauseReason | null;
  silenciado_hasta: Date | null;
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
    bandBp: row.band_bp,
  },
  currency: row.currency,
  matchId: row.match_id,
  kickoffAt: row.kickoff_at,
  pausa: row.pausa,
  snoozedUntil: row.silenciado_hasta,
  version: row.version,
  createdAt: row.created_at,
  activeFrom: row.active_from,
  armed: row.armed,
  episode: row.episode,
});

const selectThresholds = `
  select t.key, t.id, t.target_kind, t.target_id, t.category, t.match_id, m.kickoff_at, t.condition,
         t.value, t.currency, t.band_bp, t.pausa, t.silenciado_hasta, t.version, t.created_at,
         t.active_from, t.armed, t.episode
  from thresholds t join matches m on m.id = t.match_id
  where t.uid = $1 and t.deleted_at is null`;

/** A user's thresholds, oldest first. */
export async function listThresholds(db: Database, uid: string): Promise<StoredThreshold[]> {
  const { rows } = await db.query<Row>(`${selectThresholds} order by t.key`, [uid]);
  return rows.map(toThreshold);
}

/** The same, held until the transaction ends: the worker and mailed links write these rows too. */
export async function lockThresholds(db: Database, uid: string): Promise<StoredThreshold[]> {
  const { rows } = await db.query<Row>(
    `${selectThresholds} order by t.key for no key update of t`,
    [uid],
  );
  return rows.map(toThreshold);
}

const ruleColumns = ({ rule, currency, matchId, pausa, snoozedUntil }: ThresholdSpec) => [
  rule.target.kind,
  rule.target.id,
  rule.target.kind === 'match' ? rule.target.category : null,
  matchId,
  rule.condition,
  rule.value,
  currency,
  rule.bandBp,
  pausa,
  snoozedUntil,
];

/** @returns the engine's key of the new row */
export async function insertThreshold(
  db: Database,
  uid: string,
  id: string,
  spec: ThresholdSpec,
): Promise<number> {
  const { rows } = await db.query<{ key: number }>(
    `insert into thresholds (uid, id, target_kind, target_id, category, match_id, condition, value,
       currency, band_bp, pausa, silenciado_hasta)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) returning key`,
    [uid, id, ...ruleColumns(spec)],
  );
  const key = rows[0]?.key;
  if (key === undefined) throw new Error('a threshold was inserted without a key');
  return key;
}

/**
 * A new version: state starts again as at creation. One that leaves its match says so to whoever watches that.
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
       condition = $6, value = $7, currency = $8, band_bp = $9, pausa = $10, silenciado_hasta = $11,
       version = version + 1, active_from = null, armed = true, base = null, episode = 0
     where key = $1 returning version`,
    [key, ...ruleColumns(spec)],
  );
  return rows[0]?.version ?? 0;
}

/** Changes only what holds a threshold back; its version and state stay. */
export async function setThresholdPause(
  db: Database,
  key: number,
  { pausa, snoozedUntil }: Pick<ThresholdSpec, 'pausa' | 'snoozedUntil'>,
): Promise<void> {
  await db.query(`update thresholds set pausa = $2, silenciado_hasta = $3 where key = $1`, [
    key,
    pausa,
    snoozedUntil,
  ]);
}

export async function deleteThreshold(db: Database, key: number): Promise<void> {
  await db.query(`update thresholds set deleted_at = now() where key = $1`, [key]);
}

/** Starts that were to come (the end of a snooze) and no longer shall. */
export async function deletePendingStarts(db: Database, key: number): Promise<void> {
  await db.query(
    `delete from threshold_commands
     where threshold_key = $1 and action = 'start' and applied_at is null`,
    [key],
  );
}

/** @param dueAt earliest wall time to apply it; null = at the next gap between readings */
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

/** Wakes the worker once the transaction is committed. */
export async function notifyCommands(db: Database): Promise<void> {
  await db.query(`select pg_notify('vigia_commands', '')`);
}
