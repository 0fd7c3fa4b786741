/**
 * Market statistics of a match, a category or the whole market, each with its sample size. “Not enough data” is
 * null, never 0: median ask, spread and depth of a source that has only floors, volume of one that lists no sales.
 */
import type { Statistics } from '#contract/monitoring.ts';
import { lowestPrice } from '#domain/lowest-price.ts';
import { type AskFigures, countSales, findAskFigures } from '../db/market/asks-and-sales.ts';
import { changeBp } from '../db/market/catalogue.ts';
import { findMarketCurrency } from '../db/market/daily-floors.ts';
import type { Database } from '../db/pool.ts';
import { dayAgoColumn } from './catalogue-pages.ts';
import type { Floor, MarketView } from './market-cache.ts';

export interface StatisticsScope {
  readonly match?: string | undefined;
  readonly category?: string | undefined;
}

export interface MarketSample {
  /** Of the match, or of the source; items in another are left out, never mixed in. */
  readonly currency: string;
  readonly items: readonly { readonly floorCents: Floor; readonly tickets: number }[];
  /** The items' floors a day ago; null when there is no “24 h ago” to compare with. */
  readonly dayAgo: readonly Floor[] | null;
  readonly weekAgo: readonly Floor[];
  /** The lowest of their floors at each of the last 30 midnights (UTC), oldest first, and now. */
  readonly daily: readonly Floor[];
  /** null = unknown. */
  readonly asks: AskFigures | null;
  /** In the last 24 hours; null = unknown. */
  readonly sales: number | null;
}

/** Volatility needs at least this many daily returns. */
const minReturns = 7;
const sampledDays = 30;
const dayMs = 86_400_000;
const noData = { value: null, sampleSize: 0 };

/** Computed once until the next reading: the answer is the same for everybody. */
export const loadStatistics = (
  db: Database,
  scope: StatisticsScope,
  view: MarketView,
): Promise<Statistics> =>
  view.once(`statistics ${JSON.stringify([scope.match, scope.category])}`, async () =>
    statisticsOf(await loadSample(db, scope, view)),
  );

async function loadSample(
  db: Database,
  { match, category }: StatisticsScope,
  view: MarketView,
): Promise<MarketSample> {
  const { catalogue, floors, now } = view;
  const currency = catalogue.matchById.get(match ?? '')?.currency ?? (await findMarketCurrency(db));
  const places = (
    match === undefined ? catalogue.places : (catalogue.placesByMatch.get(match) ?? [])
  ).filter((place) => {
    const item = catalogue.collectibles[place];
    return item?.currency === currency && (category === undefined || item.category === category);
  });
  const items = places.map((place) => ({
    floorCents: floors[place] ?? null,
    tickets: catalogue.collectibles[place]?.tickets ?? 1,
  }));
  if (now === null)
    return { currency, items, dayAgo: null, weekAgo: [], daily: [], asks: null, sales: null };
  const pick = (column: readonly Floor[]) => places.map((place) => column[place] ?? null);
  const dayAgo = await dayAgoColumn(db, view);
  const offers = { match, category, currency };
  const midnights = await view.midnightFloors(offers, lastMidnights(now));
  return {
    currency,
    items,
    dayAgo: dayAgo === null ? null : pick(dayAgo),
    weekAgo: pick(await view.floorsAt(new Date(now.getTime() - 7 * dayMs))),
    daily: [...midnights, lowestPrice(items.map(({ floorCents }) => floorCents))],
    asks: await findAskFigures(db, offers),
    sales: await countSales(db, offers, { after: new Date(now.getTime() - dayMs), until: now }),
  };
}

/** The last 30 UTC midnights before an instant, oldest first. */
function lastMidnights(now: Date): Date[] {
  const latestMs = Math.ceil(now.getTime() / dayMs) * dayMs - dayMs;
  return Array.from(
    { length: sampledDays },
    (_, day) => new Date(latestMs - (sampledDays - 1 - day) * dayMs),
  );
}

function statisticsOf(sample: MarketSample): Statistics {
  const { currency, items, dayAgo, weekAgo, daily, asks, sales } = sample;
  const priced = items.filter((item) => item.floorCents !== null);
  const floors = items.map((item) => item.floorCents);
  const perTicket = lowestPrice(
    priced.map((item) => Math.round((item.floorCents ?? 0) / item.tickets)),
  );
  const returns = logReturns(daily);
  return {
    currency,
    floorCents: { value: lowestPrice(floors), sampleSize: priced.length },
    medianAskCents: ofAsks(asks, ({ medianCents }) => medianCents),
    spreadBp: ofAsks(asks, ({ medianCents, lowestCents }) => changeBp(medianCents, lowestCents)),
    depthWithin5Pct: ofAsks(asks, ({ nearLowest }) => nearLowest),
    change24hBp: dayAgo === null ? noData : changeBetween(dayAgo, floors),
    change7dBp: changeBetween(weekAgo, floors),
    volatility: {
      value: returns.length < minReturns ? null : standardDeviation(returns),
      sampleSize: returns.length,
    },
    volumeSales24h: sales === null ? noData : { value: sales, sampleSize: sales },
    bestValuePerTicketCents: { value: perTicket, sampleSize: priced.length },
  };
}

const ofAsks = (asks: AskFigures | null, pick: (asks: AskFigures) => number | null) =>
  asks === null ? noData : { value: pick(asks), sampleSize: asks.count };

/** Change of the floor between two instants, whichever items had it; the sample size is the smaller of the two. */
function changeBetween(then: readonly Floor[], now: readonly Floor[]) {
  const known = (values: readonly Floor[]) => values.filter((value) => value !== null).length;
  return {
    value: changeBp(lowestPrice(now), lowestPrice(then)),
    sampleSize: Math.min(known(then), known(now)),
  };
}

/** Log returns of consecutive days that both have a value. */
function logReturns(daily: readonly Floor[]): number[] {
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
