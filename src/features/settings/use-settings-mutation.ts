/** Hook for the settings (`configuracion`) and a change of them: saving, the last error, and a retry after a conflict. */
import { useCallback, useState } from 'react';
import { conflictSentence } from '#src/copy/settings-conflict.ts';
import { useGetSettingsQuery } from '#store/api/base-api.ts';
import {
  type SeenThreshold,
  type SettingsChange,
  type SettingsSaveError,
  saveSettingsChange,
} from '#store/api/save-settings-change.ts';
import { useAppStore } from '#store/app-store.ts';

const activationPollMs = 1_000;

export interface SettingsMutation {
  readonly settings: ReturnType<typeof useGetSettingsQuery>['data'];
  readonly saving: boolean;
  /** Error of the last change; null while another one is attempted. */
  readonly error: SettingsSaveError | null;
  /**
   * @param seen the threshold as the form loaded it, when that was not just now
   * @returns whether it was saved
   */
  change(update: SettingsChange, seen?: SeenThreshold): Promise<boolean>;
  /** After a conflict: sends the failed change again, overwriting the other tab's. */
  readonly repeat: (() => Promise<boolean>) | null;
}

export function useSettingsMutation(): SettingsMutation {
  const { data: settings } = useGetSettingsQuery();
  // The engine adopts a threshold between two readings: poll until then.
  const isActivating = Object.values(settings?.estados ?? {}).some(
    ({ status }) => status === 'activando',
  );
  useGetSettingsQuery(undefined, { pollingInterval: isActivating ? activationPollMs : 0 });
  const [saving, setSaving] = useState(0);
  const [failed, setFailed] = useState<FailedChange | null>(null);
  const store = useAppStore();
  const change = useCallback(
    async (update: SettingsChange, seen?: SeenThreshold) => {
      setFailed(null);
      setSaving((count) => count + 1);
      const error = await saveSettingsChange(store, update, seen);
      setSaving((count) => count - 1);
      if (error !== null) setFailed({ error, update });
      return error === null;
    },
    [store],
  );
  return {
    settings,
    saving: saving > 0,
    error: failed?.error ?? null,
    change,
    repeat: failed?.error.code === 'conflict' ? () => change(failed.update) : null,
  };
}

interface FailedChange {
  readonly error: SettingsSaveError;
  readonly update: SettingsChange;
}

export const settingsErrorMessage = (error: SettingsSaveError): string =>
  error.code === 'conflict' ? conflictSentence(error.conflicts) : error.message;
