/** Keys of sources that push readings, found by prefix; each belongs to a supplier. */
import type { Database } from '../pool.ts';

export interface SourceKey {
  readonly supplier: string;
  readonly currency: string;
  readonly prefix: string;
  readonly hash: Buffer;
}

/** @returns false when that supplier has a key, or had one in another currency: nothing is stored */
export async function insertSourceKey(db: Database, key: SourceKey): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into source_keys (supplier, currency, prefix, hash) values ($1, $2, $3, $4)
     on conflict (supplier) do update
        set prefix = excluded.prefix, hash = excluded.hash, created_at = now(), revoked_at = null
      where source_keys.revoked_at is not null and source_keys.currency = excluded.currency`,
    [key.supplier, key.currency, key.prefix, key.hash],
  );
  return rowCount === 1;
}

/** null for one that is revoked, too. */
export async function findSourceKey(db: Database, prefix: string): Promise<SourceKey | null> {
  const { rows } = await db.query<SourceKey>(
    'select supplier, currency, prefix, hash from source_keys where prefix = $1 and revoked_at is null',
    [prefix],
  );
  return rows[0] ?? null;
}

/** @returns whether it had one */
export async function revokeSourceKey(db: Database, supplier: string): Promise<boolean> {
  const { rowCount } = await db.query(
    'update source_keys set revoked_at = now() where supplier = $1 and revoked_at is null',
    [supplier],
  );
  return rowCount === 1;
}

export interface ListedSource extends Pick<SourceKey, 'supplier' | 'currency'> {
  readonly revokedAt: Date | null;
  readonly lastReadingAt: Date | null;
  readonly waiting: number;
  /** Of the last week's readings, by reason. */
  readonly rejected: Readonly<Record<string, number>>;
}

export async function listSources(db: Database): Promise<ListedSource[]> {
  const { rows } = await db.query<ListedSource>(
    `select k.supplier, k.currency, k.revoked_at as "revokedAt", max(r.arrived_at) as "lastReadingAt",
            (count(r.id) filter (where r.taken_at is null))::integer as waiting,
            (select coalesce(json_object_agg(reason, total), '{}')
               from (select row ->> 'reason' as reason, sum((row ->> 'count')::integer) as total
                       from pushed_readings p, jsonb_array_elements(p.answer -> 'rejected') row
                      where p.supplier = k.supplier group by 1 order by 1) reasons) as rejected
       from source_keys k left join pushed_readings r using (supplier)
      group by k.supplier order by k.supplier`,
  );
  return rows;
}
