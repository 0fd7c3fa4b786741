/** Banner on every page while nothing reaches the user: mail is off and no other channel is active. Turns mail on again. */
import { Button } from '#src/components/button.tsx';
import { Icon } from '#src/components/icon.tsx';
import { channelsCopy as copy } from '#src/copy/channels.ts';
import { errorText } from '#src/features/errors/to-display-error.ts';
import { useSession } from '#src/features/session/session-context.ts';
import { useGetNotificationSettingsQuery } from '#store/api/base-api.ts';
import { useGetChannelsQuery } from '#store/api/channels-api.ts';
import { usePutNotificationSettingsMutation } from '#store/api/notification-settings-api.ts';

export function SilentAccountBanner() {
  const { showToast } = useSession();
  const { data: notifications } = useGetNotificationSettingsQuery();
  const isMailOff = notifications?.correo === 'baja';
  const { data: channels } = useGetChannelsQuery(undefined, { skip: !isMailOff });
  const [put, { isLoading }] = usePutNotificationSettingsMutation();
  const others = channels?.items.filter(({ tipo }) => tipo !== 'correo');
  if (!isMailOff || others === undefined) return null;
  if (others.some(({ estado }) => estado === 'activo')) return null;
  const activate = async () => {
    const { error } = await put({ correo: 'activo' });
    if (error !== undefined) showToast(errorText(error, copy.failed), 'error');
  };
  return (
    <div className="banner banner--error banner--top" role="status">
      <Icon name="warning" />
      <p>
        <b>{copy.silent}</b> {others.length === 0 ? copy.silentMail : copy.silentAll}
      </p>
      <Button variant="outline" small loading={isLoading} onClick={() => void activate()}>
        {copy.activateMail}
      </Button>
    </div>
  );
}
