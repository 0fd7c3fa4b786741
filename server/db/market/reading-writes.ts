/** Bulk writes of one reading or one batch of commands: one statement per table, columns as arrays. */
import type { ThresholdState } from '#domain/crossing.ts';
import type { Condition } from '#domain/threshold.ts';
import { bulkQuery, type Database } from '../pool.ts';
import { wakeUp } from '../wake-ups.ts';
import type { RowVersion } from './threshold-pauses.ts';

export interface PriceChangeRow {
  readonly collectibleId: string;
  readonly observedAt: Date;
  readonly floorCents: number | null;
  readonly late: boolean;
}

/** @returns how many were already there: late repetitions */
export async function insertPriceChanges(
  db: Database,
  rows: readonly PriceChangeRow[],
): Promise<number> {
  if (rows.length === 0) return 0;
  const { rowCount } = await db.query(
    `insert into price_changes (collectible_id, observed_at, floor_cents, late)
     select * from unnest($1::text[], $2::timestamptz[], $3::integer[], $4::boolean[])
         on conflict do nothing`,
    [
      rows.map((row) => row.collectibleId),
      rows.map((row) => row.observedAt),
      rows.map((row) => row.floorCents),
      rows.map((row) => row.late),
    ],
  );
  return rows.length - (rowCount ?? 0);
}

export interface CollectibleUpdate {
  readonly id: string;
  readonly floorCents: number | null;
  /** null = unknown: the stored value stays. */
  readonly listings: number | null;
  readonly lastSaleCents: number | null;
  /** Ascending; null = unknown: they belong to this floor, so that stored ones do not stay. */
  readonly asks: readonly number[] | null;
  readonly changed: boolean;
}

/** Prices of one instant that count: the rows of their collectibles, and the history of those that changed. */
export async function storePrices(
  db: Database,
  observedAt: Date,
  rows: readonly CollectibleUpdate[],
): Promise<void> {
  if (rows.length === 0) return;
  await db.query(
    `with n as materialized (
       select * from unnest($2::text[], $3::integer[], $4::integer[], $5::integer[], $6::boolean[], $7::text[])
                     as n (id, floor_cents, listings, last_sale_cents, changed, asks)),
     stored as (
       insert into price_changes (collectible_id, observed_at, floor_cents)
       select id, $1, floor_cents from n where changed
           on conflict do nothing)
     update collectibles c
        set floor_cents = n.floor_cents,
            listings = case when n.floor_cents is null then 0 else coalesce(n.listings, c.listings) end,
            last_sale_cents = coalesce(n.last_sale_cents, c.last_sale_cents),
            asks = n.asks::integer[],
            last_observed_at = $1,
            floor_changed_at = case when n.changed then $1 else c.floor_changed_at end,
            first_priced_at = coalesce(c.first_priced_at,
                                      case when n.floor_cents is not null then $1::timestamptz end)
       from n
      where c.id = n.id`,
    [
      observedAt,
      rows.map((row) => row.id),
      rows.map((row) => row.floorCents),
      rows.map((row) => row.listings),
      rows.map((row) => row.lastSaleCents),
      rows.map((row) => row.changed),
      rows.map((row) => toIntegerArray(row.asks)),
    ],
  );
}

/** Where an instant was stored for all of a shard, and these are not part of it any more. */
export async function storeLastSeen(
  db: Database,
  rows: readonly { readonly id: string; readonly at: Date }[],
): Promise<void> {
  if (rows.length === 0) return;
  await db.query(
    `update collectibles c set last_observed_at = n.at
       from unnest($1::text[], $2::timestamptz[]) as n (id, at)
      where c.id = n.id and c.last_observed_at < n.at`,
    [rows.map(({ id }) => id), rows.map(({ at }) => at)],
  );
}

/** As text, because `unnest` would flatten an array of arrays. */
export const toIntegerArray = (values: readonly number[] | null): string | null =>
  values === null ? null : `{${values.join(',')}}`;

export interface NewSale {
  readonly collectibleId: string;
  readonly id: string;
  readonly soldAt: Date;
  readonly priceCents: number;
}

/** One that is already there stays. */
export async function insertSales(db: Database, sales: readonly NewSale[]): Promise<void> {
  if (sales.length === 0) return;
  await db.query(
    bulkQuery(
      `insert into sales (collectible_id, sold_at, sale_id, price_cents)
       select * from unnest($1::text[], $2::timestamptz[], $3::text[], $4::integer[])
           on conflict do nothing`,
      [
        sales.map((sale) => sale.collectibleId),
        sales.map((sale) => sale.soldAt),
        sales.map((sale) => sale.id),
        sales.map((sale) => sale.priceCents),
      ],
    ),
  );
}

/** The state of a threshold at a version. */
export type StateRow = RowVersion & ThresholdState;

/** Only the version the engine evaluated: an edited version that has not started keeps its initial state. */
export async function updateThresholdStates(
  db: Database,
  rows: readonly StateRow[],
): Promise<void> {
  if (rows.length === 0) return;
  await db.query(
    // Locked in the same order as by settings changes, to avoid deadlocks.
    `with locked as (
       select key from thresholds where key = any($1) order by key for no key update)
     update thresholds t set armed = n.armed, base = n.base, episode = n.episode
       from unnest($1::bigint[], $2::integer[], $3::boolean[], $4::integer[], $5::integer[])
            as n (key, version, armed, base, episode)
       join locked on locked.key = n.key
      where t.key = n.key and t.version = n.version`,
    [
      rows.map((row) => row.key),
      rows.map((row) => row.version),
      rows.map((row) => row.armed),
      rows.map((row) => row.base),
      rows.map((row) => row.episode),
    ],
  );
}

export interface NewAlert {
  readonly uid: string;
  readonly thresholdKey: number;
  readonly version: number;
  readonly episode: number;
  readonly condition: Condition;
  readonly ruleValue: number;
  readonly bandBp: number;
  readonly targetKind: 'collectible' | 'match';
  readonly targetId: string;
  readonly category: string | null;
  readonly collectibleId: string;
  readonly matchId: string;
  readonly valueCents: number;
  readonly previousCents: number | null;
  readonly currency: string;
  readonly observedAt: Date;
  readonly already: boolean;
}

export interface InsertedAlert {
  readonly id: number;
  readonly uid: string;
}

/** Alerts of thresholds whose owner has just been erased are left out. */
export async function insertAlerts(
  db: Database,
  rows: readonly NewAlert[],
): Promise<InsertedAlert[]> {
  if (rows.length === 0) return [];
  const inserted = await db.query<InsertedAlert>(
    `insert into alerts (uid, threshold_key, version, episode, condition, rule_value, rearm_band_bp,
                         target_kind, target_id, category, collectible_id, match_id, value_cents,
                         previous_cents, currency, observed_at, already)
     select n.* from unnest($1::text[], $2::bigint[], $3::integer[], $4::integer[], $5::text[],
                 $6::integer[], $7::integer[], $8::text[], $9::text[], $10::text[], $11::text[],
                 $12::text[], $13::integer[], $14::integer[], $15::text[], $16::timestamptz[],
                 $17::boolean[])
            as n (uid, threshold_key, version, episode, condition, rule_value, rearm_band_bp, target_kind,
                  target_id, category, collectible_id, match_id, value_cents, previous_cents,
                  currency, observed_at, already)
       join thresholds t on t.key = n.threshold_key
         on conflict (threshold_key, version, episode) do nothing
     returning id, uid`,
    [
      rows.map((row) => row.uid),
      rows.map((row) => row.thresholdKey),
      rows.map((row) => row.version),
      rows.map((row) => row.episode),
      rows.map((row) => row.condition),
      rows.map((row) => row.ruleValue),
      rows.map((row) => row.bandBp),
      rows.map((row) => row.targetKind),
      rows.map((row) => row.targetId),
      rows.map((row) => row.category),
      rows.map((row) => row.collectibleId),
      rows.map((row) => row.matchId),
      rows.map((row) => row.valueCents),
      rows.map((row) => row.previousCents),
      rows.map((row) => row.currency),
      rows.map((row) => row.observedAt),
      rows.map((row) => row.already),
    ],
  );
  return inserted.rows;
}

/** Keeps these accounts from being erased until the commit. @returns how often each one's checks happen, in seconds */
export async function lockFrequencies(
  db: Database,
  uids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await db.query<{ uid: string; frecuencia: number }>(
    'select uid, frecuencia from users where uid = any($1) order by uid for key share',
    [uids],
  );
  return new Map(rows.map(({ uid, frecuencia }) => [uid, frecuencia]));
}

/** A check due earlier stays: it will send these alerts too. */
export async function upsertPendingChecks(
  db: Database,
  checks: readonly { readonly uid: string; readonly dueAt: Date }[],
): Promise<void> {
  if (checks.length === 0) return;
  await db.query(
    // Every worker inserts in the same order, to avoid deadlocks.
    `insert into pending_checks (uid, due_at)
     select * from unnest($1::text[], $2::timestamptz[]) as n (uid, due_at) order by uid
         on conflict (uid) do update set due_at = excluded.due_at where excluded.due_at < pending_checks.due_at`,
    [checks.map((check) => check.uid), checks.map((check) => check.dueAt)],
  );
  wakeUp(db, 'vigia_checks');
}
