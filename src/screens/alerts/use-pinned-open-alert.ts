/** Keeps the open alert in a filtered list: opening marks it as read, so it may no longer match. */
import { useRef } from 'react';
import type { AlertItem } from '#store/api/api-types.ts';

/** @param open id of the open alert @returns the alerts, newest first, with the open one if it was ever listed */
export function usePinnedOpenAlert(alerts: readonly AlertItem[], open: string | null) {
  const pinned = useRef<AlertItem | null>(null);
  const listed = alerts.find(({ id }) => id === open);
  if (listed !== undefined) pinned.current = listed;
  const { current } = pinned;
  if (listed !== undefined || current === null || current.id !== open) return alerts;
  const isNewer = ({ id }: AlertItem) => Number(id) > Number(current.id);
  return [
    ...alerts.filter(isNewer),
    { ...current, read: true },
    ...alerts.filter((alert) => !isNewer(alert)),
  ];
}
