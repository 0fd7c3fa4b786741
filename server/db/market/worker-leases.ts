/** Processes that share a source: who is there, who holds what, and how it changes hands. */
import type { PlaybackSettings } from '../../market-model/playback-settings.ts';
import type { Database } from '../pool.ts';

/** First half of the session lock behind each worker; the second is its id. */
export const workerLockSpace = 715_044;

/**
 * Must be asked on the session that holds the worker's lock: the worker is gone when that session is. In a transaction
 * it is the only one that joins until the commit.
 * @param seconds how long it counts as there without a heartbeat
 * @returns the worker's id
 */
export async function registerWorker(
  session: Database,
  worker: { readonly source: string; readonly name: string; readonly seconds: number },
): Promise<number> {
  await session.query('select from sources where name = $1 for update', [worker.source]);
  const { rows } = await session.query<{ id: number }>(
    `with joined as (
       insert into workers (source, name, until)
       values ($1, $2, now() + make_interval(secs => $3)) returning id)
     select id, pg_advisory_lock($4, id) from joined`,
    [worker.source, worker.name, worker.seconds, workerLockSpace],
  );
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('a worker joined without an id');
  await notifyRebalance(session);
  return id;
}

/** @returns false once others have buried this worker */
export async function heartbeatWorker(db: Database, id: number, seconds: number): Promise<boolean> {
  const { rowCount } = await db.query(
    'update workers set until = now() + make_interval(secs => $2) where id = $1',
    [id, seconds],
  );
  return rowCount === 1;
}

/** Everything it held is free at once. */
export async function unregisterWorker(db: Database, id: number): Promise<void> {
  await db.query('delete from workers where id = $1', [id]);
  await notifyRebalance(db);
}

/** Something is free, or somebody has come: every worker looks at once. */
export async function notifyRebalance(db: Database): Promise<void> {
  await db.query(`select pg_notify('vigia_workers', '')`);
}

/** Long dead: their rows say nothing any more. */
export async function deleteDeadWorkers(db: Database): Promise<void> {
  await db.query(`delete from workers where until < now() - interval '1 hour'`);
}

/** Workers that are there: their time has not passed and their session is open. */
const alive = `
  select w.id from workers w
   where w.source = $1 and w.until > now()
     and exists (select 1 from pg_locks l
                  where l.locktype = 'advisory' and l.classid = ${workerLockSpace} and l.objsubid = 2
                    and l.objid = w.id::oid and l.granted
                    and l.database = (select oid from pg_database where datname = current_database()))`;

/**
 * How the market goes is the market's, not a process's: a worker among others takes what they go by, one that is alone
 * sets what it was started with. Call in the transaction of `joinWorkers`, so that of two that come together one is first.
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
  const [agreed] = rows;
  if (agreed === undefined) throw new Error(`nobody has registered ${source}`);
  return { playing: agreed.playing, speed: agreed.speed ?? 'max' };
}

export interface ShardAllocation {
  readonly workers: number;
  readonly shards: number;
  /** What the tables say is ours. */
  readonly mine: readonly number[];
  readonly free: number;
  readonly sourceFree: boolean;
}

export async function readShardAllocation(
  db: Database,
  source: string,
  worker: number,
): Promise<ShardAllocation> {
  const { rows } = await db.query<ShardAllocation>(
    `with alive as materialized (${alive})
     select (select count(*)::integer from alive) as workers,
            count(*)::integer as shards,
            coalesce(array_agg(shard order by shard) filter (where holder = $2), '{}') as mine,
            count(*) filter (where holder is null or holder not in (select id from alive))::integer
              as free,
            (select holder is null or holder not in (select id from alive)
               from sources where name = $1) as "sourceFree"
       from shards where source = $1`,
    [source, worker],
  );
  return rows[0] ?? { workers: 0, shards: 0, mine: [], free: 0, sourceFree: false };
}

export interface TakenShard {
  readonly shard: number;
  readonly fencing: number;
  /** The last reading applied to it. */
  readonly position: number;
  readonly marketNow: Date | null;
}

/** Takes free shards, at most so many. One whose last holder is in the middle of a commit is left for the next time. */
export async function takeShards(
  db: Database,
  source: string,
  worker: number,
  atMost: number,
): Promise<TakenShard[]> {
  const { rows } = await db.query<TakenShard>(
    `with alive as materialized (${alive}),
     free as (
       select shard from shards
        where source = $1 and (holder is null or holder not in (select id from alive))
        order by shard limit $3 for update skip locked)
     update shards s set holder = $2, fencing = s.fencing + 1
       from free join sources on sources.name = $1
      where s.source = $1 and s.shard = free.shard
     returning s.shard, s.fencing, s.position,
               greatest(s.market_now, sources.market_now) as "marketNow"`,
    [source, worker, atMost],
  );
  return rows.sort((a, b) => a.shard - b.shard);
}

export async function releaseShards(
  db: Database,
  source: string,
  worker: number,
  shards: readonly number[],
): Promise<void> {
  await db.query(
    `update shards set holder = null where source = $1 and holder = $2 and shard = any($3)`,
    [source, worker, shards],
  );
  await notifyRebalance(db);
}

/** What a commit shows to prove that nobody has taken over. */
export interface FencedShard {
  readonly shard: number;
  readonly fencing: number;
}

/** Holds the shards' rows until the commit. @returns whether all of them are still held under these numbers */
export async function lockShards(
  db: Database,
  source: string,
  held: readonly FencedShard[],
): Promise<boolean> {
  const { rowCount } = await db.query(
    `select 1 from shards s
       join unnest($2::integer[], $3::bigint[]) as h (shard, fencing) using (shard, fencing)
      where s.source = $1 order by s.shard for update of s`,
    [source, held.map(({ shard }) => shard), held.map(({ fencing }) => fencing)],
  );
  return rowCount === held.length;
}

/**
 * Moves the shards to a reading, and holds their rows until the commit.
 * @returns whether all of them are still held under these numbers and had not got there yet
 */
export async function advanceShards(
  db: Database,
  source: string,
  held: readonly FencedShard[],
  reading: { readonly id: number; readonly observedAt: Date; readonly arrivedAt: Date },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update shards s
        set position = $4, market_now = greatest(s.market_now, $5),
            last_arrival_at = greatest(s.last_arrival_at, $6),
            readings_applied = s.readings_applied + 1
       from unnest($2::integer[], $3::bigint[]) as h (shard, fencing)
      where s.source = $1 and s.shard = h.shard and s.fencing = h.fencing and s.position < $4`,
    [
      source,
      held.map(({ shard }) => shard),
      held.map(({ fencing }) => fencing),
      reading.id,
      reading.observedAt,
      reading.arrivedAt,
    ],
  );
  return rowCount === held.length;
}

export interface TakenSource {
  readonly fencing: number;
  /** Readings already taken from it. */
  readonly position: number;
}

/** @returns null while another worker holds it */
export async function takeSource(
  db: Database,
  source: string,
  worker: number,
): Promise<TakenSource | null> {
  const { rows } = await db.query<TakenSource>(
    `with alive as materialized (${alive})
     update sources set holder = $2, fencing = fencing + 1, ended = false
      where name = $1 and (holder is null or holder not in (select id from alive))
     returning fencing, position`,
    [source, worker],
  );
  return rows[0] ?? null;
}

export async function releaseSource(db: Database, source: string, worker: number): Promise<void> {
  await db.query('update sources set holder = null where name = $1 and holder = $2', [
    source,
    worker,
  ]);
  await notifyRebalance(db);
}

/** Holds the source's row until the commit. @returns whether it is still held under this number */
export async function lockSource(db: Database, source: string, fencing: number): Promise<boolean> {
  const { rowCount } = await db.query(
    'select 1 from sources where name = $1 and fencing = $2 for update',
    [source, fencing],
  );
  return rowCount === 1;
}
