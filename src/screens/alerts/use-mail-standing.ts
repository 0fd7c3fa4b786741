/** Why a mail may be waiting for its reader rather than for us. */
import type { MailStanding } from '#src/copy/alerts.ts';
import { useGetNotificationsQuery, useGetProfileQuery } from '#store/api/monitoring-api.ts';

export function useMailStanding(): MailStanding {
  const { data: profile } = useGetProfileQuery();
  const { data: notifications } = useGetNotificationsQuery();
  if (profile?.emailConfirmed === false) return 'unconfirmed';
  return notifications?.correo === 'baja' ? 'unsubscribed' : 'reachable';
}
