/** A price history as steps: what was in force from when, where nothing was on sale and where nobody looked. Pure. */
import type { History, HistoryRange } from '#store/api/types.ts';

export interface Step {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly cents: number | null;
  /** Nobody looked from here on: `cents` is null because it is unknown. */
  readonly isGap?: true;
}

export interface PriceSeries {
  readonly from: number;
  readonly until: number;
  /** Ascending; each holds until the next. */
  readonly steps: readonly Step[];
}

const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;

/** @param marketNow epoch milliseconds; the last price holds until then */
export function toSeries(
  history: Pick<History, 'points' | 'gaps'>,
  marketNow: number | null,
): PriceSeries {
  const points = new Map(history.points.map(({ at, floorCents }) => [Date.parse(at), floorCents]));
  const steps: Step[] = [...points].map(([at, cents]) => ({ at, cents }));
  steps.sort((a, b) => a.at - b.at);
  const until = Math.max(steps.at(-1)?.at ?? 0, marketNow ?? 0);
  return { from: steps[0]?.at ?? until, until, steps: withGaps(steps, history.gaps) };
}

function withGaps(steps: readonly Step[], gaps: History['gaps']): Step[] {
  const all = [...steps];
  for (const gap of gaps) {
    const from = Date.parse(gap.from);
    const to = Date.parse(gap.to);
    // A price that arrived late tells what happened meanwhile: then it is no gap.
    if (steps.some(({ at }) => at > from && at < to)) continue;
    if ((steps[0]?.at ?? Number.POSITIVE_INFINITY) > from) continue;
    all.push({ at: from + 1, cents: null, isGap: true });
    if (!steps.some(({ at }) => at === to))
      all.push({ at: to, cents: stepAt(steps, to)?.cents ?? null });
  }
  return all.sort((a, b) => a.at - b.at);
}

/** The step in force at an instant; null before the first. */
export function stepAt(steps: readonly Step[], at: number): Step | null {
  let low = 0;
  let high = steps.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((steps[middle]?.at ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return steps[low - 1] ?? null;
}

/** Columns for a stepped line: a gap is a null, right after the last instant that was known. */
export function toColumns({ steps, until }: PriceSeries): [number[], (number | null)[]] {
  const xs: number[] = [];
  const ys: (number | null)[] = [];
  const add = (x: number, y: number | null) => {
    if (xs.at(-1) === x) xs.length = ys.length = xs.length - 1;
    xs.push(x);
    ys.push(y);
  };
  let held: number | null = null;
  for (const { at, cents } of steps) {
    if (cents === null && held !== null) add(at - 1, held);
    add(at, cents);
    held = cents;
  }
  if (held !== null) add(until, held);
  return [xs, ys];
}

/** How far a key moves along the time axis. */
export const keyboardSteps: Record<
  HistoryRange,
  { readonly arrow: number; readonly page: number }
> = {
  '24h': { arrow: hourMs, page: 6 * hourMs },
  '7d': { arrow: 6 * hourMs, page: dayMs },
  '30d': { arrow: dayMs, page: 7 * dayMs },
  '90d': { arrow: dayMs, page: 7 * dayMs },
  all: { arrow: 7 * dayMs, page: 30 * dayMs },
};

/** Which end of a line its label covers less of the price at: the label takes a quarter of the width. */
export function clearEnd(
  { steps, from, until }: PriceSeries,
  band: { readonly low: number; readonly high: number },
): 'left' | 'right' {
  const quarter = (until - from) / 4;
  const coveredMs = (start: number, end: number) =>
    steps.reduce((sum, { at, cents }, index) => {
      if (cents === null || cents < band.low || cents > band.high) return sum;
      const next = steps[index + 1]?.at ?? until;
      return sum + Math.max(0, Math.min(next, end) - Math.max(at, start));
    }, 0);
  const left = coveredMs(from, from + quarter);
  return left > coveredMs(until - quarter, until) ? 'right' : 'left';
}
