/** What is asked and what was sold, of sources that have more than floors. */
import type { Database } from '../pool.ts';

/** absent = every one. */
export interface OfferScope {
  readonly match?: string | undefined;
  readonly category?: string | undefined;
  readonly currency: string;
}

/** Columns of `collectibles c`, parameters 1 to 3. */
const inScope = `c.currency = $1 and ($2::text is null or c.match_id = $2) and ($3::text is null or c.category = $3)`;
const scopeValues = ({ currency, match, category }: OfferScope) => [
  currency,
  match ?? null,
  category ?? null,
];

export interface AskFigures {
  readonly count: number;
  readonly lowestCents: number | null;
  readonly medianCents: number | null;
  /** At most 5 % above the lowest. */
  readonly nearLowest: number;
}

/** @returns null when the asks of no collectible are known: the source has only floors */
export async function findAskFigures(db: Database, scope: OfferScope): Promise<AskFigures | null> {
  const { rows } = await db.query<AskFigures & { readonly isKnown: boolean }>(
    `with known as materialized (
       -- Asks that belong to another floor were stored before a tick without any.
       select c.asks from collectibles c
        where ${inScope} and c.asks is not null and c.asks[1] is not distinct from c.floor_cents),
     asks as (select unnest(asks)::bigint as cents from known),
     lowest as (select min(cents) as cents from asks)
     select exists (select from known) as "isKnown", count(*)::integer as count,
            min(cents) as "lowestCents",
            round((percentile_cont(0.5) within group (order by cents))::numeric)::integer as "medianCents",
            (count(*) filter (where cents * 20 <= (select cents from lowest) * 21))::integer as "nearLowest"
       from asks`,
    scopeValues(scope),
  );
  const [row] = rows;
  if (row?.isKnown !== true) return null;
  const { count, lowestCents, medianCents, nearLowest } = row;
  return { count, lowestCents, medianCents, nearLowest };
}

export interface Sale {
  readonly soldAt: Date;
  readonly priceCents: number;
}

/** More than a chart can show apart. */
const maxChartSales = 200;

/** The newest of one collectible, ascending. */
export async function listSales(
  db: Database,
  collectibleId: string,
  { after, until }: { readonly after: Date; readonly until: Date },
): Promise<Sale[]> {
  const { rows } = await db.query<Sale>(
    `select sold_at as "soldAt", price_cents as "priceCents" from sales
      where collectible_id = $1 and sold_at > $2 and sold_at <= $3
      order by sold_at desc, sale_id desc limit $4`,
    [collectibleId, after, until, maxChartSales],
  );
  return rows.reverse();
}

/** Sales after one instant and until another. @returns null when the source has none at all: it does not list them */
export async function countSales(
  db: Database,
  scope: OfferScope,
  { after, until }: { readonly after: Date; readonly until: Date },
): Promise<number | null> {
  const { rows } = await db.query<{ count: number; isListed: boolean }>(
    `select count(*)::integer as count, exists (select from sales) as "isListed"
       from sales s join collectibles c on c.id = s.collectible_id
      where ${inScope} and s.sold_at > $4 and s.sold_at <= $5`,
    [...scopeValues(scope), after, until],
  );
  const [row] = rows;
  return row?.isListed === true ? row.count : null;
}
