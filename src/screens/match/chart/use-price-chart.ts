/** The chart's own chunk, fetched when a price is first to be drawn; a failed fetch can be tried again. */
import { type ComponentType, useCallback, useEffect, useState } from 'react';
import type { PriceChartProps } from './price-chart.tsx';

export interface FetchedChart {
  /** null while it comes, or when it has not. */
  readonly Chart: ComponentType<PriceChartProps> | null;
  readonly failed: boolean;
  readonly retry: () => void;
}

export function usePriceChart(): FetchedChart {
  const [Chart, setChart] = useState<ComponentType<PriceChartProps> | null>(null);
  const [failed, setFailed] = useState(false);
  const fetchIt = useCallback(() => {
    setFailed(false);
    import('./price-chart.tsx').then(
      ({ PriceChart }) => setChart(() => PriceChart),
      () => setFailed(true),
    );
  }, []);
  useEffect(fetchIt, [fetchIt]);
  return { Chart, failed, retry: fetchIt };
}
