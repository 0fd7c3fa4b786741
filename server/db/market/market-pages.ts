/** Pages of collectibles at the marketplace. */
import type { MarketPage } from '../../market-model/market-page.ts';
import { bulkQuery, type Database } from '../pool.ts';

/** The collectibles that have one of these pages, and their matches. */
export async function listByMarketPage(
  db: Database,
  urls: readonly string[],
): Promise<{ readonly id: string; readonly matchId: string }[]> {
  const { rows } = await db.query<{ id: string; matchId: string }>(
    `select c.id, c.match_id as "matchId"
       from market_pages p join collectibles c on c.id = p.collectible_id
      where p.url = any($1)`,
    [urls],
  );
  return rows;
}

/** Of known collectibles; a page that is null is deleted. Writes, and locks, only what differs: a reader that has just started says all of them. */
export async function storeMarketPages(db: Database, pages: readonly MarketPage[]): Promise<void> {
  if (pages.length === 0) return;
  // A row can be updated once in a statement: what was said last holds.
  const urls = new Map(pages.map(({ collectibleId, url }) => [collectibleId, url]));
  await db.query(
    bulkQuery(
      `with said as (select * from unnest($1::text[], $2::text[]) as s (collectible_id, url)),
            gone as (delete from market_pages p using said s
                      where p.collectible_id = s.collectible_id and s.url is null)
       insert into market_pages (collectible_id, url)
       select collectible_id, url from said
        where url is not null and not exists (
              select from market_pages p where (p.collectible_id, p.url) = (said.collectible_id, said.url))
           on conflict (collectible_id) do update set url = excluded.url`,
      [[...urls.keys()], [...urls.values()]],
    ),
  );
}
