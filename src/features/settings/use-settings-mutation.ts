/** Changes `configuracion`: shown at once, joined with what another tab saved meanwhile, taken back when refused. */
import { useCallback, useState } from 'react';
import { conflictSentence } from '#src/copy/settings-conflict.ts';
import { useGetConfigQuery } from '#store/api/base-api.ts';
import {
  type SeenThreshold,
  type SettingsChange,
  type SettingsProblem,
  saveSettings,
} from '#store/api/save-settings.ts';
import { useAppStore } from '#store/app-store.ts';

const activationPollMs = 1_000;

export interface SettingsMutation {
  readonly settings: ReturnType<typeof useGetConfigQuery>['data'];
  readonly saving: boolean;
  /** Of the last change; null once another one is tried. */
  readonly problem: SettingsProblem | null;
  /**
   * @param seen the threshold as the person saw it when they began, where that was not just now
   * @returns whether it was saved
   */
  change(edit: SettingsChange, seen?: SeenThreshold): Promise<boolean>;
  /** After a conflict: the refused change once more, now knowingly over the other tab's. */
  readonly repeat: (() => Promise<boolean>) | null;
}

export function useSettingsMutation(): SettingsMutation {
  const { data: settings } = useGetConfigQuery();
  // A threshold is taken in between two readings: looked at again until it has been.
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
      const problem = await saveSettings(store, edit, seen);
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
  readonly problem: SettingsProblem;
  readonly edit: SettingsChange;
}

export const errorMessage = (problem: SettingsProblem): string =>
  problem.code === 'conflict' ? conflictSentence(problem.conflicts) : problem.message;
