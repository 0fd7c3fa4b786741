/** Saves or deletes one threshold against the version the form loaded; a retry after a conflict overwrites. */
import { useRef, useState } from 'react';
import { ruleOf } from '#domain/threshold.ts';
import type {
  Threshold,
  ThresholdDraft,
  ThresholdItem,
  WatchOutcome,
} from '#store/api/api-types.ts';
import { detailsPatch } from '#store/api/settings-changes.ts';
import { useSettingsMutation } from '../settings/use-settings-mutation.ts';

export function useThresholdSave(editing: Pick<ThresholdItem, 'id' | 'threshold'> | undefined) {
  const mutation = useSettingsMutation();
  // One id for all attempts: a lost response must not create two thresholds.
  const [id] = useState(() => editing?.id ?? crypto.randomUUID());
  const seen = useRef<Threshold | null>(editing?.threshold ?? null);
  const watchOutcome = useRef<WatchOutcome | null>(null);
  const conflict = mutation.error?.conflict;
  return {
    /** Of the threshold, also while it is being created. */
    id,
    mutation,
    /** After a conflict, the other tab's value; null without a conflict, or when it was deleted. */
    savedElsewhere: conflict?.remote ?? null,
    /** What became of the match of the threshold that was created; null before. */
    watchOutcome,
    /** @param threshold null to delete @returns whether it was saved */
    async save(threshold: ThresholdDraft | null): Promise<boolean> {
      // The user has seen the other tab's value, so the next attempt is based on it.
      if (conflict !== undefined) seen.current = conflict.remote;
      const before = seen.current;
      if (threshold === null)
        return mutation.change({ kind: 'delete', id, ...(before !== null && { seen: before }) });
      if (before === null)
        return mutation.change({
          kind: 'create',
          id,
          threshold,
          onCreated: (watch) => {
            watchOutcome.current = watch;
          },
        });
      // A saved edit resumes what was paused by the system.
      const resumes = before.pause !== null && before.pause !== 'user';
      const patch = {
        ...ruleOf(threshold),
        ...detailsPatch(before, threshold),
        ...(resumes && { pause: null }),
      };
      return mutation.change({ kind: 'change', id, patch, seen: before });
    },
  };
}
