/** Banner for a settings change that was not saved; after a conflict it can repeat the change. */
import type { ReactNode } from 'react';
import { Button } from '#src/components/button.tsx';
import { saveLocalLabel } from '#src/copy/settings-conflict.ts';
import { ApiErrorBanner } from '../errors/api-error-banner.tsx';
import { type SettingsMutation, settingsErrorMessage } from './use-settings-mutation.ts';

export function SettingsErrorBanner({
  mutation: { error, repeat, saving },
  children,
}: {
  readonly mutation: SettingsMutation;
  /** Replaces the repeat button, for a form that has its own. */
  readonly children?: ReactNode;
}) {
  return (
    <ApiErrorBanner error={error && { code: error.code, message: settingsErrorMessage(error) }}>
      {repeat !== null && children === undefined && (
        <Button variant="outline" small loading={saving} onClick={() => void repeat()}>
          {saveLocalLabel}
        </Button>
      )}
      {children}
    </ApiErrorBanner>
  );
}
