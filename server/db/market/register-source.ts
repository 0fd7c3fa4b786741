/** First registration of a source: its row, shards, catalogue and seed history. */
import type pg from 'pg';
import { type MarketPageRejection, marketPagesOf } from '../../market-model/market-page.ts';
import type { CatalogueEntry, Marketplace, SeedHistory } from '../../market-model/marketplace.ts';
import { databaseNow } from '../database-clock.ts';
import { bulkQuery, type Database } from '../pool.ts';
import { inTransaction } from '../transaction.ts';
import { insertCatalogueEntries } from './insert-catalogue.ts';
import { storeMarketPages } from './market-pages.ts';
import { insertPriceChanges, insertSales, toIntegerArray } from './reading-writes.ts';

/** The database already has another market; the message is one Spanish sentence for the operator. */
export class SourceMismatchError extends Error {}

/** Advisory lock, so that two processes do not both write the seed history. */
const registrationLock = 715_042;

/**
 * Rows of the seed history in one statement: while values become text the transaction is idle, which PostgreSQL ends after
 * a few seconds, and months of prices take that long on a busy or small machine.
 */
const pricesPerStatement = 5_000;

/**
 * Registers the source with its catalogue and seed history, unless it already is. The catalogue is fetched before
 * anything is locked, as it may be slow; two processes that start together at worst both fetch it once.
 * @param onPageRejected a collectible's `url` was left out
 * @throws SourceMismatchError when the database has another source, file, seed or currency
 */
export async function registerSource(
  pool: pg.Pool,
  source: Marketplace,
  signal: AbortSignal,
  onPageRejected: (reason: MarketPageRejection, times: number) => void,
): Promise<void> {
  if (await isRegistered(pool, source)) return;
  const entries: CatalogueEntry[] = [];
  for await (const entry of source.catalogue(signal)) entries.push(entry);
  const { pages, rejected } = marketPagesOf(entries, source.pageOrigins);
  for (const [reason, times] of rejected) onPageRejected(reason, times);
  const seedHistory = source.seedHistory?.(await databaseNow(pool));
  await inTransaction(pool, async (client) => {
    await client.query('select pg_advisory_xact_lock($1)', [registrationLock]);
    if (await isRegistered(client, source)) return;
    await client.query(
      bulkQuery('insert into sources (name, fingerprint, currency) values ($1, $2, $3)', [
        source.name,
        source.fingerprint,
        source.currency,
      ]),
    );
    await client.query(
      bulkQuery(
        'insert into shards (source, shard) select $1, generate_series(0, shard_count() - 1)',
        [source.name],
      ),
    );
    await insertCatalogueEntries(client, source.name, entries);
    await storeMarketPages(client, pages);
    if (seedHistory !== undefined) await insertSeedHistory(client, source.name, seedHistory);
  });
}

/** @throws SourceMismatchError when another source is registered */
async function isRegistered(db: Database, source: Marketplace): Promise<boolean> {
  const { rows } = await db.query<{ name: string; fingerprint: string }>(
    bulkQuery('select name, fingerprint from sources'),
  );
  const [known] = rows;
  if (known === undefined) return false;
  if (known.fingerprint !== source.fingerprint)
    throw new SourceMismatchError(mismatchMessage(known.name));
  return true;
}

const mismatchMessage = (stored: string) =>
  `Estos datos guardan otro mercado («${stored}», con otro archivo, semilla o divisa): ` +
  'usa otro DATA_DIR u otra base de datos, o vuelve al mercado anterior.';

async function insertSeedHistory(
  db: Database,
  source: string,
  { prices, sales, last }: SeedHistory,
) {
  for (let from = 0; from < prices.length; from += pricesPerStatement)
    await insertPriceChanges(
      db,
      prices.slice(from, from + pricesPerStatement).map((price) => ({ ...price, late: false })),
    );
  const ids = [...last.keys()];
  await db.query(
    bulkQuery(
      `update collectibles c
        set floor_cents = p.floor_cents, last_observed_at = p.observed_at, floor_changed_at = p.observed_at,
            first_priced_at = (select min(observed_at) from price_changes f
                               where f.collectible_id = c.id and f.floor_cents is not null),
            listings = l.listings, last_sale_cents = l.last_sale_cents, asks = l.asks::integer[]
       from unnest($1::text[], $2::integer[], $3::integer[], $4::text[])
              as l (id, listings, last_sale_cents, asks),
            lateral (select observed_at, floor_cents from price_changes h
                      where h.collectible_id = l.id order by observed_at desc limit 1) p
      where c.id = l.id`,
      [
        ids,
        ids.map((id) => last.get(id)?.listings ?? 0),
        ids.map((id) => last.get(id)?.lastSaleCents ?? null),
        ids.map((id) => toIntegerArray(last.get(id)?.asks ?? null)),
      ],
    ),
  );
  await insertSales(
    db,
    sales.map(({ soldAt, ...sale }) => ({ ...sale, soldAt: new Date(soldAt) })),
  );
  await db.query(
    bulkQuery(
      `update sources set market_now = (select max(observed_at) from price_changes),
                        last_arrival_at = now()
      where name = $1`,
      [source],
    ),
  );
}
