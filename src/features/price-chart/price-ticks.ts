/** Round prices on the chart's price axis: never fewer than three labels, none under a tag. Pure. */
import { type PriceScale, yOf } from './price-scale.ts';

/** Least distance of two labels' centres, and of a label's from a tag's. */
export const labelGapPx = 18;
export const tagGapPx = 21;
/** A label in every so many pixels looks neither empty nor crowded. */
const pxPerLabel = 62;
const fewestLabels = 3;

export interface PriceTicks {
  /** Prices of the grid lines, in cents. */
  readonly grid: readonly number[];
  /** Those with a label. */
  readonly labels: readonly number[];
}

/**
 * @param tags heights of the tags beside the axis, as fractions from the top
 * @returns ascending prices, all multiples of one step of 1, 2, 2.5 or 5 times a power of ten
 */
export function priceTicks(
  scale: PriceScale,
  { heightPx, tags }: { readonly heightPx: number; readonly tags: readonly number[] },
): PriceTicks {
  const y = (cents: number) => yOf(scale, cents) * heightPx;
  const isFree = (cents: number) =>
    tags.every((tag) => Math.abs(tag * heightPx - y(cents)) >= tagGapPx);
  const wanted = Math.max(fewestLabels, Math.floor(heightPx / pxPerLabel));
  const pxPerCent = heightPx / (scale.high - scale.low);
  let best: PriceTicks = { grid: [], labels: [] };
  const steps = roundSteps(scale.high - scale.low);
  for (const step of steps.filter((size) => size * pxPerCent >= labelGapPx)) {
    const grid = multiplesOf(step, scale);
    const labels = grid.filter(isFree);
    if (labels.length > best.labels.length) best = { grid, labels };
    if (labels.length >= wanted) break;
  }
  if (best.labels.length >= fewestLabels) return best;
  // Between the tags there is room for other prices, though not for even ones.
  for (const step of steps.filter((size) => size * pxPerCent >= 1)) {
    const labels = apart(multiplesOf(step, scale).filter(isFree), y);
    if (labels.length > best.labels.length) best = { grid: labels, labels };
    if (labels.length >= fewestLabels) break;
  }
  return best;
}

/** Whole steps in cents, coarsest first. */
function roundSteps(spanCents: number): number[] {
  const steps: number[] = [];
  for (let power = 10 ** Math.ceil(Math.log10(spanCents)); power >= 1; power /= 10)
    for (const factor of [5, 2.5, 2, 1])
      if (Number.isInteger(factor * power)) steps.push(factor * power);
  return steps;
}

function multiplesOf(step: number, { low, high }: PriceScale): number[] {
  const multiples: number[] = [];
  for (let cents = Math.ceil(low / step) * step; cents <= high; cents += step)
    multiples.push(cents);
  return multiples;
}

function apart(ascending: readonly number[], y: (cents: number) => number): number[] {
  const chosen: number[] = [];
  for (const cents of ascending) {
    const last = chosen.at(-1);
    if (last === undefined || y(last) - y(cents) >= labelGapPx) chosen.push(cents);
  }
  return chosen;
}

/**
 * Height for a tag that must not cover others: its own, or the nearest free one.
 * @param wanted and taken: fractions from the top
 */
export function placeTag(wanted: number, taken: readonly number[], gap: number): number {
  const isFree = (height: number) =>
    height >= 0 && height <= 1 && taken.every((other) => Math.abs(other - height) >= gap - 1e-9);
  const candidates = [wanted, ...taken.flatMap((other) => [other - gap, other + gap])];
  const free = candidates.filter(isFree);
  return free.toSorted((a, b) => Math.abs(a - wanted) - Math.abs(b - wanted))[0] ?? wanted;
}
