/** Hook for the settings (`configuracion`) and a change of them: saving, the last error, and a retry after a conflict. */
import { useCallback, useEffect, useState } from 'react';
import { conflictSentence } from '#src/copy/settings-conflict.ts';
import type { Settings } from '#store/api/api-types.ts';
import { useGetSettingsQuery } from '#store/api/base-api.ts';
import {
  type SeenThreshold,
  type SettingsChange,
  type SettingsSaveError,
  saveSettingsChange,
} from '#store/api/save-settings-change.ts';
import { useAppStore } from '#store/app-store.ts';

/** The engine adopts a threshold between two readings, usually within seconds; a silent market may take hours. */
const activationPollMs = { first: 1_000, later: 15_000 } as const;
const firstPollsMs = 20_000;

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
  useActivationPolling(settings);
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

/** Polls while a threshold is being adopted by the engine: first often, then rarely, never in a hidden tab. */
function useActivationPolling(settings: Settings | undefined): void {
  const [isLate, setLate] = useState(false);
  const isActivating = Object.values(settings?.estados ?? {}).some(
    ({ status }) => status === 'activando',
  );
  useEffect(() => {
    setLate(false);
    if (!isActivating) return;
    const timer = setTimeout(() => setLate(true), firstPollsMs);
    return () => clearTimeout(timer);
  }, [isActivating]);
  const interval = isLate ? activationPollMs.later : activationPollMs.first;
  useGetSettingsQuery(undefined, {
    pollingInterval: isActivating ? interval : 0,
    skipPollingIfUnfocused: true,
  });
}

interface FailedChange {
  readonly error: SettingsSaveError;
  readonly update: SettingsChange;
}

export const settingsErrorMessage = (error: SettingsSaveError): string =>
  error.code === 'conflict' ? conflictSentence(error.conflicts) : error.message;
