/** Lazy-loads the chunk of the price chart; a failed load can be retried. */
import { type ComponentType, useCallback, useEffect, useState } from 'react';
import { importWithReload } from '#src/features/loading/import-with-reload.ts';
import type { PriceChartProps } from './price-chart.tsx';

export interface LazyChart {
  /** null while loading and after a failure. */
  readonly Chart: ComponentType<PriceChartProps> | null;
  readonly failed: boolean;
  readonly retry: () => void;
}

const load = () => import('./price-chart.tsx');

export function useLazyPriceChart(): LazyChart {
  const [Chart, setChart] = useState<ComponentType<PriceChartProps> | null>(null);
  const [failed, setFailed] = useState(false);
  const show = useCallback((chart: ReturnType<typeof load>) => {
    setFailed(false);
    chart.then(
      ({ PriceChart }) => setChart(() => PriceChart),
      () => setFailed(true),
    );
  }, []);
  useEffect(() => show(load()), [show]);
  const retry = useCallback(() => show(importWithReload(load)), [show]);
  return { Chart, failed, retry };
}
