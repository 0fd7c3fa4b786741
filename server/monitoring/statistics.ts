/**
 * Figures of a match, a category or the whole market, each with its sample size. “Not enough data” is null,
 * never 0. A feed of floors alone knows neither the other asks nor the sales: median ask, spread, depth and
 * volume stay null with it.
 */
import type { Statistics } from '#contract/monitoring.ts';
import { changeBp } from '../db/catalogue.ts';
import type { Database } from '../db/pool.ts';

export interface Scope {
  readonly match?: string | undefined;
  readonly category?: string | undefined;
}

interface ItemRow {
  readonly currency: string;
  readonly floorCents: number | null;
  readonly tickets: number;
  /** Value in force at the end of each of the last 30 days, oldest first; the last one is now. */
  readonly daily: readonly (number | null)[];
}

const volatilityDays = 30;
/** Fewer daily returns than these say nothing (research/peers.md §4). */
const leastReturns = 7;

/** @param now market now; null before the first reading */
export async function readStatistics(
  db: Database,
  scope: Scope,
  now: Date | null,
): Promise<Statistics> {
  const { rows } = await db.query<ItemRow>(
    `select c.currency, c.floor_cents as "floorCents", c.tickets,
            array(select (select floor_cents from price_changes h
                           where h.collectible_id = c.id and not h.late
                             and h.observed_at <= $3::timestamptz
                                                  - make_interval(hours => 24 * (${volatilityDays} - d))
                           order by h.observed_at desc limit 1)
                    from generate_series(0, ${volatilityDays}) as d order by d) as daily
       from collectibles c
      where ($1::text is null or c.match_id = $1) and ($2::text is null or c.category = $2)`,
    [scope.match ?? null, scope.category ?? null, now],
  );
  // One currency per source; a stray one is not mixed in.
  const currency = rows[0]?.currency ?? (await currencyOfSource(db));
  return statisticsOf(
    rows.filter((row) => row.currency === currency),
    currency,
  );
}

export function statisticsOf(items: readonly ItemRow[], currency: string): Statistics {
  const priced = items.filter((item) => item.floorCents !== null);
  const floor = lowest(items.map((item) => item.floorCents));
  const perTicket = lowest(priced.map((item) => Math.round((item.floorCents ?? 0) / item.tickets)));
  const returns = logReturns(
    Array.from({ length: volatilityDays + 1 }, (_, day) =>
      lowest(items.map((item) => item.daily[day] ?? null)),
    ),
  );
  const unknown = { value: null, sampleSize: 0 };
  return {
    currency,
    floorCents: { value: floor, sampleSize: priced.length },
    medianAskCents: unknown,
    spreadBp: unknown,
    depthWithin5Pct: unknown,
    change24hBp: changeOver(items, floor, 1),
    change7dBp: changeOver(items, floor, 7),
    volatility: {
      value: returns.length < leastReturns ? null : standardDeviation(returns),
      sampleSize: returns.length,
    },
    volumeSales24h: unknown,
    bestValuePerTicketCents: { value: perTicket, sampleSize: priced.length },
  };
}

function changeOver(items: readonly ItemRow[], floor: number | null, days: number) {
  const then = items.map((item) => item.daily[volatilityDays - days] ?? null);
  const known = then.filter((value, index) => value !== null && items[index]?.floorCents !== null);
  return { value: changeBp(floor, lowest(then)), sampleSize: known.length };
}

function lowest(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : Math.min(...known);
}

/** Of consecutive days that both have a value. */
function logReturns(daily: readonly (number | null)[]): number[] {
  return daily.slice(1).flatMap((today, index) => {
    const yesterday = daily[index] ?? null;
    return today === null || yesterday === null ? [] : [Math.log(today / yesterday)];
  });
}

/** Of a sample: n − 1. */
function standardDeviation(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return Math.sqrt(squares / (values.length - 1));
}

async function currencyOfSource(db: Database): Promise<string> {
  const { rows } = await db.query<{ currency: string }>('select currency from sources limit 1');
  return rows[0]?.currency ?? 'EUR';
}
