/** Period of the price chart in the URL query: its range, and the part of it that is zoomed in on. */
import type { TimeWindow } from '#src/features/price-chart/time-window.ts';
import { useReplacedSearchParams } from '#src/hooks/use-replaced-search-params.ts';
import { type ChartRange, chartRangeOf } from './chart-ranges.ts';

const names = { range: 'rango', from: 'desde', until: 'hasta' } as const;

export interface ChartPeriod {
  readonly range: ChartRange;
  /** null: the whole range. */
  readonly zoomed: TimeWindow | null;
  readonly setRange: (range: ChartRange) => void;
  readonly setZoomed: (window: TimeWindow | null) => void;
}

export function useChartPeriod(): ChartPeriod {
  const [params, set] = useReplacedSearchParams();
  return {
    range: chartRangeOf(params.get(names.range)),
    zoomed: windowOf(params.get(names.from), params.get(names.until)),
    setRange: (range) => set({ [names.range]: range, [names.from]: null, [names.until]: null }),
    setZoomed: (window) =>
      set({
        [names.from]: window === null ? null : textOf(window.fromMs),
        [names.until]: window === null ? null : textOf(window.untilMs),
      }),
  };
}

/** Seconds are enough: `2026-11-20T10:00:00Z`. */
const textOf = (atMs: number): string => `${new Date(atMs).toISOString().slice(0, 19)}Z`;

/** @returns null unless both are instants, in order */
function windowOf(from: string | null, until: string | null): TimeWindow | null {
  const [fromMs, untilMs] = [Date.parse(from ?? ''), Date.parse(until ?? '')];
  return fromMs < untilMs ? { fromMs, untilMs } : null;
}
