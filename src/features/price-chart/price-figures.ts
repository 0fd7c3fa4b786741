/** Lowest, highest and mean price of what the chart shows, and what a low of some days has to beat. Pure. */
import { dayMs, type PriceSeries, stepsWithin } from './price-series.ts';
import type { TimeWindow } from './time-window.ts';

export interface DatedPrice {
  readonly cents: number;
  /** First instant at which the price was that, in epoch milliseconds. */
  readonly atMs: number;
}

export interface PriceFigures {
  readonly low: DatedPrice;
  readonly high: DatedPrice;
  /** Weighted by how long each price held; times without a price do not count. */
  readonly meanCents: number;
}

/** @returns null when nothing was on sale in the window */
export function priceFigures(series: PriceSeries, window: TimeWindow): PriceFigures | null {
  const steps = stepsWithin(series, window);
  const untilMs = Math.min(series.untilMs, window.untilMs);
  let low: DatedPrice | null = null;
  let high: DatedPrice | null = null;
  let weighted = 0;
  let totalMs = 0;
  for (const [index, { atMs, cents }] of steps.entries()) {
    if (cents === null) continue;
    if (low === null || cents < low.cents) low = { cents, atMs };
    if (high === null || cents > high.cents) high = { cents, atMs };
    const heldMs = Math.max(0, (steps[index + 1]?.atMs ?? untilMs) - atMs);
    weighted += cents * heldMs;
    totalMs += heldMs;
  }
  if (low === null || high === null) return null;
  return { low, high, meanCents: Math.round(totalMs === 0 ? low.cents : weighted / totalMs) };
}

/** @returns the lowest price of the last days; null where the series does not go back as far, or has none */
export function lowestOfDays(series: PriceSeries, days: number): number | null {
  const fromMs = series.untilMs - days * dayMs;
  // A range of as many days begins with what was in force then.
  if (series.fromMs > fromMs) return null;
  return priceFigures(series, { fromMs, untilMs: series.untilMs })?.low.cents ?? null;
}
