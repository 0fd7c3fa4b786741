/** Whether the user can receive mail: confirmed address and not unsubscribed. */
import type { MailReachability } from '#src/copy/alerts.ts';
import { useGetNotificationSettingsQuery } from '#store/api/base-api.ts';
import { useProfile } from '#store/use-profile.ts';

export function useMailReachability(): MailReachability {
  const { data: profile } = useProfile();
  const { data: notifications } = useGetNotificationSettingsQuery();
  if (profile?.emailConfirmed === false) return 'unconfirmed';
  return notifications?.mail === 'off' ? 'unsubscribed' : 'reachable';
}
