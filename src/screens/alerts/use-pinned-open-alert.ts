/** The open alert stays in the list although it no longer fits the filter: reading it is what made it read. */
import { useRef } from 'react';
import type { AlertItem } from '#store/api/types.ts';

/** @param open the id of the open alert. @returns the alerts, newest first, the open one among them if it was ever here */
export function usePinnedOpenAlert(alerts: readonly AlertItem[], open: string | null) {
  const kept = useRef<AlertItem | null>(null);
  const present = alerts.find(({ id }) => id === open);
  if (present !== undefined) kept.current = present;
  const { current } = kept;
  if (present !== undefined || current === null || current.id !== open) return alerts;
  const isNewer = ({ id }: AlertItem) => Number(id) > Number(current.id);
  return [
    ...alerts.filter(isNewer),
    { ...current, read: true },
    ...alerts.filter((alert) => !isNewer(alert)),
  ];
}
