/** Append-only log of acknowledged readings: applied by each shard in order of id, purged a week later. */
import type { Database } from '../pool.ts';
import { wakeUp } from '../wake-ups.ts';

export interface NewReading {
  readonly observedAt: Date;
  readonly kind: 'complete' | 'changes';
  readonly ticks: readonly StoredTick[];
  readonly arrivedAt: Date;
  /** New matches or collectibles were inserted with it; absent = none. */
  readonly catalogueGrew?: boolean;
}

export interface StoredReading extends NewReading {
  readonly id: number;
}

/**
 * Call inside the transaction that asserts the lease.
 * @param position readings taken from the source, these included
 */
export async function appendReadings(
  db: Database,
  source: string,
  readings: readonly NewReading[],
  position: number,
): Promise<StoredReading[]> {
  const { rows } = await db.query<{ id: number }>(
    `with moved as (update sources set readings_taken = $6 where name = $1)
     insert into readings (source, observed_at, kind, ticks, arrived_at, has_new_listings)
     select $1, r.observed_at, r.kind, r.ticks::jsonb, r.arrived_at, r.has_new_listings
       from unnest($2::timestamptz[], $3::text[], $4::text[], $5::timestamptz[], $7::boolean[])
            with ordinality as r (observed_at, kind, ticks, arrived_at, has_new_listings, place)
      order by r.place
     returning id`,
    [
      source,
      readings.map((reading) => reading.observedAt),
      readings.map((reading) => reading.kind),
      readings.map((reading) => JSON.stringify(reading.ticks)),
      readings.map((reading) => reading.arrivedAt),
      position,
      readings.map((reading) => reading.catalogueGrew ?? false),
    ],
  );
  return readings.flatMap((reading, index) => {
    const id = rows[index]?.id;
    return id === undefined ? [] : [{ ...reading, id }];
  });
}

/** The next readings after an id, up to `limit`, and as many as are stored in `maxBytes` (compressed); one in any case. */
export async function listReadingsAfter(
  db: Database,
  source: string,
  { id, limit, maxBytes }: Record<'id' | 'limit' | 'maxBytes', number>,
): Promise<StoredReading[]> {
  const { rows } = await db.query<StoredReading>(
    `select id, observed_at as "observedAt", kind, ticks, arrived_at as "arrivedAt",
            has_new_listings as "catalogueGrew"
       from (select *, sum(pg_column_size(ticks)) over (order by id) - pg_column_size(ticks) as before
               from (select * from readings where source = $1 and id > $2 order by id limit $3) page) r
      where before < $4 order by id`,
    [source, id, limit, maxBytes],
  );
  return rows;
}

/** Id of the newest reading; 0 before the first. */
export async function findNewestReadingId(db: Database, source: string): Promise<number> {
  const { rows } = await db.query<{ id: number }>(
    'select coalesce(max(id), 0) as id from readings where source = $1',
    [source],
  );
  return rows[0]?.id ?? 0;
}

/** Collectibles that earlier deliveries of the same instant already named. */
export async function listEarlierDeliveredIds(
  db: Database,
  source: string,
  reading: StoredReading,
): Promise<Set<string>> {
  const { rows } = await db.query<{ id: string }>(
    `select distinct tick ->> 0 as id
       from readings, jsonb_array_elements(ticks) as tick
      where source = $1 and observed_at = $2 and id < $3`,
    [source, reading.observedAt, reading.id],
  );
  return new Set(rows.map((row) => row.id));
}

const purgePageSize = 1_000;

/**
 * Deletes a page of the readings older than a week that every shard has applied, the oldest first.
 * Their data gaps must have been stored (`archiveDataGaps`).
 * @returns whether there may be more
 */
export async function purgeReadings(db: Database, source: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `delete from readings where id in (
       select id from readings
        where source = $1 and arrived_at < now() - interval '7 days'
          and id <= (select min(last_reading_id) from shards where source = $1)
          -- A gap may begin at the last reading whose gaps are stored.
          and exists (select from sources where name = $1
                       and (expected_every_ms is null or observed_at < gaps_archived_until))
        order by id limit ${purgePageSize})`,
    [source],
  );
  return rowCount === purgePageSize;
}

/**
 * Wakes the other workers once the transaction is committed.
 * @param worker id of the sender, which ignores its own notifications
 */
export const notifyReadings = (db: Database, worker: number): void =>
  wakeUp(db, 'vigia_readings', String(worker));

/** `[collectibleId, floorCents, listings, lastSaleCents]`; the last two null when unknown. */
export type StoredTick = readonly [string, number | null, number | null, number | null];
