/** Inserts new matches and collectibles into the catalogue, and updates what a source says about known matches. Nothing is deleted. */
import type { CatalogueEntry } from '../../market-model/marketplace.ts';
import { bulkQuery, type Database } from '../pool.ts';

/** What the source no longer knows stays, as do number, currency and collectibles. */
export async function insertCatalogueEntries(
  db: Database,
  source: string,
  entries: readonly CatalogueEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  // A row can be updated once in a statement: of several readings the last one describes the match.
  const matches = new Map(entries.map(({ match }) => [match.id, match]));
  await db.query(
    bulkQuery(
      `insert into matches (id, source, number, event, stage, home, away, name, venue, city,
                          time_zone, kickoff_at, currency, supplier)
     select m.id, $1, m.number, m.event, m.stage, nullif(m.home, 'null'), nullif(m.away, 'null'), m.name,
            m.venue, m.city, m."timeZone", m."kickoffAt", m.currency, coalesce(m.supplier, '')
       from jsonb_to_recordset($2::jsonb) as m (
            id text, number integer, event text, stage text, home jsonb, away jsonb, name text,
            venue text, city text, "timeZone" text, "kickoffAt" timestamptz, currency text, supplier text)
         on conflict (id) do update set
            event = excluded.event, name = excluded.name, city = excluded.city,
            stage = coalesce(excluded.stage, matches.stage), home = coalesce(excluded.home, matches.home),
            away = coalesce(excluded.away, matches.away), venue = coalesce(excluded.venue, matches.venue),
            time_zone = coalesce(excluded.time_zone, matches.time_zone),
            kickoff_at = coalesce(excluded.kickoff_at, matches.kickoff_at),
            reopens_since = case when matches.kickoff_at <= now() and excluded.kickoff_at > now() then now()
                                 else matches.reopens_since end
          where (matches.event, matches.name, matches.city) is distinct from (excluded.event, excluded.name, excluded.city)
             or excluded.stage <> matches.stage or excluded.home <> matches.home or excluded.away <> matches.away
             or excluded.venue <> matches.venue or excluded.time_zone <> matches.time_zone
             or excluded.kickoff_at <> matches.kickoff_at
             or num_nulls(matches.stage, matches.home, matches.away, matches.venue, matches.time_zone, matches.kickoff_at)
              > num_nulls(coalesce(excluded.stage, matches.stage), coalesce(excluded.home, matches.home),
                          coalesce(excluded.away, matches.away), coalesce(excluded.venue, matches.venue),
                          coalesce(excluded.time_zone, matches.time_zone), coalesce(excluded.kickoff_at, matches.kickoff_at))`,
      [source, JSON.stringify([...matches.values()])],
    ),
  );
  await db.query(
    bulkQuery(
      `insert into collectibles (id, match_id, name, category, rarity, currency, tickets)
     select c.id, c."matchId", c.name, c.category, c.rarity, c.currency, c.tickets
       from jsonb_to_recordset($1::jsonb) as c (
            id text, "matchId" text, name text, category text, rarity text, currency text,
            tickets integer)
         on conflict (id) do nothing`,
      [JSON.stringify(entries.flatMap(({ collectibles }) => collectibles))],
    ),
  );
}
