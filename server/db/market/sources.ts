/** The source's own row: what it is, how it goes, and where its shards stand; any process may ask. */
import type { ResumedCollectible } from '../../market-model/marketplace.ts';
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
  readonly pace: PlaybackSettings;
  /** It has no more to give, by the word of whoever reads it. */
  readonly ended: boolean;
  /** null before anybody has read it. */
  readonly expectedEveryMs: number | null;
  /** Every shard has applied everything acknowledged. */
  readonly caughtUp: boolean;
}

/** The (only) source; null before the first worker has registered it. */
export async function readSource(db: Database): Promise<SourceRow | null> {
  const { rows } = await db.query<
    Omit<SourceRow, 'pace'> & { playing: boolean; speed: number | null }
  >(
    `select s.name, s.currency, greatest(s.market_now, least_of.market_now) as "marketNow",
            greatest(s.last_arrival_at, least_of.last_arrival_at) as "lastArrivalAt",
            coalesce(least_of.readings_applied, 0) as "readingsApplied", s.position, s.playing,
            s.speed, s.ended, s.expected_every_ms as "expectedEveryMs",
            not exists (select 1 from readings r
                         where r.source = s.name and r.id > least_of.position) as "caughtUp"
       from (select * from sources limit 1) s,
            -- A reading is applied once the slowest shard has applied it.
            lateral (select min(position) as position, min(readings_applied) as readings_applied,
                            case when count(market_now) = count(*) then min(market_now) end
                              as market_now,
                            case when count(last_arrival_at) = count(*) then min(last_arrival_at) end
                              as last_arrival_at
                       from shards where source = s.name) least_of`,
  );
  const [row] = rows;
  if (row === undefined) return null;
  const { playing, speed, ...source } = row;
  return { ...source, pace: { playing, speed: speed ?? 'max' } };
}

export interface SourceStatus {
  readonly pace: PlaybackSettings;
  readonly ended: boolean;
  readonly expectedEveryMs: number;
}

/** What only its reader knows, for every process. Written by nobody who has lost the source. */
export async function updateSourceStatus(
  db: Database,
  held: { readonly source: string; readonly fencing: number },
  { pace, ended, expectedEveryMs }: SourceStatus,
): Promise<void> {
  await db.query(
    `update sources set playing = $3, speed = $4, ended = $5, expected_every_ms = $6
      where name = $1 and fencing = $2`,
    [
      held.source,
      held.fencing,
      pace.playing,
      pace.speed === 'max' ? null : pace.speed,
      ended,
      expectedEveryMs,
    ],
  );
}

/** The market as last stored, for a source that makes its own prices. */
export async function readResumedCollectibles(db: Database): Promise<ResumedCollectible[]> {
  const { rows } = await db.query<ResumedCollectible>(
    `select c.id, c.floor_cents as "floorCents", c.listings, c.last_sale_cents as "lastSaleCents",
            m.kickoff_at as "kickoffAt"
       from collectibles c join matches m on m.id = c.match_id`,
  );
  return rows;
}

/** Every kick-off of these shards' matches, in epoch milliseconds. */
export async function readKickoffs(
  db: Database,
  source: string,
  shards: readonly number[],
): Promise<number[]> {
  const { rows } = await db.query<{ at: Date }>(
    `select kickoff_at as at from matches
      where source = $1 and shard = any($2) and kickoff_at is not null`,
    [source, shards],
  );
  return rows.map((row) => row.at.getTime());
}
