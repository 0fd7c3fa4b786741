/** Heights of threshold lines and of their tags on the axis, so that those of near lines do not overlap. Pure. */
import { type PriceScale, yOf } from './price-scale.ts';

export interface PlacedLine {
  /** Of the line, as a fraction from the top. */
  readonly height: number;
  /** Of its tag: beside the line, unless another tag is there. */
  readonly tag: number;
  /** The edge beyond which the line lies; null when it is drawn. */
  readonly beyond: 'top' | 'bottom' | null;
  /** How many lines above are so near that their grips would lie on this one's. */
  readonly crowd: number;
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
  const wanted = values.map((cents) => {
    if (cents > scale.high) return { height: 0, beyond: 'top' as const };
    if (cents < scale.low) return { height: 1, beyond: 'bottom' as const };
    return { height: yOf(scale, cents), beyond: null };
  });
  const order = wanted.map((_, index) => index);
  order.sort((a, b) => heightAt(wanted, a) - heightAt(wanted, b));
  const tags = spread(
    order.map((index) => heightAt(wanted, index)),
    tagFraction,
    wanted.some(({ beyond }) => beyond !== null) ? tagFraction / 2 : 0,
  );
  const placed: PlacedLine[] = [];
  const drawn = order.filter((index) => wanted[index]?.beyond === null);
  for (const [rank, index] of order.entries()) {
    const { height, beyond } = wanted[index] ?? { height: 0, beyond: null };
    const tag = tags[rank] ?? height;
    if (beyond !== null) {
      placed[index] = { height: tag, tag, beyond, crowd: 0 };
      continue;
    }
    const above = drawn.slice(0, drawn.indexOf(index));
    const crowd = above.filter((other) => height - heightAt(wanted, other) < tagFraction).length;
    placed[index] = { height, tag, beyond, crowd };
  }
  return placed;
}

const heightAt = (lines: readonly { readonly height: number }[], index: number): number =>
  lines[index]?.height ?? 0;

/** Ascending heights moved apart to at least `gap`, within the chart and `margin` from its edges. */
function spread(ascending: readonly number[], gap: number, margin: number): number[] {
  const spaced: number[] = [];
  for (const height of ascending)
    spaced.push(Math.max(height, margin, (spaced.at(-1) ?? -gap) + gap));
  let limit = 1 - margin;
  for (let index = spaced.length - 1; index >= 0; index -= 1) {
    spaced[index] = Math.min(spaced[index] ?? 0, limit);
    limit = (spaced[index] ?? 0) - gap;
  }
  return spaced;
}
