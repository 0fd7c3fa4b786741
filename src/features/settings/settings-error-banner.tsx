/** Banner for a settings change that was not saved; after a conflict it can repeat the change. */
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '#src/components/button.tsx';
import { Icon } from '#src/components/icon.tsx';
import { matchCopy } from '#src/copy/match.ts';
import { saveLocalLabel } from '#src/copy/settings-conflict.ts';
import { type SettingsMutation, settingsErrorMessage } from './use-settings-mutation.ts';

export function SettingsErrorBanner({
  mutation: { error, repeat, saving },
  children,
}: {
  readonly mutation: SettingsMutation;
  /** Replaces the repeat button, for a form that has its own. */
  readonly children?: ReactNode;
}) {
  if (error === null) return null;
  return (
    <div className="banner banner--error" role="alert">
      <Icon name="warning" />
      <p>
        {settingsErrorMessage(error)}{' '}
        {error.code === 'plan_limit' && <Link to="/dashboard/plan">{matchCopy.seePlans}</Link>}
      </p>
      {children}
      {repeat !== null && children === undefined && (
        <Button variant="outline" small loading={saving} onClick={() => void repeat()}>
          {saveLocalLabel}
        </Button>
      )}
    </div>
  );
}
