/** Current floors, for clients that connect to the live stream. */
import type { PriceUpdate } from '#contract/live-stream.ts';
import type { Database } from '../pool.ts';

/** @param matches null = every match */
export async function listCurrentFloors(
  db: Database,
  matches: ReadonlySet<string> | null,
): Promise<PriceUpdate[]> {
  const { rows } = await db.query<{
    collectibleId: string;
    matchId: string;
    floorCents: number | null;
    observedAt: Date;
  }>(
    `select id as "collectibleId", match_id as "matchId", floor_cents as "floorCents",
            floor_changed_at as "observedAt"
     from collectibles
     where floor_changed_at is not null and ($1::text[] is null or match_id = any($1)) order by id`,
    [matches === null ? null : [...matches]],
  );
  return rows.map((row) => ({ ...row, observedAt: row.observedAt.toISOString() }));
}
