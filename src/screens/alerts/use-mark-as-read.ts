/** Marks an opened alert as read: one request per alert, even when the server refuses it. */
import { useEffect, useRef } from 'react';
import { useMarkAlertsReadMutation } from '#store/api/alerts-api.ts';
import type { AlertItem } from '#store/api/api-types.ts';

export function useMarkAsRead(opened: AlertItem | undefined): void {
  const [markRead] = useMarkAlertsReadMutation();
  const requestedId = useRef<string | null>(null);
  const unreadId = opened?.read === false ? opened.id : null;
  useEffect(() => {
    if (unreadId === null || requestedId.current === unreadId) return;
    requestedId.current = unreadId;
    void markRead({ read: true, ids: [unreadId] });
  }, [unreadId, markRead]);
}
