/** Price history as a step series with data gaps; the part in a window, keyboard steps. Pure. */

import { bucketCount } from '#domain/bucket-count.ts';
import type { History } from '#store/api/api-types.ts';
import { spanOf, type TimeWindow } from './time-window.ts';

export interface PriceStep {
  /** Epoch milliseconds. */
  readonly atMs: number;
  /** null: nothing on sale, or unknown (`isGap`). */
  readonly cents: number | null;
  /** A data gap begins here. */
  readonly isGap?: true;
}

export interface PriceSeries {
  /** Epoch milliseconds. */
  readonly fromMs: number;
  readonly untilMs: number;
  /** Ascending; each price holds until the next step. */
  readonly steps: readonly PriceStep[];
  /** Where not every change is known, but the lowest and the highest of each stretch. */
  readonly sampled?: Sampling | undefined;
}

interface Sampling {
  readonly fromMs: number;
  /** From there on every change is known. */
  readonly untilMs: number;
  readonly stretchMs: number;
}

const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;

/** @param marketNowMs time of the last reading, until which the last price holds */
export function toPriceSeries(
  history: Pick<History, 'points' | 'gaps' | 'stretchMs'>,
  marketNowMs: number | null,
): PriceSeries {
  const points = new Map(history.points.map(({ at, floorCents }) => [Date.parse(at), floorCents]));
  const steps: PriceStep[] = [...points].map(([atMs, cents]) => ({ atMs, cents }));
  steps.sort((a, b) => a.atMs - b.atMs);
  const untilMs = Math.max(steps.at(-1)?.atMs ?? 0, marketNowMs ?? 0);
  const { stretchMs } = history;
  const fromMs = steps[0]?.atMs ?? untilMs;
  return {
    fromMs,
    untilMs,
    steps: withGaps(steps, history.gaps),
    ...(stretchMs !== undefined && {
      sampled: { fromMs, untilMs: fromMs + stretchMs * stretches(fromMs, stretchMs), stretchMs },
    }),
  };

  /** Prices that came live follow the last stretch. */
  function stretches(sinceMs: number, lengthMs: number): number {
    const lastMs = steps.at(-1)?.atMs ?? sinceMs;
    return Math.min(sampledStretches, Math.ceil((lastMs - sinceMs) / lengthMs));
  }
}

/** Of a history as the app asks for it: {@link bucketCount} of its 300 points. */
const sampledStretches = bucketCount(300);

/**
 * The lowest and highest price at about an instant: equal where every change is known, otherwise of its stretch; null
 * where it has none.
 */
export function priceRangeAt(
  series: PriceSeries,
  atMs: number,
): { readonly low: number; readonly high: number } | null {
  const { sampled, steps } = series;
  if (sampled === undefined || atMs >= sampled.untilMs) {
    const cents = stepAt(steps, atMs)?.cents ?? null;
    return cents === null ? null : { low: cents, high: cents };
  }
  const { fromMs, stretchMs } = sampled;
  const startOf = (ms: number) =>
    fromMs + Math.max(0, Math.floor((ms - fromMs) / stretchMs)) * stretchMs;
  // Hours that were rolled up belong whole to the stretch in which they begin.
  const slackMs = stretchMs < hourMs ? 1 : hourMs;
  const stretch = {
    fromMs: startOf(atMs - slackMs),
    untilMs: startOf(atMs) + stretchMs + slackMs,
  };
  const prices = stepsWithin(series, stretch).flatMap(({ cents }) => cents ?? []);
  return prices.length === 0 ? null : { low: Math.min(...prices), high: Math.max(...prices) };
}

function withGaps(steps: readonly PriceStep[], gaps: History['gaps']): PriceStep[] {
  const all = [...steps];
  for (const gap of gaps) {
    const fromMs = Date.parse(gap.from);
    const toMs = Date.parse(gap.to);
    // Not a gap when prices from within it arrived late.
    if (steps.some(({ atMs }) => atMs > fromMs && atMs < toMs)) continue;
    if ((steps[0]?.atMs ?? Number.POSITIVE_INFINITY) > fromMs) continue;
    all.push({ atMs: fromMs + 1, cents: null, isGap: true });
    if (!steps.some(({ atMs }) => atMs === toMs))
      all.push({ atMs: toMs, cents: stepAt(steps, toMs)?.cents ?? null });
  }
  return all.sort((a, b) => a.atMs - b.atMs);
}

/** The step in force at an instant (binary search); null before the first. */
export function stepAt(steps: readonly PriceStep[], atMs: number): PriceStep | null {
  let low = 0;
  let high = steps.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((steps[middle]?.atMs ?? 0) <= atMs) low = middle + 1;
    else high = middle;
  }
  return steps[low - 1] ?? null;
}

/** Steps that hold in a window, ascending: the first is the one in force at its start. */
export function stepsWithin({ steps, untilMs }: PriceSeries, window: TimeWindow): PriceStep[] {
  const inForce = stepAt(steps, window.fromMs);
  const lastMs = Math.min(untilMs, window.untilMs);
  const within = steps.filter(({ atMs }) => atMs > window.fromMs && atMs <= lastMs);
  return inForce === null ? within : [{ ...inForce, atMs: window.fromMs }, ...within];
}

/** Steps of the keyboard along the time axis, in milliseconds. */
export function keyboardSteps(window: TimeWindow): { arrowMs: number; pageMs: number } {
  const spanMs = spanOf(window);
  if (spanMs <= 3 * hourMs) return { arrowMs: hourMs / 60, pageMs: hourMs / 6 };
  if (spanMs <= 3 * dayMs) return { arrowMs: hourMs, pageMs: 6 * hourMs };
  if (spanMs <= 14 * dayMs) return { arrowMs: 6 * hourMs, pageMs: dayMs };
  if (spanMs <= 120 * dayMs) return { arrowMs: dayMs, pageMs: 7 * dayMs };
  return { arrowMs: 7 * dayMs, pageMs: 30 * dayMs };
}
