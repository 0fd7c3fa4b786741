/** SVG path of a stepped price line with gaps, in hundredths of the chart's width and height. Pure. */
import { type PriceScale, yOf } from './price-scale.ts';
import { type PriceSeries, stepsWithin } from './price-series.ts';
import { fractionOf, type TimeWindow } from './time-window.ts';

/** @param toScale of a price, what the scale is of */
export function stepPath(
  series: PriceSeries,
  window: TimeWindow,
  scale: PriceScale,
  toScale: (cents: number) => number = (cents) => cents,
): string {
  const x = (atMs: number) => round(fractionOf(window, atMs));
  const y = (cents: number) => round(yOf(scale, toScale(cents)));
  let path = '';
  let isDrawing = false;
  for (const { atMs, cents } of stepsWithin(series, window)) {
    if (isDrawing) path += `H${x(atMs)}`;
    if (cents === null) isDrawing = false;
    else {
      path += isDrawing ? `V${y(cents)}` : `M${x(atMs)} ${y(cents)}`;
      isDrawing = true;
    }
  }
  return isDrawing ? `${path}H${x(Math.min(series.untilMs, window.untilMs))}` : path;
}

const round = (fraction: number): number => Math.round(fraction * 10_000) / 100;
