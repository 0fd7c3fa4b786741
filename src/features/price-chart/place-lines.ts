/** Heights of threshold lines and their tags; those off the scale are stacked at the edge they lie beyond. Pure. */
import { type PriceScale, yOf } from './price-scale.ts';

export interface PlacedLine {
  /** Of the tag, as a fraction from the top. */
  readonly height: number;
  /** The edge beyond which the line lies; null when it is drawn. */
  readonly beyond: 'top' | 'bottom' | null;
}

/**
 * @param values prices of the lines, in cents
 * @param tagFraction height of a tag as a fraction of the chart
 */
export function placeLines(
  values: readonly number[],
  scale: PriceScale,
  tagFraction: number,
): PlacedLine[] {
  const stacked = { top: 0, bottom: 0 };
  return values.map((cents) => {
    const beyond = cents > scale.high ? 'top' : cents < scale.low ? 'bottom' : null;
    if (beyond === null) return { height: yOf(scale, cents), beyond };
    const distance = tagFraction * (stacked[beyond] + 0.5);
    stacked[beyond] += 1;
    return { height: beyond === 'top' ? distance : 1 - distance, beyond };
  });
}
