/** Saves or deletes one threshold against what the form loaded; a retry after a conflict overwrites. */
import { useRef, useState } from 'react';
import { type PauseReason, ruleOf } from '#domain/threshold.ts';
import type {
  Threshold,
  ThresholdDraft,
  ThresholdItem,
  WatchOutcome,
} from '#store/api/api-types.ts';
import { detailsPatch } from '#store/api/settings-changes.ts';
import { useSettingsMutation } from '../settings/use-settings-mutation.ts';
import { useThresholdCommands } from './use-threshold-commands.ts';

export interface SaveResult {
  readonly id: string;
  readonly threshold: ThresholdDraft;
  /** Why it does not watch, though it is saved. */
  readonly pause: PauseReason | null;
  /** What became of the match of a new one; null when it was edited. */
  readonly watched: WatchOutcome | null;
}

/** @param matchId of a new one */
export function useThresholdSave(
  matchId: string,
  editing: Pick<ThresholdItem, 'id' | 'threshold'> | undefined,
) {
  const mutation = useSettingsMutation();
  const commands = useThresholdCommands(mutation);
  // One id for all attempts: a lost response must not create two thresholds.
  const [id] = useState(() => editing?.id ?? crypto.randomUUID());
  const seen = useRef<Threshold | undefined>(editing?.threshold);
  const conflict = mutation.error?.conflict;
  const lastSeen = () => {
    // The user has seen the other tab's value, so the next attempt is based on it.
    if (conflict !== undefined) seen.current = conflict.remote ?? undefined;
    return seen.current;
  };
  return {
    /** Of the threshold, also while it is being created. */
    id,
    mutation,
    /** After a conflict, the other tab's value; null without a conflict, or when it was deleted. */
    savedElsewhere: conflict?.remote ?? null,
    /** @returns whether it was deleted */
    async remove(): Promise<boolean> {
      const threshold = lastSeen();
      return threshold !== undefined && commands.remove([{ id, threshold }]);
    },
    /** @returns null when it was not saved */
    async save(threshold: ThresholdDraft): Promise<SaveResult | null> {
      const before = lastSeen();
      if (before === undefined) {
        const isWatched = mutation.settings?.configuracion.partidos.includes(matchId);
        const created = await mutation.change({ kind: 'create', id, threshold });
        const joined = created?.saved.partidos?.includes(matchId) ? 'added' : 'limit';
        return created && { id, threshold, pause: null, watched: isWatched ? 'already' : joined };
      }
      // A saved edit resumes what was paused by the system.
      const resumes = before.pause !== null && before.pause !== 'user';
      const patch = {
        ...ruleOf(threshold),
        ...detailsPatch(before, threshold),
        ...(resumes && { pause: null }),
      };
      const changed = await mutation.change({ kind: 'change', id, patch, seen: before });
      if (changed === null) return null;
      // Which pauses an edit ends is the server's to say.
      const { data: saved } = await mutation.refetch();
      const pause = saved?.configuracion.umbrales[id]?.pause ?? null;
      return { id, threshold, pause, watched: null };
    },
  };
}
