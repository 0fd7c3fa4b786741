/** Price series of the collectibles laid over a chart's own, in the same range. */
import { useMemo } from 'react';
import type { HistoryRange } from '#store/api/api-types.ts';
import { useGetHistoryQuery } from '#store/api/match-api.ts';
import { type PriceSeries, toPriceSeries } from './price-series.ts';

/** A collectible to lay over the chart's own. */
export interface Compared {
  readonly id: string;
  readonly name: string;
  /** Its stroke. */
  readonly dash: string;
}

export interface ComparedSeries extends Compared {
  readonly series: PriceSeries;
}

export interface Comparison {
  /** Those whose history has been read. */
  readonly series: readonly ComparedSeries[];
  readonly failed: readonly {
    readonly id: string;
    readonly name: string;
    readonly retry: () => void;
  }[];
}

/**
 * @param compared of more than three the first
 * @param untilMs time of the last reading, until which the last price holds
 */
export function useComparedSeries(
  compared: readonly Compared[],
  range: HistoryRange,
  untilMs: number,
): Comparison {
  const [first, second, third] = compared;
  // As many calls as patterns: hooks cannot stand in a loop.
  const found = [
    useSeries(first?.id, range, untilMs),
    useSeries(second?.id, range, untilMs),
    useSeries(third?.id, range, untilMs),
  ];
  return {
    series: compared.flatMap((item, index) => {
      const series = found[index]?.series;
      return series == null ? [] : [{ ...item, series }];
    }),
    failed: compared.flatMap(({ id, name }, index) => {
      const query = found[index];
      return query?.hasFailed ? [{ id, name, retry: query.retry }] : [];
    }),
  };
}

function useSeries(id: string | undefined, range: HistoryRange, untilMs: number) {
  const { currentData, isError, isFetching, refetch } = useGetHistoryQuery(
    { collectible: id ?? '', range },
    { skip: id === undefined },
  );
  const series = useMemo(
    () => (currentData === undefined ? null : toPriceSeries(currentData, untilMs)),
    [currentData, untilMs],
  );
  return { series, hasFailed: isError && !isFetching, retry: () => void refetch() };
}
