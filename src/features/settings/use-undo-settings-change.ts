/** Undo of a settings change from a toast, which outlives the screen that made the change: a failure is a toast too. */
import { useCallback } from 'react';
import { undoFailed } from '#src/copy/settings-conflict.ts';
import { saveSettingsChange } from '#store/api/save-settings-change.ts';
import type { SettingsChange } from '#store/api/settings-changes.ts';
import { useAppStore } from '#store/app-store.ts';
import { useSession } from '../session/session-context.ts';
import { settingsErrorMessage } from './use-settings-mutation.ts';

export function useUndoSettingsChange(): (undo: SettingsChange) => void {
  const store = useAppStore();
  const { showToast } = useSession();
  return useCallback(
    (undo) =>
      void saveSettingsChange(store, undo).then(({ error }) => {
        if (error !== undefined) showToast(undoFailed(settingsErrorMessage(error)), 'error');
      }),
    [store, showToast],
  );
}
