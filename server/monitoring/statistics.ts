/**
 * Market statistics of a match, a category or the whole market, each with its sample size. “Not enough data” is
 * null, never 0. Median ask, spread, depth and volume are always null: the feed has only floors and counts.
 */
import type { Statistics } from '#contract/monitoring.ts';
import { changeBp } from '../db/market/catalogue.ts';
import {
  type DailyFloors,
  loadDailyFloors,
  type MarketSample,
  type StatisticsScope,
  sampledDays,
} from '../db/market/daily-floors.ts';
import type { Database } from '../db/pool.ts';

/** Volatility needs at least this many daily returns. */
const minReturns = 7;
const noData = { value: null, sampleSize: 0 };

/** @param now market now; null before the first reading */
export const loadStatistics = async (
  db: Database,
  scope: StatisticsScope,
  now: Date | null,
): Promise<Statistics> => statisticsOf(await loadDailyFloors(db, scope, now));

export function statisticsOf({ currency, items, dayAgoKnown }: MarketSample): Statistics {
  const priced = items.filter((item) => item.floorCents !== null);
  const floor = lowest(items.map((item) => item.floorCents));
  const perTicket = lowest(priced.map((item) => Math.round((item.floorCents ?? 0) / item.tickets)));
  const returns = logReturns(
    Array.from({ length: sampledDays + 1 }, (_, day) =>
      lowest(items.map((item) => item.daily[day] ?? null)),
    ),
  );
  return {
    currency,
    floorCents: { value: floor, sampleSize: priced.length },
    medianAskCents: noData,
    spreadBp: noData,
    depthWithin5Pct: noData,
    change24hBp: dayAgoKnown ? changeOver(items, 1) : noData,
    change7dBp: changeOver(items, 7),
    volatility: {
      value: returns.length < minReturns ? null : standardDeviation(returns),
      sampleSize: returns.length,
    },
    volumeSales24h: noData,
    bestValuePerTicketCents: { value: perTicket, sampleSize: priced.length },
  };
}

/** Change of the floor over some days, whichever items had it; the sample size is the smaller of the two. */
function changeOver(items: readonly DailyFloors[], days: number) {
  const then = items.map((item) => item.daily[sampledDays - days] ?? null);
  const now = items.map((item) => item.floorCents);
  const known = (values: readonly (number | null)[]) =>
    values.filter((value) => value !== null).length;
  return {
    value: changeBp(lowest(now), lowest(then)),
    sampleSize: Math.min(known(then), known(now)),
  };
}

function lowest(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : Math.min(...known);
}

/** Log returns of consecutive days that both have a value. */
function logReturns(daily: readonly (number | null)[]): number[] {
  return daily.slice(1).flatMap((today, index) => {
    const yesterday = daily[index] ?? null;
    return today === null || yesterday === null ? [] : [Math.log(today / yesterday)];
  });
}

/** Sample standard deviation (n − 1). */
function standardDeviation(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return Math.sqrt(squares / (values.length - 1));
}
