/**
 * Price model of the demo market. Measured on a real market of the same kind: 2 % of the items change per
 * reading, the median step is 2.9 % and the 90th percentile 14.6 %, with rare jumps of up to 300 %,
 * delistings, relistings, and sell-outs as kick-off comes near.
 *
 * A floor that changes is drawn anew around a mean that is a function of time. So reading the market seldom or often
 * shows the same market: the history before the first start has the temper of the live minutes, in fewer rows.
 */
import type { MarketSale } from '../market-model/marketplace.ts';
import { type Asks, lowerFloor, newAsks, raiseFloor, roundToHalfEuros } from './demo-asks.ts';
import type { DemoCollectible } from './demo-tournament.ts';
import { type Random, seededRandom } from './seeded-random.ts';

export interface DemoItem extends DemoCollectible {
  asks: Asks;
  lastSaleCents: number | null;
  /** Of the last reading in which it changed. */
  sales: readonly MarketSale[];
  readonly kickoffAt: Date | null;
  /** Of the mean around which the floor lies. */
  readonly waves: readonly Wave[];
}

/** In logarithm of the price. */
interface Wave {
  readonly amplitude: number;
  readonly periodMs: number;
  /** In turns. */
  readonly phase: number;
}

const changeProbability = 0.02;
/** Of a floor from its mean, in logarithm: the step between two such floors has the measured quantiles. */
const medianDeviation = 0.01;
const deviationSpread = 1.7;
const largestDeviation = 0.9;
/** Below it: one outlier would be the low of the month, and nothing ever near it. */
const largestDiscount = 0.04;
/** Of the cheapest asks that go; the others are withdrawn. */
const boughtShare = 0.35;
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** Each about five times as long as the next and 1.7 times as high: a chart of any period has swings of its own. */
const waveScales = [
  { amplitude: 0.13, shortestMs: 40 * dayMs },
  { amplitude: 0.075, shortestMs: 8 * dayMs },
  { amplitude: 0.043, shortestMs: 40 * hourMs },
  { amplitude: 0.025, shortestMs: 8 * hourMs },
  { amplitude: 0.014, shortestMs: 100 * minuteMs },
  { amplitude: 0.008, shortestMs: 20 * minuteMs },
] as const;

/** null = nothing is listed. */
export const floorOf = ({ asks }: Pick<DemoItem, 'asks'>): number | null => asks[0] ?? null;

/** Moves the market one reading on. @returns the items whose floor changed */
export function advanceMarket(items: readonly DemoItem[], at: Date, random: Random): DemoItem[] {
  return items.filter((item) => moveItem(item, at, random));
}

function moveItem(item: DemoItem, at: Date, random: Random): boolean {
  const leftMs = item.kickoffAt === null ? Infinity : item.kickoffAt.getTime() - at.getTime();
  if (leftMs <= 0) return delist(item, at);
  if (random.next() >= changeProbability * changeFactor(leftMs)) return false;
  const floorCents = floorOf(item);
  if (floorCents === null) return relist(item, at, random);
  if (random.next() < delistingProbability(leftMs)) return delist(item, at);
  return step(item, floorCents, { at, random });
}

/** In the last two days changes are more frequent. */
const changeFactor = (leftMs: number) => (leftMs < 48 * hourMs ? 1.5 : 1);

/** With every change: even in its last hours a match is sold out in parts, and never for long. */
const delistingProbability = (leftMs: number) => (leftMs < 48 * hourMs ? 0.1 : 0.02);

function delist(item: DemoItem, at: Date): boolean {
  const floorCents = floorOf(item);
  if (floorCents === null) return false;
  // The last listing was bought, not withdrawn.
  sell(item, floorCents, at);
  item.asks = [];
  return true;
}

function relist(item: DemoItem, at: Date, random: Random): boolean {
  const floorCents = roundToHalfEuros(meanOf(item, at) * (1 + Math.abs(random.normal()) * 0.15));
  item.asks = newAsks(floorCents, 1 + Math.floor(random.next() * 4), random);
  item.sales = [];
  return true;
}

function step(
  item: DemoItem,
  floorCents: number,
  { at, random }: { at: Date; random: Random },
): boolean {
  const next = roundToHalfEuros(meanOf(item, at) * Math.exp(deviation(random)));
  if (next === floorCents) return false;
  item.sales = [];
  // A floor rises when its cheapest listing goes, and falls when a cheaper one is added.
  if (next > floorCents) {
    if (random.next() < boughtShare) sell(item, floorCents, at);
    item.asks = raiseFloor(item.asks, next, random);
  } else {
    item.asks = lowerFloor(item.asks, next, random);
  }
  return true;
}

function deviation(random: Random): number {
  const size = medianDeviation * Math.exp(random.normal() * deviationSpread);
  return random.next() < 0.5 ? Math.min(largestDeviation, size) : -Math.min(largestDiscount, size);
}

/** At most one a reading: its instant names it. */
function sell(item: DemoItem, priceCents: number, soldAt: Date): void {
  item.lastSaleCents = priceCents;
  item.sales = [{ id: soldAt.getTime().toString(36), soldAt: soldAt.toISOString(), priceCents }];
}

/** It drifts, so that an hour has highs and lows as a month has; the same at the same instant after a restart. */
const meanOf = ({ anchorCents, waves }: DemoItem, at: Date): number =>
  anchorCents *
  Math.exp(
    waves.reduce(
      (sum, { amplitude, periodMs, phase }) =>
        sum + amplitude * Math.sin(2 * Math.PI * (at.getTime() / periodMs + phase)),
      0,
    ),
  );

/** A collectible as it is before its first reading. */
export function newDemoItem(
  collectible: DemoCollectible,
  kickoffAt: Date | null,
  random: Random,
): DemoItem {
  const floorCents = roundToHalfEuros(collectible.anchorCents * Math.exp(random.normal() * 0.08));
  return {
    ...collectible,
    kickoffAt,
    asks: newAsks(floorCents, 4 + Math.floor(random.next() ** 2 * 40), random),
    lastSaleCents: null,
    sales: [],
    waves: wavesOf(collectible),
  };
}

/** @param stored as it was before a restart; its asks are made anew where they are not stored */
export function resumeDemoItem(
  item: DemoItem,
  stored: {
    readonly floorCents: number | null;
    readonly listings: number;
    readonly lastSaleCents: number | null;
    readonly kickoffAt: Date | null;
    readonly asks: Asks | null;
  },
  random: Random,
): DemoItem {
  const { floorCents, listings, lastSaleCents, kickoffAt, asks } = stored;
  const made = floorCents === null ? [] : newAsks(floorCents, Math.max(1, listings), random);
  return { ...item, lastSaleCents, kickoffAt, asks: asks ?? made };
}

function wavesOf({ id, anchorCents }: DemoCollectible): Wave[] {
  const random = seededRandom(`${id}:${anchorCents}`);
  return waveScales.map(({ amplitude, shortestMs }) => ({
    amplitude,
    periodMs: shortestMs * (1 + random.next()),
    phase: random.next(),
  }));
}
