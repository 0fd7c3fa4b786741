/** Scale of the chart: cents to height and back, and the prices it leaves out. Pure. */
import { priceBounds } from '#domain/threshold.ts';
import type { PriceStep } from './price-series.ts';

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

/** A side is cut only where its extreme is further from the rest than this share of what is left. */
const cutShare = 0.5;

/**
 * The 2nd and the 98th percentile of the time, where what is beyond them would flatten the rest; else the extremes.
 * @param steps ascending; the last holds until `untilMs`
 * @returns null without a price
 */
export function withoutSpikes(steps: readonly PriceStep[], untilMs: number): PriceScale | null {
  const held = steps
    .flatMap(({ atMs, cents }, index) =>
      cents === null ? [] : [{ cents, ms: (steps[index + 1]?.atMs ?? untilMs) - atMs }],
    )
    .sort((a, b) => a.cents - b.cents);
  const [lowest, highest] = [held[0]?.cents, held.at(-1)?.cents];
  if (lowest === undefined || highest === undefined) return null;
  const totalMs = held.reduce((sum, { ms }) => sum + ms, 0);
  const percentile = (share: number) => {
    let leftMs = totalMs * share;
    for (const { cents, ms } of held) {
      leftMs -= ms;
      if (leftMs <= 0) return cents;
    }
    return highest;
  };
  const [low, high] = [percentile(0.02), percentile(0.98)];
  const cut = (high - low) * cutShare;
  return {
    low: low - lowest > cut ? low : lowest,
    high: highest - high > cut ? high : highest,
  };
}
