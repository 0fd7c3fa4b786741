/** Inserts new matches and collectibles into the catalogue. Existing rows are neither changed nor deleted. */
import type { CatalogueEntry } from '../../market-model/marketplace.ts';
import { bulkQuery, type Database } from '../pool.ts';

export async function insertCatalogueEntries(
  db: Database,
  source: string,
  entries: readonly CatalogueEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  await db.query(
    bulkQuery(
      `insert into matches (id, source, number, event, stage, home, away, name, venue, city,
                          time_zone, kickoff_at, currency)
     select m.id, $1, m.number, m.event, m.stage, nullif(m.home, 'null'), nullif(m.away, 'null'), m.name,
            m.venue, m.city, m."timeZone", m."kickoffAt", m.currency
       from jsonb_to_recordset($2::jsonb) as m (
            id text, number integer, event text, stage text, home jsonb, away jsonb, name text,
            venue text, city text, "timeZone" text, "kickoffAt" timestamptz, currency text)
         on conflict (id) do nothing`,
      [source, JSON.stringify(entries.map(({ match }) => match))],
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
