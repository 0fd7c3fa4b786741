/** Optimistic mutation of `configuracion`: merges with changes of other tabs, rolls back when refused. */
import { useCallback, useState } from 'react';
import { conflictSentence } from '#src/copy/settings-conflict.ts';
import { useGetConfigQuery } from '#store/api/base-api.ts';
import {
  type SeenThreshold,
  type SettingsChange,
  type SettingsSaveError,
  saveSettingsChange,
} from '#store/api/save-settings-change.ts';
import { useAppStore } from '#store/app-store.ts';

const activationPollMs = 1_000;

export interface SettingsMutation {
  readonly settings: ReturnType<typeof useGetConfigQuery>['data'];
  readonly saving: boolean;
  /** Error of the last change; null while another one is attempted. */
  readonly problem: SettingsSaveError | null;
  /**
   * @param seen the threshold as the form loaded it, when that was not just now
   * @returns whether it was saved
   */
  change(edit: SettingsChange, seen?: SeenThreshold): Promise<boolean>;
  /** After a conflict: sends the refused change again, overwriting the other tab's. */
  readonly repeat: (() => Promise<boolean>) | null;
}

export function useSettingsMutation(): SettingsMutation {
  const { data: settings } = useGetConfigQuery();
  // The engine adopts a threshold between two readings: poll until then.
  const isActivating = Object.values(settings?.estados ?? {}).some(
    ({ status }) => status === 'activando',
  );
  useGetConfigQuery(undefined, { pollingInterval: isActivating ? activationPollMs : 0 });
  const [saving, setSaving] = useState(0);
  const [refused, setRefused] = useState<Refused | null>(null);
  const store = useAppStore();
  const change = useCallback(
    async (edit: SettingsChange, seen?: SeenThreshold) => {
      setRefused(null);
      setSaving((count) => count + 1);
      const problem = await saveSettingsChange(store, edit, seen);
      setSaving((count) => count - 1);
      if (problem !== null) setRefused({ problem, edit });
      return problem === null;
    },
    [store],
  );
  return {
    settings,
    saving: saving > 0,
    problem: refused?.problem ?? null,
    change,
    repeat: refused?.problem.code === 'conflict' ? () => change(refused.edit) : null,
  };
}

interface Refused {
  readonly problem: SettingsSaveError;
  readonly edit: SettingsChange;
}

export const errorMessage = (problem: SettingsSaveError): string =>
  problem.code === 'conflict' ? conflictSentence(problem.conflicts) : problem.message;
