/** Current floors, for clients that connect to the live stream, and how far each shard has got. */
import type { PriceUpdate } from '#contract/live-stream.ts';
import type { Database } from '../pool.ts';

/** @param matches null = every match */
export async function listCurrentFloors(
  db: Database,
  matches: ReadonlySet<string> | null,
): Promise<PriceUpdate[]> {
  const { rows } = await db.query<FloorRow>(
    `${selectFloors}
     where floor_changed_at is not null and ($1::text[] is null or match_id = any($1)) order by id`,
    [matches === null ? null : [...matches]],
  );
  return rows.map(toUpdate);
}

export interface ShardPosition {
  readonly source: string;
  readonly shard: number;
  /** Id of the last reading applied. */
  readonly position: number;
}

export async function listShardPositions(db: Database): Promise<ShardPosition[]> {
  const { rows } = await db.query<ShardPosition>(
    'select source, shard, last_reading_id as position from shards',
  );
  return rows;
}

/** Floors of a shard's collectibles that may have changed after a reading. */
export async function listFloorsChangedAfter(
  db: Database,
  { source, shard, position }: ShardPosition,
): Promise<PriceUpdate[]> {
  const { rows } = await db.query<FloorRow>(
    `${selectFloors}
     where match_id in (select id from matches where source = $1 and shard = $2)
       and floor_changed_at >= coalesce((select min(observed_at) from readings
                                          where source = $1 and id > $3), '-infinity')`,
    [source, shard, position],
  );
  return rows.map(toUpdate);
}

interface FloorRow {
  readonly collectibleId: string;
  readonly matchId: string;
  readonly floorCents: number | null;
  readonly observedAt: Date;
}

const selectFloors = `
  select id as "collectibleId", match_id as "matchId", floor_cents as "floorCents",
         floor_changed_at as "observedAt"
    from collectibles`;

const toUpdate = (row: FloorRow): PriceUpdate => ({
  ...row,
  observedAt: row.observedAt.toISOString(),
});
