/** What a chart draws, and on which scale: in money or per cent since the start, with or without its spikes. Pure. */
import { type PriceScale, scaleFor, withoutSpikes } from './price-scale.ts';
import { type PriceSeries, type PriceStep, stepsWithin } from './price-series.ts';
import type { TimeWindow } from './time-window.ts';

/** Ten thousandths of the price at the start: what is drawn in per cent is of the order of cents. */
export const atStart = 10_000;

export interface DrawnSeries {
  readonly series: PriceSeries;
  /** Within the window, in the scale's unit. */
  readonly steps: readonly PriceStep[];
  /** From cents to the scale's unit. */
  readonly toScale: (cents: number) => number;
}

/** @param isShared in per cent since the start of the window */
export function drawnSeries(
  series: PriceSeries,
  window: TimeWindow,
  isShared: boolean,
): DrawnSeries {
  const steps = stepsWithin(series, window);
  const base = isShared ? steps.find(({ cents }) => cents !== null)?.cents : null;
  if (base == null) return { series, steps, toScale: (cents) => cents };
  const toScale = (cents: number) => Math.round((cents / base) * atStart);
  return {
    series,
    steps: steps.map(({ atMs, cents }) => ({
      atMs,
      cents: cents === null ? null : toScale(cents),
    })),
    toScale,
  };
}

/**
 * @param lines thresholds in cents; none in per cent
 * @returns the scale, and whether spikes are or would be beyond it
 */
export function plotScale(
  drawn: readonly DrawnSeries[],
  window: TimeWindow,
  { lines, cutsSpikes }: { readonly lines: readonly number[]; readonly cutsSpikes: boolean },
): { readonly scale: PriceScale; readonly hasSpikes: boolean } {
  const known = drawn.flatMap(({ steps }) => steps.flatMap(({ cents }) => cents ?? []));
  if (known.length === 0) return { scale: scaleFor([...lines, 100], lines), hasSpikes: false };
  const cut = drawn.flatMap(({ steps }) => {
    const kept = withoutSpikes(steps, window.untilMs);
    // The price now is always shown.
    return kept === null ? [] : [kept.low, kept.high, steps.at(-1)?.cents ?? kept.low];
  });
  const cutScale = scaleFor(cut, lines);
  const hasSpikes = known.some((value) => value < cutScale.low || value > cutScale.high);
  return { scale: hasSpikes && cutsSpikes ? cutScale : scaleFor(known, lines), hasSpikes };
}
