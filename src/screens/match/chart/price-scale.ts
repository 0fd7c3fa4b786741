/** From cents to a height on the chart, and back. Pure. */
import { priceBounds } from '#domain/threshold.ts';

export interface PriceScale {
  readonly low: number;
  readonly high: number;
}

/**
 * Room for every known price, and for each line near enough not to flatten them.
 * @param known at least one
 */
export function scaleFor(known: readonly number[], lines: readonly number[]): PriceScale {
  const lowest = known.reduce((a, b) => Math.min(a, b));
  const highest = known.reduce((a, b) => Math.max(a, b));
  const near = lines.filter((cents) => cents > lowest * 0.5 && cents < highest * 1.6);
  const low = Math.min(lowest, ...near);
  const high = Math.max(highest, ...near);
  const room = Math.max((high - low) * 0.12, high * 0.04, 1);
  return { low: Math.max(0, low - room), high: high + room };
}

/** Height as a share of the chart from its top, 0 to 1; what lies beyond stays at the edge. */
export function yOf({ low, high }: PriceScale, cents: number): number {
  return Math.min(1, Math.max(0, (high - cents) / (high - low)));
}

/** The price at a height, in round steps. */
export function priceAt({ low, high }: PriceScale, share: number): number {
  const cents = high - Math.min(1, Math.max(0, share)) * (high - low);
  const step = stepFor(cents);
  return clampPrice(Math.round(cents / step) * step);
}

/** One key press: about half a per cent of the price, in figures a person would choose. */
export function stepFor(cents: number): number {
  const wanted = cents / 200;
  return [10, 50, 100, 500, 1_000, 5_000].findLast((step) => step <= wanted) ?? 10;
}

export const clampPrice = (cents: number): number =>
  Math.min(priceBounds.max, Math.max(priceBounds.min, Math.round(cents)));

/** A few round prices across the scale. */
export function ticksFor({ low, high }: PriceScale): number[] {
  const rough = (high - low) / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? rough;
  const ticks: number[] = [];
  for (let cents = Math.ceil(low / step) * step; cents <= high; cents += step) ticks.push(cents);
  return ticks;
}
