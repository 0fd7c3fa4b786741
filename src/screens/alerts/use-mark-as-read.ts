/** Whoever opens an alert has read it; where the server refuses to note that, it is not asked again and again. */
import { useEffect, useRef } from 'react';
import { useMarkAlertsReadMutation } from '#store/api/alerts-api.ts';
import type { AlertItem } from '#store/api/types.ts';

export function useMarkAsRead(opened: AlertItem | undefined): void {
  const [markRead] = useMarkAlertsReadMutation();
  const asked = useRef<string | null>(null);
  const toBeRead = opened?.read === false ? opened.id : null;
  useEffect(() => {
    if (toBeRead === null || asked.current === toBeRead) return;
    asked.current = toBeRead;
    void markRead({ read: true, ids: [toBeRead] });
  }, [toBeRead, markRead]);
}
