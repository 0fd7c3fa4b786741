/**
 * What happened to lines like this one: of how many past lines, of the whole market and as far away for the volatility of
 * their collectible, the price reached how many. A share of the past, not a forecast (decision 096).
 */

/** Days. */
export const reachHorizons = [1, 7, 30] as const;
const directions = ['below', 'above'] as const;
export type ReachDirection = (typeof directions)[number];

/** A share of fewer is not given. */
const minReachCases = 200;
/** A source whose prices go back less far says nothing. */
export const minHistoryDays = 30;

const dayMs = 86_400_000;
/** The day (UTC) of an instant, counted from 1970. */
export const dayOf = (atMs: number): number => Math.floor(atMs / dayMs);
export const midnightOf = (day: number): number => day * dayMs;

/** Of one collectible; the arrays have an entry for each day from `firstDay` on, null where nothing was listed. */
export interface DailyPrices {
  readonly firstDay: number;
  /** In force when the day ended. */
  readonly closes: readonly (number | null)[];
  /** The lowest and highest of the prices that came on the day. */
  readonly lows: readonly (number | null)[];
  readonly highs: readonly (number | null)[];
  /** Its kick-off; null = unknown. */
  readonly endsAtMs: number | null;
}

/** Whether the market was read on a day: one without a reading is a data gap. */
export type IsObserved = (day: number) => boolean;

const figureDays = 30;
/** What counting the cases of a day looks back on. */
export const reachHistoryDays = figureDays + Math.max(...reachHorizons);
const minReturns = 7;
/** What moves less is measured too roughly. */
const minVolatility = 0.03;

/** Of a collectible, over thirty days. */
export interface MonthFigures {
  /** Standard deviation of the daily logarithmic returns. */
  readonly volatility: number;
  readonly lowCents: number;
  readonly highCents: number;
}

/** Over the thirty days until the end of one; null with fewer than seven returns. */
export function figuresOn(
  { firstDay, closes, lows, highs }: DailyPrices,
  day: number,
  isObserved: IsObserved,
): MonthFigures | null {
  let count = 0;
  let sum = 0;
  let squares = 0;
  let lowCents = Number.POSITIVE_INFINITY;
  let highCents = 0;
  for (let end = day; end > day - figureDays; end -= 1) {
    const before = closes[end - 1 - firstDay] ?? null;
    const after = closes[end - firstDay] ?? null;
    lowCents = Math.min(lowCents, after ?? lowCents, lows[end - firstDay] ?? lowCents);
    highCents = Math.max(highCents, after ?? highCents, highs[end - firstDay] ?? highCents);
    if (before === null || after === null || !isObserved(end)) continue;
    const change = Math.log(after / before);
    count += 1;
    sum += change;
    squares += change * change;
  }
  if (count < minReturns) return null;
  const variance = Math.max(0, squares - (sum * sum) / count) / (count - 1);
  return { volatility: Math.max(minVolatility, Math.sqrt(variance)), lowCents, highCents };
}

/** The lines counted, each 1.45 times as far as the one before: from 0.05 to 58 standard deviations over the horizon. */
const lineCount = 20;
const nearest = 0.05;
const ratio = 1.45;
const lines = Array.from({ length: lineCount }, (_, index) => nearest * ratio ** index);

/**
 * For each direction, horizon and line: the cases whose line was beyond the prices of thirty days and how many of them
 * reached it, then the same of lines within. Weighted.
 */
export type ReachCounts = number[];
const perLine = 4;
export const emptyReachCounts = (): ReachCounts =>
  new Array<number>(directions.length * reachHorizons.length * lineCount * perLine).fill(0);
const offsetOf = (direction: ReachDirection, horizon: number, line: number): number =>
  ((directions.indexOf(direction) * reachHorizons.length + horizon) * lineCount + line) * perLine;

/** What a case weighs so many days after its end: half after ten. */
export const weightAfter = (days: number): number => 0.5 ** (days / 10);

export function decayReachCounts(counts: ReachCounts, days: number): void {
  const weight = weightAfter(days);
  for (let at = 0; at < counts.length; at += 1) counts[at] = (counts[at] ?? 0) * weight;
}

/** Adds the cases of a collectible that end with a day: from its price 1, 7 and 30 days before, how far the price went. */
export function addReachCases(
  counts: ReachCounts,
  prices: DailyPrices,
  end: { readonly day: number; readonly isObserved: IsObserved; readonly weight: number },
): void {
  const { day, isObserved, weight } = end;
  const { firstDay, closes, lows, highs, endsAtMs } = prices;
  if (endsAtMs !== null && midnightOf(day + 1) > endsAtMs) return;
  let low = Number.POSITIVE_INFINITY;
  let high = 0;
  let passed = 0;
  for (const [horizon, days] of reachHorizons.entries()) {
    for (; passed < days; passed += 1) {
      if (!isObserved(day - passed)) return;
      low = Math.min(low, lows[day - passed - firstDay] ?? low);
      high = Math.max(high, highs[day - passed - firstDay] ?? high);
    }
    const price = closes[day - days - firstDay] ?? null;
    const figures = price === null ? null : figuresOn(prices, day - days, isObserved);
    if (price === null || figures === null) continue;
    const unit = figures.volatility * Math.sqrt(days);
    const deviations = (from: number, to: number) => Math.log(to / from) / unit;
    const { lowCents, highCents } = figures;
    addCase(counts, offsetOf('below', horizon, 0), weight, {
      reached: deviations(low, price),
      within: deviations(lowCents, price),
    });
    addCase(counts, offsetOf('above', horizon, 0), weight, {
      reached: deviations(price, high),
      within: deviations(price, highCents),
    });
  }
}

/** @param limits the furthest line reached, and the furthest within the prices of thirty days, in deviations */
function addCase(
  counts: ReachCounts,
  offset: number,
  weight: number,
  limits: { readonly reached: number; readonly within: number },
): void {
  for (let index = 0; index < lineCount; index += 1) {
    const line = lines[index] ?? 0;
    const at = offset + index * perLine + (line <= limits.within ? 2 : 0);
    counts[at] = (counts[at] ?? 0) + weight;
    if (line <= limits.reached) counts[at + 1] = (counts[at + 1] ?? 0) + weight;
  }
}

const isWithinRange = (direction: ReachDirection, cents: number, figures: MonthFigures): boolean =>
  direction === 'below' ? cents >= figures.lowCents : cents <= figures.highCents;

export interface ReachShare {
  /** From 0 to 1; null with fewer than 200 cases. */
  readonly share: number | null;
  /** Weighted, rounded down. */
  readonly cases: number;
}

export interface ReachedLine {
  readonly direction: ReachDirection;
  readonly priceCents: number;
  readonly lineCents: number;
  readonly figures: MonthFigures;
}

/** @param days of any length: between two horizons as much like each as it is near */
export function reachShare(counts: ReachCounts, line: ReachedLine, days: number): ReachShare {
  const { direction, priceCents, lineCents, figures } = line;
  const above = Math.log(lineCents / priceCents);
  const distance = Math.max(0, direction === 'above' ? above : -above);
  const deviations = distance / (figures.volatility * Math.sqrt(days));
  const isWithin = isWithinRange(direction, lineCents, figures);
  const { share, cases } = interpolate(placeAmong(reachHorizons, days), (horizon) =>
    interpolate(placeAmong(lines, deviations), (index) =>
      shareOfLine(counts, offsetOf(direction, horizon, index), isWithin),
    ),
  );
  // A line on the price is reached at once.
  const part = Math.min(1, deviations / nearest);
  return {
    share: cases < minReachCases ? null : 1 - part + part * share,
    cases: Math.floor(cases),
  };
}

interface KnownShare {
  readonly share: number;
  readonly cases: number;
}

const priorCases = 20;

/** With twenty cases more, at the share of all lines as far away; of too few, that share itself. */
function shareOfLine(counts: ReachCounts, offset: number, isWithin: boolean): KnownShare {
  const [beyond = 0, beyondReached = 0, within = 0, withinReached = 0] = counts.slice(
    offset,
    offset + perLine,
  );
  const all = beyond + within;
  const shareOfAll = all === 0 ? 0 : (beyondReached + withinReached) / all;
  const [cases, reached] = isWithin ? [within, withinReached] : [beyond, beyondReached];
  if (cases < minReachCases) return { share: shareOfAll, cases: all };
  return { share: (reached + priorCases * shareOfAll) / (cases + priorCases), cases };
}

/** Where a value lies among ascending ones, by logarithms: 1.5 is halfway from the second to the third. */
function placeAmong(values: readonly number[], value: number): number {
  const next = values.findIndex((known) => known > value);
  if (next <= 0) return next === 0 ? 0 : values.length - 1;
  const [below = 1, above = 1] = values.slice(next - 1, next + 1);
  return next - 1 + Math.log(value / below) / Math.log(above / below);
}

function interpolate(place: number, of: (index: number) => KnownShare): KnownShare {
  const part = place % 1;
  const near = of(Math.floor(place));
  if (part === 0) return near;
  const far = of(Math.ceil(place));
  return {
    share: near.share * (1 - part) + far.share * part,
    cases: Math.min(near.cases, far.cases),
  };
}

/** A share over a horizon, or over what is left of it. */
export interface Reach extends ReachShare {
  /** With a fraction where kick-off comes first. */
  readonly days: number;
  readonly untilKickoff: boolean;
}

/** Over each horizon, but not beyond kick-off. @param daysLeft until then; null = unknown @returns none once it has started */
export function reachUntilKickoff(
  counts: ReachCounts,
  line: ReachedLine,
  daysLeft: number | null,
): Reach[] {
  const left = daysLeft ?? Number.POSITIVE_INFINITY;
  const spans = reachHorizons
    .filter((days, index) => days < left || (reachHorizons[index - 1] ?? 0) < left)
    .map((days) => ({ days: Math.min(days, left), untilKickoff: days >= left }));
  return spans.map((span) => ({ ...span, ...reachShare(counts, line, span.days) }));
}
