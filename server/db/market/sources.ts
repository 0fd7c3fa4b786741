import type { PlaybackSettings } from '../../market-model/playback-settings.ts';
import type { Database } from '../pool.ts';

export interface SourceRow {
  readonly name: string;
  readonly currency: string;
  /** observedAt of the newest reading every shard has applied. */
  readonly marketNow: Date | null;
  readonly lastArrivalAt: Date | null;
  readonly readingsApplied: number;
  /** Readings taken from the source. */
  readonly position: number;
  readonly playback: PlaybackSettings;
  /** It has no more readings, according to its reader. */
  readonly ended: boolean;
  /** null before its first reader. */
  readonly expectedEveryMs: number | null;
  /** Arrival of the first of the last readings whose prices were all late; null when the last was not. */
  readonly lateSince: Date | null;
  /** The first of the last crawls of which none was complete; null when the last was, and of a source that is not crawled. */
  readonly incompleteSince: Date | null;
  /** Every shard has applied everything acknowledged. */
  readonly caughtUp: boolean;
  /** How many there are, whoever owns them. */
  readonly shards: number;
}

/** The (only) source; null before the first worker has registered it. */
export async function findSource(db: Database): Promise<SourceRow | null> {
  const { rows } = await db.query<
    Omit<SourceRow, 'playback'> & { playing: boolean; speed: number | null }
  >(
    `select s.name, s.currency, greatest(s.market_now, least_of.market_now) as "marketNow",
            greatest(s.last_arrival_at, least_of.last_arrival_at) as "lastArrivalAt",
            coalesce(least_of.readings_applied, 0) as "readingsApplied", s.readings_taken as position, s.playing,
            s.speed, s.exhausted as ended, s.expected_every_ms as "expectedEveryMs",
            least_of.late_since as "lateSince", s.incomplete_since as "incompleteSince", not exists (select 1 from readings r
                         where r.source = s.name and r.id > least_of.last_reading_id) as "caughtUp",
            least_of.shards
       from (select * from sources limit 1) s,
            -- A reading is applied once the slowest shard has applied it.
            lateral (select count(*)::integer as shards, min(last_reading_id) as last_reading_id, min(readings_applied) as readings_applied,
                            min(late_since) as late_since,
                            case when count(market_now) = count(*) then min(market_now) end
                              as market_now,
                            case when count(last_arrival_at) = count(*) then min(last_arrival_at) end
                              as last_arrival_at
                       from shards where source = s.name) least_of`,
  );
  const [row] = rows;
  if (row === undefined) return null;
  const { playing, speed, ...source } = row;
  return { ...source, playback: { playing, speed: speed ?? 'max' } };
}

/** Of `findSource` only market now, without a look at the log of readings. */
export async function findMarketNow(db: Database): Promise<Date | null> {
  const { rows } = await db.query<{ marketNow: Date | null }>(
    `select greatest(s.market_now, least_of.market_now) as "marketNow"
       from (select * from sources limit 1) s,
            lateral (select case when count(market_now) = count(*) then min(market_now) end
                              as market_now
                       from shards where source = s.name) least_of`,
  );
  return rows[0]?.marketNow ?? null;
}

/** Its workers follow within a second. */
export async function updatePlayback(
  db: Database,
  source: string,
  { playing, speed }: Partial<PlaybackSettings>,
): Promise<void> {
  await db.query(
    `update sources set playing = coalesce($2, playing), speed = case when $3 then $4 else speed end where name = $1`,
    [source, playing ?? null, speed !== undefined, typeof speed === 'number' ? speed : null],
  );
}

export interface SourceStatus {
  readonly ended: boolean;
  readonly expectedEveryMs: number;
  /** Of the last crawl; null when this reader has seen none: what is stored stands. */
  readonly isComplete: boolean | null;
}

/** Stores the status that only the source's reader knows. No effect after the source was lost to another worker. */
export async function updateSourceStatus(
  db: Database,
  lease: { readonly source: string; readonly fencingToken: number },
  { ended, expectedEveryMs, isComplete }: SourceStatus,
): Promise<void> {
  await db.query(
    `update sources set exhausted = $3, expected_every_ms = $4,
                        incomplete_since = case $5::boolean when true then null
                          when false then coalesce(incomplete_since, now()) else incomplete_since end
      where name = $1 and fencing_token = $2`,
    [lease.source, lease.fencingToken, ended, expectedEveryMs, isComplete],
  );
}
