/** Workers that share a source: registration, heartbeats, and the fenced leases of shards and source. */
import type { PlaybackSettings } from '../../market-model/playback-settings.ts';
import type { Database } from '../pool.ts';
import { notifyNow } from '../wake-ups.ts';

/** First key of each worker's advisory lock; the second is its id. */
const workerLockSpace = 715_044;

/** Which readings this release's workers understand: the database refuses those of another while one lives. */
const logFormat = 2;
const objectInUse = '55006';

/** Whether a registration was refused because workers of another release are there. */
export const isOtherRelease = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === objectInUse;

/**
 * Registers a worker. Takes its advisory lock on this session: when the session ends, the worker counts as dead. In a
 * transaction, other workers cannot register until the commit.
 * @param worker `seconds`: lease without a heartbeat
 * @returns the worker's id
 * @throws Error when the insert returns no row; an `isOtherRelease` error while workers of another release are there
 */
export async function registerWorker(
  session: Database,
  worker: { readonly source: string; readonly name: string; readonly seconds: number },
): Promise<number> {
  await session.query('select from sources where name = $1 for update', [worker.source]);
  const { rows } = await session.query<{ id: number }>(
    `with joined as (
       insert into workers (source, name, lease_expires_at, log_format)
       values ($1, $2, now() + make_interval(secs => $3), $5) returning id)
     select id, pg_advisory_lock($4, id) from joined`,
    [worker.source, worker.name, worker.seconds, workerLockSpace, logFormat],
  );
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('the insert returned no worker id');
  return id;
}

/** Renews the lease. @returns false when the worker's row has been deleted */
export async function heartbeatWorker(db: Database, id: number, seconds: number): Promise<boolean> {
  const { rowCount } = await db.query(
    'update workers set lease_expires_at = now() + make_interval(secs => $2) where id = $1',
    [id, seconds],
  );
  return rowCount === 1;
}

/** Frees everything the worker owned. */
export async function unregisterWorker(db: Database, id: number): Promise<void> {
  await db.query('delete from workers where id = $1', [id]);
  await notifyRebalance(db);
}

/** Makes every worker rebalance at once; else within a second. Call after the commit. */
export const notifyRebalance = (db: Database): Promise<void> => notifyNow(db, 'vigia_rebalance');

/** Deletes the rows of workers that have been dead for an hour. */
export async function deleteDeadWorkers(db: Database): Promise<void> {
  await db.query(`delete from workers where lease_expires_at < now() - interval '1 hour'`);
}

/** Live workers: their lease has not expired and their session still has its lock. */
const alive = `
  select w.id from workers w
   where w.source = $1 and w.lease_expires_at > now()
     and exists (select 1 from pg_locks l
                  where l.locktype = 'advisory' and l.classid = ${workerLockSpace} and l.objsubid = 2
                    and l.objid = w.id::oid and l.granted
                    and l.database = (select oid from pg_database where datname = current_database()))`;

/**
 * Playback settings belong to the source: the first worker writes its own, later ones read them. Call in the
 * transaction of `registerWorker`, to serialise two workers that start together.
 * @throws Error when the source is not registered
 */
export async function joinPlayback(
  db: Database,
  { source, worker }: { readonly source: string; readonly worker: number },
  { playing, speed }: PlaybackSettings,
): Promise<PlaybackSettings> {
  const { rows } = await db.query<{ playing: boolean; speed: number | null }>(
    `with others as (select from (${alive}) w where w.id <> $2)
     update sources
        set playing = case when exists (select from others) then playing else $3 end,
            speed = case when exists (select from others) then speed else $4 end
      where name = $1 returning playing, speed`,
    [source, worker, playing, speed === 'max' ? null : speed],
  );
  const [settings] = rows;
  if (settings === undefined) throw new Error(`source ${source} is not registered`);
  return { playing: settings.playing, speed: settings.speed ?? 'max' };
}

export interface ShardAllocation {
  /** How many shards this worker is to own: no worker has more than one above another. */
  readonly fairShare: number;
  /** Shards of this worker. */
  readonly owned: readonly number[];
  /** Shards without a live worker. */
  readonly free: number;
  readonly sourceFree: boolean;
}

export async function findShardAllocation(
  db: Database,
  source: string,
  worker: number,
): Promise<ShardAllocation> {
  const { rows } = await db.query<ShardAllocation>(
    `with alive as materialized (${alive}),
     ranked as (
       select greatest(count(*), 1)::integer as workers, (count(*) filter (where id < $2))::integer as before
         from alive)
     select -- The workers that joined first take one more each of what is left over.
            count(*)::integer / workers + (before < count(*)::integer % workers)::integer as "fairShare",
            coalesce(array_agg(shard order by shard) filter (where worker_id = $2), '{}') as owned,
            count(*) filter (where worker_id is null or worker_id not in (select id from alive))::integer
              as free,
            coalesce((select worker_id is null or worker_id not in (select id from alive)
                        from sources where name = $1), false) as "sourceFree"
       from shards, ranked where source = $1 group by workers, before`,
    [source, worker],
  );
  return rows[0] ?? { fairShare: 0, owned: [], free: 0, sourceFree: false };
}

export interface ClaimedShard extends FencedShard {
  /** The last reading applied to it. */
  readonly position: number;
  readonly marketNow: Date | null;
  /** When its collectibles were last seen as they were before, but for those `unseen` then; null = never. */
  readonly allSeenAt: Date | null;
  readonly unseen: readonly string[];
}

/** Claims up to `limit` free shards; skips those locked by a commit of their last worker. */
export async function claimShards(
  db: Database,
  source: string,
  worker: number,
  limit: number,
): Promise<ClaimedShard[]> {
  const { rows } = await db.query<ClaimedShard>(
    `with alive as materialized (${alive}),
     free as (
       select shard from shards
        where source = $1 and (worker_id is null or worker_id not in (select id from alive))
        order by shard limit $3 for update skip locked)
     update shards s set worker_id = $2, fencing_token = s.fencing_token + 1
       from free join sources on sources.name = $1
      where s.source = $1 and s.shard = free.shard
     returning s.shard, s.fencing_token as "fencingToken", s.last_reading_id as position,
               greatest(s.market_now, sources.market_now) as "marketNow", s.all_seen_at as "allSeenAt", s.unseen`,
    [source, worker, limit],
  );
  return rows.sort((a, b) => a.shard - b.shard);
}

/**
 * Splits every shard, as `count` is a multiple of their number. Workers lose what they own and claim it anew.
 * @throws the database's error `22023` for another number
 */
export async function raiseShardCount(db: Database, count: number): Promise<void> {
  await db.query('select raise_shard_count($1)', [count]);
}

/** The number of shards of every source. */
export async function findShardCount(db: Database): Promise<number> {
  const { rows } = await db.query<{ count: number }>('select shard_count() as count');
  return rows[0]?.count ?? 0;
}

/** Of its one source. */
export async function releaseShards(
  db: Database,
  worker: number,
  shards: readonly number[],
): Promise<void> {
  await db.query('update shards set worker_id = null where worker_id = $1 and shard = any($2)', [
    worker,
    shards,
  ]);
  await notifyRebalance(db);
}

/** A shard with the fencing token of its claim: stale once another worker has claimed it. */
export interface FencedShard {
  readonly shard: number;
  readonly fencingToken: number;
}

/** `for update`. @returns whether all shards still have these fencing tokens */
export async function lockShards(
  db: Database,
  source: string,
  shards: readonly FencedShard[],
): Promise<boolean> {
  const { rowCount } = await db.query(
    `select 1 from shards s
       join unnest($2::integer[], $3::bigint[]) as h (shard, fencing_token) using (shard, fencing_token)
      where s.source = $1 order by s.shard for update of s`,
    [source, shards.map(({ shard }) => shard), shards.map(({ fencingToken }) => fencingToken)],
  );
  return rowCount === shards.length;
}

export interface ReadingPosition {
  readonly id: number;
  readonly observedAt: Date;
  readonly arrivedAt: Date;
  /** Whether all its prices were late; absent or null = it had none. */
  readonly isLate?: boolean | null;
  /** By shard, the collectibles it has not seen; null = of others than its ticks it says nothing. */
  readonly unseenOf?: ReadonlyMap<number, readonly string[]> | null;
}

/**
 * Sets the shards' position to a reading; locks their rows until the commit.
 * @returns whether all shards still have these fencing tokens and had not applied the reading
 */
export async function advanceShards(
  db: Database,
  source: string,
  shards: readonly FencedShard[],
  reading: ReadingPosition,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update shards s
        set last_reading_id = $4, market_now = greatest(s.market_now, $5),
            -- One stamped by a clock ahead does not stay.
            last_arrival_at = greatest(case when s.last_arrival_at <= now() then s.last_arrival_at end, $6),
            late_since = case when $7::boolean then coalesce(s.late_since, $6) when $7 is null then s.late_since end,
            all_seen_at = case when h.unseen is null then s.all_seen_at else $5 end,
            unseen = coalesce(h.unseen::jsonb, s.unseen),
            readings_applied = s.readings_applied + 1
       from unnest($2::integer[], $3::bigint[], $8::text[]) as h (shard, fencing_token, unseen)
      where s.source = $1 and s.shard = h.shard and s.fencing_token = h.fencing_token and s.last_reading_id < $4`,
    [
      source,
      shards.map(({ shard }) => shard),
      shards.map(({ fencingToken }) => fencingToken),
      reading.id,
      reading.observedAt,
      reading.arrivedAt,
      reading.isLate ?? null,
      shards.map(
        ({ shard }) => reading.unseenOf && JSON.stringify(reading.unseenOf.get(shard) ?? []),
      ),
    ],
  );
  return rowCount === shards.length;
}

export interface ClaimedSource {
  readonly fencingToken: number;
  /** Readings already taken from it. */
  readonly position: number;
}

/** @returns null while another live worker reads the source */
export async function claimSource(
  db: Database,
  source: string,
  worker: number,
): Promise<ClaimedSource | null> {
  const { rows } = await db.query<ClaimedSource>(
    `with alive as materialized (${alive})
     update sources set worker_id = $2, fencing_token = fencing_token + 1, exhausted = false
      where name = $1 and (worker_id is null or worker_id not in (select id from alive))
     returning fencing_token as "fencingToken", readings_taken as position`,
    [source, worker],
  );
  return rows[0] ?? null;
}

export async function releaseSource(db: Database, source: string, worker: number): Promise<void> {
  await db.query('update sources set worker_id = null where name = $1 and worker_id = $2', [
    source,
    worker,
  ]);
  await notifyRebalance(db);
}

/** `for update`. @returns whether the source still has this fencing token */
export async function lockSource(
  db: Database,
  source: string,
  fencingToken: number,
): Promise<boolean> {
  const { rowCount } = await db.query(
    'select 1 from sources where name = $1 and fencing_token = $2 for update',
    [source, fencingToken],
  );
  return rowCount === 1;
}
