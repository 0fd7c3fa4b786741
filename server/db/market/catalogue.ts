/** Loads of the catalogue: matches and collectibles with their floors, in bulk for the market cache and by id for a page. */

import type { Collectible, Match } from '#contract/monitoring.ts';
import type { ResumedCollectible } from '../../market-model/marketplace.ts';
import { bulkQuery, type Database } from '../pool.ts';

/** What the cache of a process is compared with. */
export interface MarketVersion {
  /** observedAt of the newest reading every shard has applied; null before the first. */
  readonly now: Date | null;
  /** Grows with every new or renamed match and collectible. */
  readonly catalogue: number;
  /** Changes with every reading that a shard applies. */
  readonly prices: string;
}

const versionColumns = `
  coalesce((select sum(catalogue_version) from sources), 0)::bigint as catalogue,
  coalesce((select sum(last_reading_id) from shards), 0)::text as prices`;

export async function findMarketVersion(db: Database): Promise<MarketVersion> {
  const { rows } = await db.query<MarketVersion>(
    `select greatest((select min(market_now) from sources),
                     -- A reading is applied once the slowest shard has applied it.
                     (select case when count(market_now) = count(*) then min(market_now) end
                        from shards)) as now,
            ${versionColumns}`,
  );
  return rows[0] ?? { now: null, catalogue: 0, prices: '0' };
}

/** What a source says about a match once and for all. */
export type CatalogueMatchRow = Omit<
  Match,
  | 'kickoffAt'
  | 'status'
  | 'floorCents'
  | 'change24hBp'
  | 'listings'
  | 'collectibleCount'
  | 'watched'
> & { readonly kickoffAt: Date | null };

export interface CatalogueCollectibleRow {
  readonly id: string;
  readonly matchId: string;
  readonly name: string;
  readonly category: string;
  readonly currency: string;
  readonly tickets: number;
}

export async function loadCatalogue(
  db: Database,
): Promise<{ matches: CatalogueMatchRow[]; collectibles: CatalogueCollectibleRow[] }> {
  const matches = await db.query<CatalogueMatchRow>(
    bulkQuery(`select id, number, event, stage, home, away, name, venue, city,
                      time_zone as "timeZone", kickoff_at as "kickoffAt", currency from matches`),
  );
  const collectibles = await db.query<CatalogueCollectibleRow>(
    bulkQuery(
      `select id, match_id as "matchId", name, category, currency, tickets from collectibles`,
    ),
  );
  return { matches: matches.rows, collectibles: collectibles.rows };
}

/** Floors by collectible: two arrays of the same order, one JSON value each, because twenty thousand rows cost far more. */
export interface FloorColumn {
  readonly ids: readonly string[];
  readonly floors: readonly (number | null)[];
}

/** The current floors, with the version of the same statement. */
export async function loadFloors(db: Database): Promise<FloorColumn & Omit<MarketVersion, 'now'>> {
  const { rows } = await db.query<FloorColumn & Omit<MarketVersion, 'now'>>(
    `select coalesce(to_json(array_agg(id)), '[]') as ids,
            coalesce(to_json(array_agg(floor_cents)), '[]') as floors, ${versionColumns}
       from collectibles`,
  );
  return rows[0] ?? { ids: [], floors: [], catalogue: 0, prices: '0' };
}

/** The floors in force at an instant: one index probe per collectible. */
export async function loadFloorsAt(db: Database, instant: Date): Promise<FloorColumn> {
  const { rows } = await db.query<FloorColumn>(
    `select coalesce(to_json(array_agg(c.id)), '[]') as ids,
            coalesce(to_json(array_agg(h.floor_cents)), '[]') as floors
       from collectibles c
       left join lateral (
            select floor_cents from price_changes
             where collectible_id = c.id and not late and observed_at <= $1
             order by observed_at desc limit 1) h on true`,
    [instant],
  );
  return rows[0] ?? { ids: [], floors: [] };
}

/** By match, in its currency. */
export async function countListings(db: Database): Promise<ReadonlyMap<string, number>> {
  const { rows } = await db.query<{ id: string; listings: number }>(
    `select c.match_id as id, sum(c.listings)::bigint as listings
       from collectibles c join matches m on m.id = c.match_id and m.currency = c.currency
      group by c.match_id`,
  );
  return new Map(rows.map(({ id, listings }) => [id, listings]));
}

export type CollectiblePageRow = Omit<
  Collectible,
  'matchName' | 'change24hBp' | 'low30dCents' | 'high30dCents' | 'observedAt' | 'spark' | 'url'
> & { readonly observedAt: Date | null; readonly url: string | null };

/** Current rows of a page, in any order. */
export async function listCollectibleRows(
  db: Database,
  ids: readonly string[],
): Promise<CollectiblePageRow[]> {
  const { rows } = await db.query<CollectiblePageRow>(
    `select c.id, c.match_id as "matchId", c.name, c.category, c.rarity, c.currency,
            c.floor_cents as "floorCents", c.listings, c.last_sale_cents as "lastSaleCents",
            c.floor_changed_at as "observedAt", p.url
       from collectibles c
       left join market_pages p on p.collectible_id = c.id
      where c.id = any($1)`,
    [ids],
  );
  return rows;
}

/** Basis points from one price to another; null without both. */
export function changeBp(nowCents: number | null, thenCents: number | null): number | null {
  if (nowCents === null || thenCents === null) return null;
  return Math.round(((nowCents - thenCents) * 10_000) / thenCents);
}

/** The market as last stored, for a source that makes its own prices. */
export async function listStoredCollectibles(db: Database): Promise<ResumedCollectible[]> {
  const { rows } = await db.query<ResumedCollectible>(
    `select c.id, c.floor_cents as "floorCents", c.listings, c.last_sale_cents as "lastSaleCents",
            m.kickoff_at as "kickoffAt", m.supplier,
            case when c.asks[1] is not distinct from c.floor_cents then c.asks end as asks
       from collectibles c join matches m on m.id = c.match_id`,
  );
  return rows;
}

export interface MatchKickoff {
  readonly matchId: string;
  /** Epoch milliseconds. */
  readonly atMs: number;
}

/** Every kick-off of these shards' matches. */
export async function listKickoffs(
  db: Database,
  source: string,
  shards: readonly number[],
): Promise<MatchKickoff[]> {
  const { rows } = await db.query<{ matchId: string; at: Date }>(
    `select id as "matchId", kickoff_at as at from matches
      where source = $1 and shard = any($2) and kickoff_at is not null`,
    [source, shards],
  );
  return rows.map(({ matchId, at }) => ({ matchId, atMs: at.getTime() }));
}

export async function listShardsOfCollectibles(
  db: Database,
  ids: readonly string[],
): Promise<{ id: string; shard: number }[]> {
  const { rows } = await db.query<{ id: string; shard: number }>(
    `select c.id, m.shard from collectibles c join matches m on m.id = c.match_id
      where c.id = any($1::text[])`,
    [ids],
  );
  return rows;
}
