/** Input of the statistics: each collectible's floor now and at the end of each of the last thirty days. */
import type { Database } from '../pool.ts';
import { findDayAgo } from './price-history.ts';

export interface StatisticsScope {
  readonly match?: string | undefined;
  readonly category?: string | undefined;
}

export interface DailyFloors {
  readonly floorCents: number | null;
  readonly tickets: number;
  /** Value in force at the end of each of the last 30 days, oldest first; the last one is now. */
  readonly daily: readonly (number | null)[];
}

export interface MarketSample {
  /** Of the match, or of the source; items in another are left out, never mixed in. */
  readonly currency: string;
  readonly items: readonly DailyFloors[];
  /** Whether there is a “24 h ago” to compare with. */
  readonly dayAgoKnown: boolean;
}

/** Days before today; with today one more floor than this. */
export const sampledDays = 30;

/** @param now market now; null before the first reading */
export async function loadDailyFloors(
  db: Database,
  scope: StatisticsScope,
  now: Date | null,
): Promise<MarketSample> {
  const currency = await findCurrency(db, scope.match);
  const { rows } = await db.query<DailyFloors>(
    `select c.floor_cents as "floorCents", c.tickets,
            array(select (select floor_cents from price_changes h
                           where h.collectible_id = c.id and not h.late
                             and h.observed_at <= $3::timestamptz
                                                  - make_interval(hours => 24 * (${sampledDays} - d))
                           order by h.observed_at desc limit 1)
                    from generate_series(0, ${sampledDays}) as d order by d) as daily
       from collectibles c
      where ($1::text is null or c.match_id = $1) and ($2::text is null or c.category = $2)
        and c.currency = $4`,
    [scope.match ?? null, scope.category ?? null, now, currency],
  );
  return { currency, items: rows, dayAgoKnown: (await findDayAgo(db, now)) !== null };
}

async function findCurrency(db: Database, match: string | undefined): Promise<string> {
  const { rows } = await db.query<{ currency: string }>(
    `select coalesce((select currency from matches where id = $1),
                     (select currency from sources order by name limit 1), 'EUR') as currency`,
    [match ?? null],
  );
  return rows[0]?.currency ?? 'EUR';
}
