/** Append-only log of acknowledged readings: applied by each shard in order of id, purged a week later. */
import type { Database } from '../pool.ts';
import { wakeUp } from '../wake-ups.ts';

export interface NewReading {
  readonly observedAt: Date;
  readonly kind: 'complete' | 'changes';
  readonly ticks: readonly StoredTick[];
  /** Every collectible that has no tick was seen as it was before, but for these; null or absent = none was. */
  readonly unseen?: readonly string[] | null;
  readonly arrivedAt: Date;
  /** New matches or collectibles were inserted with it; absent = none. */
  readonly catalogueGrew?: boolean;
}

export interface StoredReading extends NewReading {
  readonly id: number;
}

/** Where ticks are that are not in their reading's row: messages of a stream. */
export interface StreamReference {
  /** Names the messages too: after a loss, a stream gives its numbers again. */
  readonly batch: string;
  /** Of the reading in the batch. */
  readonly place: number;
  readonly bytes: number;
  /** How many shards there were. */
  readonly shardCount: number;
  /** Numbers of the messages by shard. */
  readonly shards: Readonly<Record<string, readonly number[]>>;
}

export interface ReferencedReading extends StoredReading {
  /** null = the ticks are in the row. */
  readonly stream: StreamReference | null;
}

/**
 * Call inside the transaction that asserts the lease.
 * @param position readings taken from the source, these included
 * @param references where the ticks are, reading by reading; absent = in the rows
 */
export async function appendReadings(
  db: Database,
  source: string,
  readings: readonly NewReading[],
  position: number,
  references?: readonly StreamReference[],
): Promise<StoredReading[]> {
  const { rows } = await db.query<{ id: number }>(
    `with moved as (update sources set readings_taken = $6 where name = $1)
     insert into readings (source, observed_at, kind, ticks, arrived_at, has_new_listings, stream, unseen)
     select $1, r.observed_at, r.kind, r.ticks::jsonb, r.arrived_at, r.has_new_listings, r.stream::jsonb,
            r.unseen::jsonb
       from unnest($2::timestamptz[], $3::text[], $4::text[], $5::timestamptz[], $7::boolean[],
                   $8::text[], $9::text[])
            with ordinality as r (observed_at, kind, ticks, arrived_at, has_new_listings, stream, unseen, place)
      order by r.place
     returning id`,
    [
      source,
      readings.map((reading) => reading.observedAt),
      readings.map((reading) => reading.kind),
      readings.map((reading) => JSON.stringify(references ? [] : reading.ticks)),
      readings.map((reading) => reading.arrivedAt),
      position,
      readings.map((reading) => reading.catalogueGrew ?? false),
      readings.map((_, place) => (references ? JSON.stringify(references[place]) : null)),
      readings.map(({ unseen }) => (unseen ? JSON.stringify(unseen) : null)),
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
): Promise<ReferencedReading[]> {
  const { rows } = await db.query<ReferencedReading>(
    `select id, observed_at as "observedAt", kind, ticks, arrived_at as "arrivedAt",
            has_new_listings as "catalogueGrew", unseen, stream
       from (select *, sum(bytes) over (order by id) - bytes as before
               from (select *, coalesce((stream ->> 'bytes')::bigint, pg_column_size(ticks)) as bytes
                       from readings where source = $1 and id > $2 order by id limit $3) page) r
      where before < $4::bigint order by id`,
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

/** The latest instant of its readings, applied or not, and of its seed history; null without any. */
export async function findNewestInstant(db: Database, source: string): Promise<Date | null> {
  const { rows } = await db.query<{ at: Date | null }>(
    `select greatest(s.market_now, held.market_now, waiting.observed_at) as at
       from sources s,
            lateral (select max(market_now) as market_now, min(last_reading_id) as applied
                       from shards where source = s.name) held,
            lateral (select max(observed_at) as observed_at
                       from readings where source = s.name and id > held.applied) waiting
      where s.name = $1`,
    [source],
  );
  return rows[0]?.at ?? null;
}

/** Readings of the same instant before this one: where their ticks are, or the ticks. */
export async function listEarlierDeliveries(
  db: Database,
  source: string,
  reading: StoredReading,
): Promise<Pick<ReferencedReading, 'ticks' | 'unseen' | 'stream'>[]> {
  const { rows } = await db.query<Pick<ReferencedReading, 'ticks' | 'unseen' | 'stream'>>(
    'select ticks, unseen, stream from readings where source = $1 and observed_at = $2 and id < $3',
    [source, reading.observedAt, reading.id],
  );
  return rows;
}

/** Collectibles of a reading that earlier deliveries of its instant have seen. */
export function idsSeenBefore(
  { ticks }: StoredReading,
  earlier: readonly Pick<NewReading, 'ticks' | 'unseen'>[],
): Set<string> {
  const ids = new Set(earlier.flatMap((one) => one.ticks.map(([id]) => id)));
  for (const { unseen } of earlier) {
    if (!unseen) continue;
    const others = new Set(unseen);
    for (const [id] of ticks) if (!others.has(id)) ids.add(id);
  }
  return ids;
}

/** The lowest number in the stream that the oldest reading refers to; null when it refers to none. */
export async function findFirstStreamNumber(db: Database, source: string): Promise<number | null> {
  const { rows } = await db.query<{ first: number | null }>(
    `select min(number::bigint) as first
       from (select stream from readings where source = $1 and stream is not null order by id limit 1) oldest,
            jsonb_each(stream -> 'shards') as shard, jsonb_array_elements_text(shard.value) as number`,
    [source],
  );
  return rows[0]?.first ?? null;
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

/** `[saleId, epoch ms, cents]` */
export type StoredSale = readonly [string, number, number];

/** `[collectibleId, floorCents, listings, lastSaleCents, asks, sales]`; null when unknown, the last two also absent. Asks ascend. */
export type StoredTick = readonly [
  string,
  number | null,
  number | null,
  number | null,
  (readonly number[] | null)?,
  (readonly StoredSale[])?,
];
