/** Banner on every page while nothing reaches the user: mail is off or refused, and no other channel works. With its remedy. */
import { Link } from 'react-router-dom';
import { settingsPath } from '#domain/app-links.ts';
import { Button } from '#src/components/button.tsx';
import { Icon } from '#src/components/icon.tsx';
import { silentAccountCopy as copy } from '#src/copy/silent-account.ts';
import { errorText } from '#src/features/errors/to-display-error.ts';
import { useSession } from '#src/features/session/session-context.ts';
import { useTestMail } from '#src/features/session/use-test-mail.ts';
import { useGetNotificationSettingsQuery } from '#store/api/base-api.ts';
import { useGetChannelsQuery } from '#store/api/channels-api.ts';
import { usePatchNotificationSettingsMutation } from '#store/api/notification-settings-api.ts';
import { useProfile } from '#store/use-profile.ts';

export function SilentAccountBanner() {
  const { data: profile } = useProfile();
  const { data: notifications } = useGetNotificationSettingsQuery();
  const isMailOff = notifications?.mail === 'off';
  const refusal = profile?.mailRefusal;
  const { data: channels } = useGetChannelsQuery(undefined, {
    skip: !isMailOff && refusal === undefined,
  });
  const others = channels?.items.filter(({ kind }) => kind !== 'mail');
  if (others === undefined || profile?.emailConfirmed === false) return null;
  if (others.some(({ state, failure }) => state === 'active' && failure === undefined)) return null;
  if (!isMailOff && (profile === undefined || refusal === undefined)) return null;
  return (
    <div className="banner banner--error banner--top" role="status">
      <Icon name="warning" />
      <p>
        <b>{copy.silent}</b>{' '}
        {isMailOff
          ? others.length === 0
            ? copy.silentMail
            : copy.silentAll
          : copy.silentRefused(profile?.email ?? '', refusal ?? '')}{' '}
        <Link to={settingsPath('canales')}>{copy.seeChannels}</Link>
      </p>
      {isMailOff ? <ActivateMail /> : <TestMail />}
    </div>
  );
}

function ActivateMail() {
  const { showToast } = useSession();
  const [put, { isLoading }] = usePatchNotificationSettingsMutation();
  const activate = async () => {
    const { error } = await put({ mail: 'on' });
    if (error !== undefined) showToast(errorText(error, copy.failed), 'error');
  };
  return (
    <Button variant="outline" small loading={isLoading} onClick={() => void activate()}>
      {copy.activateMail}
    </Button>
  );
}

function TestMail() {
  const { send, isSending } = useTestMail({ sent: () => copy.testSent, notSent: copy.failed });
  return (
    <Button variant="outline" small loading={isSending} onClick={() => void send()}>
      {copy.testMail}
    </Button>
  );
}
