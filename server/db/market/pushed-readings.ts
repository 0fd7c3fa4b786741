/** Readings as they were pushed: acknowledged once they are stored here, until the source's reader has taken them. */
import type { PushedReadingStored } from '#contract/market-push.ts';
import type { Database } from '../pool.ts';

export interface NewPushedReading {
  readonly supplier: string;
  readonly key: string;
  readonly hash: Buffer;
  readonly body: string;
  readonly answer: Omit<PushedReadingStored, 'id'>;
  readonly arrivedAt: Date;
}

export interface StoredPush {
  readonly hash: Buffer;
  readonly answer: PushedReadingStored;
}

/** @returns what is stored under its key, of this request or of one before */
export async function insertPushedReading(
  db: Database,
  { supplier, key, hash, body, answer, arrivedAt }: NewPushedReading,
): Promise<StoredPush | null> {
  await db.query(
    `insert into pushed_readings (supplier, key, hash, body, answer, arrived_at) values ($1, $2, $3, $4, $5, $6)
     on conflict (supplier, key) do nothing`,
    [supplier, key, hash, body, JSON.stringify(answer), arrivedAt],
  );
  return findPushedReading(db, supplier, key);
}

export async function findPushedReading(
  db: Database,
  supplier: string,
  key: string,
): Promise<StoredPush | null> {
  const { rows } = await db.query<StoredPush>(
    `select hash, answer || jsonb_build_object('id', id::text) as answer from pushed_readings
      where supplier = $1 and key = $2`,
    [supplier, key],
  );
  return rows[0] ?? null;
}

/** Those of a source that are not taken yet. */
export async function measureWaitingReadings(
  db: Database,
  supplier: string,
): Promise<{ readonly count: number; readonly bytes: number }> {
  const { rows } = await db.query<{ count: number; bytes: number }>(
    `select count(*)::integer as count, coalesce(sum(octet_length(body)), 0)::float8 as bytes
       from pushed_readings where taken_at is null and supplier = $1`,
    [supplier],
  );
  return rows[0] ?? { count: 0, bytes: 0 };
}

export interface WaitingReading {
  readonly id: number;
  readonly supplier: string;
  readonly currency: string;
  readonly body: string;
  readonly arrivedAt: Date;
}

/** Those not taken yet, the first ones. */
export async function listWaitingReadings(db: Database, limit: number): Promise<WaitingReading[]> {
  const { rows } = await db.query<WaitingReading>(
    `select r.id, supplier, k.currency, r.body, r.arrived_at as "arrivedAt"
       from pushed_readings r join source_keys k using (supplier)
      where r.taken_at is null order by r.id limit $1`,
    [limit],
  );
  return rows;
}

/** In the transaction that stores them as readings. */
export async function markReadingsTaken(db: Database, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await db.query(
    'update pushed_readings set taken_at = now(), body = null where id = any($1::bigint[])',
    [ids],
  );
}

/** Currencies of those of these collectibles that are the supplier's. */
export async function listSuppliedCurrencies(
  db: Database,
  supplier: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await db.query<{ id: string; currency: string }>(
    `select c.id, c.currency from collectibles c join matches m on m.id = c.match_id
      where c.id = any($2::text[]) and m.supplier = $1`,
    [supplier, ids],
  );
  return new Map(rows.map(({ id, currency }) => [id, currency]));
}
