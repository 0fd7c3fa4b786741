/** Shares of past lines: calibrated on markets they have not seen, and silent where there is too little. */
import { expect, it } from 'vitest';
import {
  addReachCases,
  type DailyPrices,
  decayReachCounts,
  emptyReachCounts,
  figuresOn,
  type IsObserved,
  type ReachDirection,
  reachShare,
  reachUntilKickoff,
} from './reach.ts';

const always = () => true;

/** Even numbers from 0 to 1 (Mulberry32). */
function randomsOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Market {
  readonly collectibles: number;
  readonly days: number;
  /** Logarithmic drift of a day. */
  readonly drift: number;
  readonly endsAtMs?: number;
}

/** Prices that walk at random, four times a day, some collectibles three times as far as others. */
function walk({ collectibles, days, drift, endsAtMs }: Market): DailyPrices[] {
  const random = randomsOf(7);
  return Array.from({ length: collectibles }, (_, nth) => {
    const step = 0.01 * (1 + (nth % 3));
    const prices = {
      ...{ firstDay: 0, endsAtMs: endsAtMs ?? null },
      ...{ closes: [] as number[], lows: [] as number[], highs: [] as number[] },
    };
    let price = 20_000;
    for (let day = 0; day < days; day += 1) {
      const ticks = Array.from({ length: 4 }, () => {
        price *= Math.exp(drift / 4 + step * (random() + random() + random() - 1.5));
        return Math.round(price);
      });
      prices.closes.push(ticks.at(-1) ?? 0);
      prices.lows.push(Math.min(...ticks));
      prices.highs.push(Math.max(...ticks));
    }
    return prices;
  });
}

function countsUntil(market: readonly DailyPrices[], day: number, isObserved: IsObserved = always) {
  const counts = emptyReachCounts();
  for (let end = 0; end <= day; end += 1) endDay(counts, market, end, isObserved);
  return counts;
}
function endDay(
  counts: number[],
  market: readonly DailyPrices[],
  day: number,
  isObserved: IsObserved = always,
) {
  decayReachCounts(counts, 1);
  for (const prices of market) addReachCases(counts, prices, { day, isObserved, weight: 1 });
}

function lineOf(prices: DailyPrices, day: number, direction: ReachDirection, distance: number) {
  const priceCents = prices.closes[day] ?? 1;
  const lineCents = priceCents * Math.exp(direction === 'above' ? distance : -distance);
  const figures = figuresOn(prices, day, always);
  if (figures === null) throw new Error('too few prices');
  return { direction, priceCents, lineCents, figures };
}

it.each([
  ['stationary', 0],
  ['falling to kick-off', -0.01],
])('of lines it has not seen, in a %s market, as many are reached as it says', (_kind, drift) => {
  const days = 140;
  const market = walk({ collectibles: 150, days, drift });
  const bins = new Map<number, { said: number; reached: number; lines: number }>();
  let lines = 0;
  const counts = emptyReachCounts();
  for (let day = 0; day < 106; day += 1) {
    endDay(counts, market, day);
    if (![75, 90, 105].includes(day)) continue;
    for (const [nth, prices] of market.entries())
      for (const direction of ['below', 'above'] as const)
        for (const horizon of [1, 7, 30]) {
          const line = lineOf(prices, day, direction, 0.02 + 0.02 * (nth % 10));
          const { share } = reachShare(counts, line, horizon);
          if (share === null) throw new Error('too few cases');
          const later = { from: day + 1, until: day + 1 + horizon };
          const isReached =
            direction === 'below'
              ? Math.min(...spanOf(prices.lows, later)) <= line.lineCents
              : Math.max(...spanOf(prices.highs, later)) >= line.lineCents;
          const bin = Math.floor(share * 9.999);
          const sums = bins.get(bin) ?? { said: 0, reached: 0, lines: 0 };
          bins.set(bin, {
            said: sums.said + share,
            reached: sums.reached + Number(isReached),
            lines: sums.lines + 1,
          });
          lines += 1;
        }
  }
  const error = [...bins.values()].reduce(
    (sum, { said, reached }) => sum + Math.abs(said - reached) / lines,
    0,
  );
  expect(error).toBeLessThan(0.04);
  // It says low and high shares, not the mean of all.
  expect(bins.get(0)?.lines).toBeGreaterThan(100);
  expect([...bins.keys()].some((bin) => bin >= 7)).toBe(true);
});

const spanOf = (values: readonly (number | null)[], span: { from: number; until: number }) =>
  values.slice(span.from, span.until).flatMap((value) => value ?? []);

it('a line on the price is reached at once, a further one more seldom, one out of the world never', () => {
  const market = walk({ collectibles: 150, days: 80, drift: 0 });
  const counts = countsUntil(market, 79);
  const shares = [0, 0.01, 0.03, 0.08, 0.2, 5].map(
    (distance) =>
      reachShare(counts, lineOf(market[0] as DailyPrices, 79, 'below', distance), 7).share ?? -1,
  );
  expect(shares[0]).toBe(1);
  expect(shares).toEqual(shares.toSorted((a, b) => b - a));
  expect(shares.at(-1)).toBeLessThan(0.01);
});

it('a horizon between two is between their shares', () => {
  const market = walk({ collectibles: 150, days: 80, drift: 0 });
  const counts = countsUntil(market, 79);
  const line = lineOf(market[0] as DailyPrices, 79, 'above', 0.05);
  const shares = [1, 3.5, 7, 20, 30].map((days) => reachShare(counts, line, days).share ?? -1);
  expect(shares).toEqual(shares.toSorted((a, b) => a - b));
});

it('with fewer than two hundred cases it gives none', () => {
  const market = walk({ collectibles: 15, days: 80, drift: 0 });
  const one = countsUntil(market.slice(0, 5), 79);
  const line = lineOf(market[0] as DailyPrices, 79, 'below', 0.01);
  expect(reachShare(one, line, 1)).toEqual({ share: null, cases: 74 });
  const { share, cases } = reachShare(countsUntil(market, 79), line, 1);
  expect([cases >= 200, share !== null]).toEqual([true, true]);
});

it('a case that spans a day without readings does not count, nor one that goes on after kick-off', () => {
  const market = walk({ collectibles: 150, days: 80, drift: 0 });
  const line = lineOf(market[0] as DailyPrices, 79, 'below', 0.01);
  const casesOf = (counts: number[]) =>
    [1, 7, 30].map((days) => reachShare(counts, line, days).cases);
  const [day = 0, week = 0, month = 0] = casesOf(countsUntil(market, 79));
  // One day of 80, four weeks of cases of a week, and the cases of a month since it, are gone.
  const [dayLeft = 0, weekLeft = 0, monthLeft = 0] = casesOf(
    countsUntil(market, 79, (at) => at !== 76),
  );
  expect(dayLeft / day).toBeCloseTo(0.94, 1);
  expect(weekLeft / week).toBeCloseTo(0.75, 1);
  expect(monthLeft / month).toBeCloseTo(0.75, 1);
  const kickedOff = market.map((prices) => ({ ...prices, endsAtMs: 0 }));
  expect(casesOf(countsUntil(kickedOff, 79))).toEqual([0, 0, 0]);
});

it.each([
  [null, [1, 7, 30], []],
  [40, [1, 7, 30], []],
  [7, [1, 7], [7]],
  [3.5, [1, 3.5], [3.5]],
  [0.5, [0.5], [0.5]],
  [-1, [], []],
])('with kick-off in %s days it covers %s', (daysLeft, days, untilKickoff) => {
  const figures = { volatility: 0.05, lowCents: 9_000, highCents: 11_000 };
  const line = { direction: 'below', priceCents: 10_000, lineCents: 9_500, figures } as const;
  const spans = reachUntilKickoff(emptyReachCounts(), line, daysLeft);
  expect(spans.map((span) => span.days)).toEqual(days);
  expect(spans.flatMap((span) => (span.untilKickoff ? [span.days] : []))).toEqual(untilKickoff);
});
