/** Mail among the channels: alerts by mail on or off, the account's address and its confirmation, and a test mail. */
import { useState } from 'react';
import { ActionButton } from '#src/components/action-button.tsx';
import { Button } from '#src/components/button.tsx';
import { Icon } from '#src/components/icon.tsx';
import { Switch } from '#src/components/switch.tsx';
import { confirmationCopy } from '#src/copy/confirmation.ts';
import { settingsCopy as copy } from '#src/copy/settings.ts';
import styles from '#src/features/channels/channel-row.module.css';
import { lastDeliveryOf } from '#src/features/channels/channel-row.tsx';
import { ApiErrorBanner } from '#src/features/errors/api-error-banner.tsx';
import { ChangeEmailDialog } from '#src/features/session/change-email-dialog.tsx';
import { ResendConfirmationButton } from '#src/features/session/resend-confirmation-button.tsx';
import { useConfirmationPolling } from '#src/features/session/use-confirmation-polling.ts';
import { useTestMail } from '#src/features/session/use-test-mail.ts';
import type { ChannelItem } from '#store/api/api-types.ts';
import { useProfile } from '#store/use-profile.ts';
import { useNotificationSettings } from './use-notification-settings.ts';

export function MailRow({ channel }: { readonly channel: ChannelItem }) {
  const { query, saving, error, change } = useNotificationSettings();
  const { data: profile } = useProfile();
  const { send, isSending } = useTestMail({ sent: () => copy.sent, notSent: copy.notSent });
  const [isChanging, setChanging] = useState(false);
  useConfirmationPolling();
  const isOn = (query.data?.mail ?? (channel.state === 'active' ? 'on' : 'off')) === 'on';
  const isUnconfirmed = profile?.emailConfirmed === false;
  const refusal = profile?.mailRefusal;
  return (
    <li className={isOn ? styles.chrow : `${styles.chrow} is-off`}>
      <span className={styles.chrow__n}>
        <b>{channel.name}</b>
        <span className="meta">
          {profile !== undefined && `${profile.email} · `}
          {isOn ? lastDeliveryOf(channel) : copy.mailOff}
        </span>
      </span>
      <span className={styles.chrow__a}>
        {!isUnconfirmed && (
          <Button variant="outline" small loading={isSending} onClick={() => void send()}>
            {copy.test}
          </Button>
        )}
        <ActionButton
          icon="edit"
          label={confirmationCopy.change}
          title={confirmationCopy.change}
          onClick={() => setChanging(true)}
        />
        <Switch
          checked={isOn}
          aria-label={copy.mailSwitch}
          aria-busy={saving || undefined}
          onChange={(on) => void change({ mail: on ? 'on' : 'off' })}
        />
      </span>
      {isUnconfirmed && (
        <div className={styles.chrow__m}>
          <p>{copy.unconfirmed}</p>
          <p>
            <ResendConfirmationButton />
          </p>
        </div>
      )}
      {refusal !== undefined && (
        <p className={`${styles.chrow__m} field__error`}>
          <Icon name="warning" />
          {confirmationCopy.refused(profile?.email ?? '')} {confirmationCopy.refusedWhy(refusal)}
        </p>
      )}
      <ApiErrorBanner error={{ message: error }} />
      {isChanging && <ChangeEmailDialog onClose={() => setChanging(false)} />}
    </li>
  );
}
