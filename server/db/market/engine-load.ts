/** Bulk reads that load the engine at start: the catalogue, and every price change within its windows. */
import type { CatalogueItem } from '../../market-model/catalogue-item.ts';
import { bulkQuery, type Database } from '../pool.ts';

export interface LoadedCollectible extends CatalogueItem {
  readonly newestAt: Date | null;
  readonly firstValueAt: Date | null;
  readonly shard: number;
}

/**
 * @param shards null = all
 * @param unpriced only those without any applied price
 */
export async function loadEngineCollectibles(
  db: Database,
  source: string,
  shards: readonly number[] | null,
  { unpriced = false } = {},
): Promise<LoadedCollectible[]> {
  const { rows } = await db.query<LoadedCollectible>(
    bulkQuery(
      `select c.id, c.match_id as "matchId", c.category, c.currency, c.last_observed_at as "newestAt",
            c.first_priced_at as "firstValueAt", m.shard
       from collectibles c join matches m on m.id = c.match_id
      where m.source = $1 and ($2::integer[] is null or m.shard = any($2))
        ${unpriced ? 'and c.first_priced_at is null' : ''} order by m.number, c.id`,
      [source, shards],
    ),
  );
  return rows;
}

/** Longer than the longest window of a rule (365 days). */
const retentionDays = 366;
const chunkSize = 50;

export interface LoadedChange {
  /** Market instant, epoch milliseconds. */
  readonly atMs: number;
  readonly floorCents: number | null;
}

/**
 * Price changes by collectible, ascending, without late ones: a restart must load what the running engine saw.
 * @param marketNow null before the first reading: everything
 */
export async function* loadChangeLogs(
  db: Database,
  ids: readonly string[],
  marketNow: Date | null,
): AsyncGenerator<[string, LoadedChange[]]> {
  for (let from = 0; from < ids.length; from += chunkSize) {
    const chunk = ids.slice(from, from + chunkSize);
    const { rows } = await db.query<{ id: string; at: Date; floorCents: number | null }>(
      bulkQuery(
        `select h.collectible_id as id, h.observed_at as at, h.floor_cents as "floorCents"
         from unnest($1::text[]) as c (id)
         join price_changes h on h.collectible_id = c.id
        where not h.late
          and h.observed_at >= coalesce(
              (select max(observed_at) from price_changes b
                where b.collectible_id = c.id and not b.late
                  and b.observed_at <= $3::timestamptz - make_interval(hours => $2)), '-infinity')
        order by h.observed_at`,
        [chunk, retentionDays * 24, marketNow],
      ),
    );
    const logs = Map.groupBy(rows, (row) => row.id);
    for (const id of chunk) {
      const log = logs.get(id) ?? [];
      yield [id, log.map((row) => ({ atMs: row.at.getTime(), floorCents: row.floorCents }))];
    }
  }
}
