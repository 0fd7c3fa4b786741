/** Bulk reads that load the engine: the catalogue with its prices, and of some the price changes within their windows. */
import type { CatalogueItem } from '../../market-model/catalogue-item.ts';
import type { FloorAt, KnownPrice } from '../../market-model/stored-price.ts';
import { bulkQuery, type Database } from '../pool.ts';

export interface LoadedCollectible extends CatalogueItem, KnownPrice {
  readonly shard: number;
  /** Of its match. */
  readonly supplier: string;
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
      `select c.id, c.match_id as "matchId", c.category, c.currency, m.shard, m.supplier, c.floor_cents as "floorCents",
            (date_part('epoch', c.first_priced_at) * 1000)::bigint as "firstValueAtMs",
            (date_part('epoch', case when c.last_observed_at is not null and not s.unseen ? c.id
                                     then greatest(c.last_observed_at, s.all_seen_at)
                                     else c.last_observed_at end) * 1000)::bigint as "newestAtMs"
       from collectibles c join matches m on m.id = c.match_id
       left join shards s on s.source = m.source and s.shard = m.shard
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

/**
 * Price changes by collectible, ascending, without late ones: what the engine would have seen.
 * @param marketNow null before the first reading: everything
 */
export async function* loadChangeLogs(
  db: Database,
  ids: readonly string[],
  marketNow: Date | null,
): AsyncGenerator<[string, FloorAt[]]> {
  for (let from = 0; from < ids.length; from += chunkSize) {
    const chunk = ids.slice(from, from + chunkSize);
    const { rows } = await db.query<FloorAt & { id: string }>(
      bulkQuery(
        `select h.collectible_id as id, (date_part('epoch', h.observed_at) * 1000)::bigint as "atMs", h.floor_cents as "floorCents"
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
    for (const id of chunk) yield [id, logs.get(id) ?? []];
  }
}
