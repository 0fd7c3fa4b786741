/** A source's first start: its row, its shards, its catalogue and the past it brings. */
import type pg from 'pg';
import type { CatalogueEntry, Marketplace, Past } from '../marketplaces/marketplace.ts';
import type { Database } from './pool.ts';
import { inTransaction } from './transaction.ts';

/** The database already keeps another market; the message is one Spanish sentence for the operator. */
export class MarketRefused extends Error {}

/** Held while a source is registered, so that two processes do not both write its past. */
const registrationLock = 715_042;

/**
 * Registers the source with its catalogue and past, or recognises it.
 * @throws MarketRefused when the database keeps another source, file, seed or currency
 */
export async function registerSource(
  pool: pg.Pool,
  source: Marketplace,
  signal: AbortSignal,
): Promise<void> {
  await inTransaction(pool, async (client) => {
    await client.query('select pg_advisory_xact_lock($1)', [registrationLock]);
    const { rows } = await client.query<{ name: string; fingerprint: string }>(
      'select name, fingerprint from sources',
    );
    const [known] = rows;
    if (known !== undefined) {
      if (known.fingerprint !== source.fingerprint) throw new MarketRefused(refusal(known.name));
      return;
    }
    await client.query('insert into sources (name, fingerprint, currency) values ($1, $2, $3)', [
      source.name,
      source.fingerprint,
      source.currency,
    ]);
    await client.query(
      'insert into shards (source, shard) select $1, generate_series(0, shard_count() - 1)',
      [source.name],
    );
    const entries: CatalogueEntry[] = [];
    for await (const entry of source.catalogue(signal)) entries.push(entry);
    await insertCatalogue(client, source.name, entries);
    const now = new Date();
    const past = source.past?.(now);
    if (past !== undefined) await insertPast(client, source.name, past);
  });
}

const refusal = (stored: string) =>
  `Estos datos guardan otro mercado («${stored}», con otro archivo, semilla o divisa): ` +
  'usa otro DATA_DIR u otra base de datos, o vuelve al mercado anterior.';

async function insertCatalogue(db: Database, source: string, entries: readonly CatalogueEntry[]) {
  const matches = entries.map(({ match }) => match);
  await db.query(
    `insert into matches (id, source, number, event, stage, home, away, name, venue, city,
                          time_zone, kickoff_at, currency)
     select m.id, $1, m.number, m.event, m.stage, nullif(m.home, 'null'), nullif(m.away, 'null'), m.name,
            m.venue, m.city, m."timeZone", m."kickoffAt", m.currency
       from jsonb_to_recordset($2::jsonb) as m (
            id text, number integer, event text, stage text, home jsonb, away jsonb, name text,
            venue text, city text, "timeZone" text, "kickoffAt" timestamptz, currency text)`,
    [source, JSON.stringify(matches)],
  );
  await db.query(
    `insert into collectibles (id, match_id, name, category, rarity, currency, tickets)
     select c.id, c."matchId", c.name, c.category, c.rarity, c.currency, c.tickets
       from jsonb_to_recordset($1::jsonb) as c (
            id text, "matchId" text, name text, category text, rarity text, currency text,
            tickets integer)`,
    [JSON.stringify(entries.flatMap(({ collectibles }) => collectibles))],
  );
}

async function insertPast(db: Database, source: string, { prices, last }: Past) {
  await db.query(
    `insert into price_changes (collectible_id, observed_at, floor_cents)
     select * from unnest($1::text[], $2::timestamptz[], $3::integer[])
         on conflict do nothing`,
    [
      prices.map((price) => price.collectibleId),
      prices.map((price) => price.observedAt),
      prices.map((price) => price.floorCents),
    ],
  );
  const ids = [...last.keys()];
  await db.query(
    `update collectibles c
        set floor_cents = p.floor_cents, newest_at = p.observed_at, changed_at = p.observed_at,
            first_value_at = (select min(observed_at) from price_changes f
                               where f.collectible_id = c.id and f.floor_cents is not null),
            listings = l.listings, last_sale_cents = l.last_sale_cents
       from unnest($1::text[], $2::integer[], $3::integer[]) as l (id, listings, last_sale_cents),
            lateral (select observed_at, floor_cents from price_changes h
                      where h.collectible_id = l.id order by observed_at desc limit 1) p
      where c.id = l.id`,
    [
      ids,
      ids.map((id) => last.get(id)?.listings ?? 0),
      ids.map((id) => last.get(id)?.lastSaleCents ?? null),
    ],
  );
  await db.query(
    `update sources set market_now = (select max(observed_at) from price_changes),
                        last_arrival_at = now()
      where name = $1`,
    [source],
  );
}
