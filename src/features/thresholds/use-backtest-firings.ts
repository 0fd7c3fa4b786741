/** How often a threshold would have fired in 30 days, asked once it has not changed for a moment. */
import { skipToken } from '@reduxjs/toolkit/query';
import type { UmbralInput } from '#store/api/api-types.ts';
import { usePreviewThresholdQuery } from '#store/api/base-api.ts';
import { previewDays, toDraft, useDebouncedDraft } from './use-debounced-draft.ts';

/** @param umbral null: none to ask about @returns null until known */
export function useBacktestFirings(umbral: UmbralInput | null): number | null {
  const draft = umbral === null ? null : toDraft(umbral);
  const debounced = useDebouncedDraft(draft);
  const { currentData } = usePreviewThresholdQuery(
    draft === null || debounced === null ? skipToken : { umbral: debounced, dias: previewDays },
  );
  const isCurrent = JSON.stringify(draft) === JSON.stringify(debounced);
  return (isCurrent ? currentData?.firings : undefined) ?? null;
}
