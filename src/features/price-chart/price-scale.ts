/** Scale of the chart: cents to height and back. Pure. */
import { priceBounds } from '#domain/threshold.ts';

export interface PriceScale {
  readonly low: number;
  readonly high: number;
}

/**
 * Fits every known price, and each threshold near enough not to flatten them; with padding.
 * @param known prices in cents, at least one
 * @param lines thresholds in cents
 */
export function scaleFor(known: readonly number[], lines: readonly number[]): PriceScale {
  const lowest = known.reduce((a, b) => Math.min(a, b));
  const highest = known.reduce((a, b) => Math.max(a, b));
  const near = lines.filter((cents) => cents > lowest * 0.5 && cents < highest * 1.6);
  const low = Math.min(lowest, ...near);
  const high = Math.max(highest, ...near);
  const padding = Math.max((high - low) * 0.12, high * 0.04, 5);
  return { low: Math.max(0, low - padding), high: high + padding };
}

/** Distance from the top as a fraction of the chart height, clamped to 0 to 1. */
export function yOf({ low, high }: PriceScale, cents: number): number {
  return Math.min(1, Math.max(0, (high - cents) / (high - low)));
}

/** Price at a height (fraction from the top), rounded to a step, in cents. */
export function priceAt({ low, high }: PriceScale, fraction: number): number {
  const cents = high - Math.min(1, Math.max(0, fraction)) * (high - low);
  const step = stepFor(cents);
  return clampPrice(Math.round(cents / step) * step);
}

/** Keyboard step in cents: about half a per cent of the price, a round figure. */
export function stepFor(cents: number): number {
  const wanted = cents / 200;
  return [10, 50, 100, 500, 1_000, 5_000].findLast((step) => step <= wanted) ?? 10;
}

export const clampPrice = (cents: number): number =>
  Math.min(priceBounds.max, Math.max(priceBounds.min, Math.round(cents)));
