/** Ranges of the price chart, for its buttons and its URL parameter. */
import type { HistoryRange } from '#store/api/api-types.ts';

export const chartRanges = [
  '1h',
  '24h',
  '7d',
  '30d',
  'all',
] as const satisfies readonly HistoryRange[];
export type ChartRange = (typeof chartRanges)[number];

/** @param text value of the URL parameter @returns the range; 30 days for an unknown value */
export const chartRangeOf = (text: string | null): ChartRange =>
  chartRanges.find((range) => range === text) ?? '30d';
