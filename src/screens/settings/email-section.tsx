/** The account's address: whether it is confirmed, and changing it. */
import { Icon } from '#src/components/icon.tsx';
import { confirmationCopy } from '#src/copy/confirmation.ts';
import { settingsCopy } from '#src/copy/settings.ts';
import { emailCopy as copy } from '#src/copy/settings-account.ts';
import { ChangeEmailButton } from '#src/features/session/change-email-button.tsx';
import { useProfile } from '#store/use-profile.ts';
import { QueryResult } from './query-result.tsx';
import { SettingsSection } from './settings-section.tsx';

export function EmailSection() {
  const profile = useProfile();
  return (
    <SettingsSection id="correo" title={copy.title}>
      <QueryResult query={profile} rows={1} label={settingsCopy.loading}>
        {({ email, emailConfirmed }) => (
          <p className="okline">
            <Icon name={emailConfirmed ? 'check' : 'mail'} />
            <span>
              <b>{email}</b> <span className="meta">{copy.states[`${emailConfirmed}`]}</span>
              <br />
              <span className="meta">{copy.note}</span>
            </span>
          </p>
        )}
      </QueryResult>
      <div>
        <ChangeEmailButton label={confirmationCopy.change} small />
      </div>
    </SettingsSection>
  );
}
