/** How often a threshold would have fired in 30 days, asked once it has not changed for a moment. */
import { skipToken } from '@reduxjs/toolkit/query';
import { ruleOf } from '#domain/threshold.ts';
import type { ThresholdDraft } from '#store/api/api-types.ts';
import { usePreviewThresholdQuery } from '#store/api/base-api.ts';
import { previewDays, useDebouncedDraft } from './use-debounced-draft.ts';

/** @param threshold null: none to ask about @returns null until known */
export function useBacktestFirings(threshold: ThresholdDraft | null): number | null {
  const draft = threshold === null ? null : ruleOf(threshold);
  const debounced = useDebouncedDraft(draft);
  const { currentData } = usePreviewThresholdQuery(
    draft === null || debounced === null ? skipToken : { threshold: debounced, days: previewDays },
  );
  const isCurrent = JSON.stringify(draft) === JSON.stringify(debounced);
  return (isCurrent ? currentData?.firings : undefined) ?? null;
}
