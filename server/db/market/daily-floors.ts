/** Lowest floor of a match, a category or the whole market at past instants. */
import type { Database } from '../pool.ts';

export interface FloorScope {
  readonly match?: string | undefined;
  readonly category?: string | undefined;
  /** Collectibles in another are left out, never mixed in. */
  readonly currency: string;
}

/**
 * From the stored floors where there are some, else by a probe of each collectible.
 * @param instants midnights (UTC)
 * @returns the lowest floor in force at each, in their order; null where nothing was listed
 */
export async function loadLowestFloors(
  db: Database,
  { match, category, currency }: FloorScope,
  instants: readonly Date[],
): Promise<(number | null)[]> {
  const { rows } = await db.query<{ floor: number | null }>(
    `select case when i.at >= r.floors_from and i.at < r.rolled_until
                 then (select min(floor_cents) from daily_floors
                        where midnight = i.at and ($1::text is null or match_id = $1)
                          and ($2::text is null or category = $2) and currency = $3)
                 else (select min(h.floor_cents)
                         from collectibles c
                         join lateral (select floor_cents from price_changes
                                        where collectible_id = c.id and not late and observed_at <= i.at
                                        order by observed_at desc limit 1) h on true
                        where ($1::text is null or c.match_id = $1) and ($2::text is null or c.category = $2)
                          and c.currency = $3) end as floor
       from price_rollup r, unnest($4::timestamptz[]) with ordinality as i (at, place)
      order by i.place`,
    [match ?? null, category ?? null, currency, instants],
  );
  return rows.map(({ floor }) => floor);
}

/** The currency of the (only) source; euros before the first. */
export async function findMarketCurrency(db: Database): Promise<string> {
  const { rows } = await db.query<{ currency: string }>(
    `select coalesce((select currency from sources order by name limit 1), 'EUR') as currency`,
  );
  return rows[0]?.currency ?? 'EUR';
}

/**
 * The lowest stored floor of each category of a match at the 30 midnights before an instant; none for a category that was not
 * listed, or before the first rollup.
 * @returns by JSON of `[match, category, currency]`
 */
export async function loadCategoryLows(
  db: Database,
  until: Date,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await db.query<{
    match: string;
    category: string;
    currency: string;
    floor: number;
  }>(
    `select match_id as match, category, currency, min(floor_cents) as floor
       from daily_floors
      where midnight > $1::timestamptz - interval '30 days' and midnight <= $1
      group by match_id, category, currency`,
    [until],
  );
  return new Map(
    rows.map(({ match, category, currency, floor }) => [
      JSON.stringify([match, category, currency]),
      floor,
    ]),
  );
}
