/** Series of the chart: the range's history, and a shorter one with more detail once the window is within it. */
import { useMemo } from 'react';
import type { History, HistoryRange } from '#store/api/api-types.ts';
import { useGetHistoryQuery } from '#store/api/match-api.ts';
import { useAppSelector } from '#store/app-store.ts';
import { selectSource } from '#store/live.slice.ts';
import { type PriceSeries, toPriceSeries } from './price-series.ts';
import { fitWindow, type TimeWindow } from './time-window.ts';

const hourMs = 3_600_000;
/** Ascending. */
const rangeMs: ReadonlyMap<HistoryRange, number> = new Map([
  ['1h', hourMs],
  ['24h', 24 * hourMs],
  ['7d', 7 * 24 * hourMs],
  ['30d', 30 * 24 * hourMs],
  ['90d', 90 * 24 * hourMs],
]);

export interface ChartSeries {
  readonly series: PriceSeries;
  /** The whole range. */
  readonly bounds: TimeWindow;
  /** What to show. */
  readonly window: TimeWindow;
  /** Of the history shown: the shortest that holds the window. */
  readonly range: HistoryRange;
}

/** @param zoomed the part of the range to show; null: all of it */
export function useChartSeries(history: History, zoomed: TimeWindow | null): ChartSeries {
  const observedAt = useAppSelector(selectSource)?.observedAt ?? null;
  const marketNowMs = observedAt === null ? null : Date.parse(observedAt);
  const whole = useMemo(() => toPriceSeries(history, marketNowMs), [history, marketNowMs]);
  const untilMs = whole.untilMs;
  const fromMs = Math.max(
    whole.fromMs,
    untilMs - (rangeMs.get(history.range) ?? Number.POSITIVE_INFINITY),
  );
  const bounds = { fromMs, untilMs };
  const window = zoomed === null ? bounds : fitWindow(zoomed, bounds);
  const range = zoomed === null ? history.range : rangeFrom(window.fromMs, untilMs);
  const { currentData: detail } = useGetHistoryQuery(
    { collectible: history.collectibleId, range },
    { skip: range === history.range },
  );
  const series = useMemo(
    () => (detail === undefined ? whole : toPriceSeries(detail, marketNowMs)),
    [detail, whole, marketNowMs],
  );
  return { series, bounds, window, range };
}

/** Shortest range that begins before an instant. */
const rangeFrom = (fromMs: number, untilMs: number): HistoryRange =>
  [...rangeMs].find(([, ms]) => untilMs - ms <= fromMs)?.[0] ?? 'all';
