/** A threshold being written, debounced: one backtest per pause, not per key. */
import { useEffect, useMemo, useState } from 'react';
import type { ThresholdRule } from '#domain/threshold.ts';

const debounceMs = 350;
/** Period of a backtest. */
export const previewDays = 30;

/** @returns the draft as it was before the last pause; the same object while nothing changes */
export function useDebouncedDraft(draft: ThresholdRule | null): ThresholdRule | null {
  const text = JSON.stringify(draft);
  const [debounced, setDebounced] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), debounceMs);
    return () => clearTimeout(timer);
  }, [text]);
  return useMemo(() => JSON.parse(debounced) as ThresholdRule | null, [debounced]);
}
