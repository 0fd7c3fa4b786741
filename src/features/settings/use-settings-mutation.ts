/** Hook for the settings (`configuracion`) and a change of them: saving, the last error, and a retry after a conflict. */
import { useCallback, useEffect, useState } from 'react';
import { conflictSentence } from '#src/copy/settings-conflict.ts';
import type { Settings } from '#store/api/api-types.ts';
import { useGetSettingsQuery } from '#store/api/base-api.ts';
import { saveSettingsChange } from '#store/api/save-settings-change.ts';
import {
  overwriting,
  type SettingsChange,
  type SettingsSaveError,
} from '#store/api/settings-changes.ts';
import { useAppStore } from '#store/app-store.ts';

/** The engine adopts a threshold between two readings, usually within seconds; a silent market may take hours. */
const activationPollMs = { first: 1_000, later: 15_000 } as const;
const firstPollsMs = 20_000;

export type SettingsMutation = ReturnType<typeof useSettingsMutation>;

export function useSettingsMutation() {
  const { data: settings, refetch } = useGetSettingsQuery();
  useActivationPolling(settings);
  const [saving, setSaving] = useState(0);
  const [failed, setFailed] = useState<{
    readonly error: SettingsSaveError;
    readonly wanted: SettingsChange;
  } | null>(null);
  const store = useAppStore();
  /** @returns what was saved; null when it was not */
  const change = useCallback(
    async (wanted: SettingsChange) => {
      setFailed(null);
      setSaving((count) => count + 1);
      const answer = await saveSettingsChange(store, wanted);
      setSaving((count) => count - 1);
      if (answer.error === undefined) return answer;
      setFailed({ error: answer.error, wanted });
      return null;
    },
    [store],
  );
  const conflict = failed?.error.conflict;
  return {
    settings,
    refetch,
    saving: saving > 0,
    /** Error of the last change; null while another one is attempted. */
    error: failed?.error ?? null,
    change,
    /** After a conflict: sends the failed change again, overwriting the other tab's. */
    repeat: failed && conflict ? () => change(overwriting(failed.wanted, conflict)) : null,
  };
}

/** Polls while a threshold is being adopted by the engine: first often, then rarely, never in a hidden tab. */
function useActivationPolling(settings: Settings | undefined): void {
  const [isLate, setLate] = useState(false);
  const isActivating = Object.values(settings?.states ?? {}).some(
    ({ status }) => status === 'starting',
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

export const settingsErrorMessage = ({ message, conflict }: SettingsSaveError): string =>
  conflict === undefined ? message : conflictSentence(conflict);
