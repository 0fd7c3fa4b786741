/** Mail settings: alerts by mail on or off, the address and its confirmation, and a test mail. */
import { Button } from '#src/components/button.tsx';
import { Icon } from '#src/components/icon.tsx';
import { settingsCopy as copy } from '#src/copy/settings.ts';
import { ApiErrorBanner } from '#src/features/errors/api-error-banner.tsx';
import { ResendConfirmationButton } from '#src/features/session/resend-confirmation-button.tsx';
import { useConfirmationPolling } from '#src/features/session/use-confirmation-polling.ts';
import { useTestMail } from '#src/features/session/use-test-mail.ts';
import { useProfile } from '#store/use-profile.ts';
import styles from './mail-section.module.css';
import { QueryResult } from './query-result.tsx';
import { SettingsSection } from './settings-section.tsx';
import { SwitchRow } from './switch-row.tsx';
import { useNotificationSettings } from './use-notification-settings.ts';

export function MailSection() {
  const notificationSettings = useNotificationSettings();
  const profile = useProfile();
  useConfirmationPolling();
  return (
    <SettingsSection id="correo" title={copy.mailTitle}>
      <QueryResult query={notificationSettings.query} rows={1} label={copy.loading}>
        {({ mail }) => (
          <SwitchRow
            title={copy.mailSwitch}
            note={mail === 'on' ? copy.mailOn : copy.mailOff}
            checked={mail === 'on'}
            saving={notificationSettings.saving}
            onChange={(on) => void notificationSettings.change({ mail: on ? 'on' : 'off' })}
          />
        )}
      </QueryResult>
      {notificationSettings.error !== null && (
        <ApiErrorBanner error={{ message: notificationSettings.error }} />
      )}
      <QueryResult query={profile} rows={1} label={copy.loading}>
        {({ email, emailConfirmed }) => <Address email={email} isConfirmed={emailConfirmed} />}
      </QueryResult>
    </SettingsSection>
  );
}

function Address({ email, isConfirmed }: { email: string; isConfirmed: boolean }) {
  const { send, isSending } = useTestMail({ sent: () => copy.sent, notSent: copy.notSent });
  return (
    <>
      <p className={isConfirmed ? 'okline' : `okline ${styles['okline--wait']}`}>
        <Icon name={isConfirmed ? 'check' : 'mail'} />
        <span>
          <b>{email}</b>
          <br />
          <span className="meta">{isConfirmed ? copy.confirmed : copy.unconfirmed}</span>
        </span>
      </p>
      <p className="rowf">
        {isConfirmed ? (
          <Button variant="outline" small loading={isSending} onClick={() => void send()}>
            {copy.test}
          </Button>
        ) : (
          <ResendConfirmationButton />
        )}
      </p>
    </>
  );
}
