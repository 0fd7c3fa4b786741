/** Backtest of a threshold being written, debounced: one per pause, not per key. */
import { skipToken } from '@reduxjs/toolkit/query';
import { useEffect, useState } from 'react';
import { ruleOf, type ThresholdRule } from '#domain/threshold.ts';
import { usePreviewThresholdQuery } from '#store/api/base-api.ts';

const debounceMs = 350;
/** Period of a backtest. */
export const previewDays = 30;

/** Of the threshold as it was before the last pause. @param threshold null: none to ask about */
export function useDebouncedPreview(threshold: ThresholdRule | null) {
  const rule = JSON.stringify(threshold && ruleOf(threshold));
  const [debounced, setDebounced] = useState(rule);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(rule), debounceMs);
    return () => clearTimeout(timer);
  }, [rule]);
  const asked = JSON.parse(debounced) as ThresholdRule | null;
  const query = usePreviewThresholdQuery(
    threshold === null || asked === null ? skipToken : { threshold: asked, days: previewDays },
  );
  return { ...query, isCurrent: rule === debounced };
}

/** How often it would have fired; null until known. */
export function useBacktestFirings(threshold: ThresholdRule | null): number | null {
  const { currentData, isCurrent } = useDebouncedPreview(threshold);
  return (isCurrent ? currentData?.firings : undefined) ?? null;
}
