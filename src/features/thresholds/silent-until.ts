/** Whether a threshold is evaluated now: neither paused nor snoozed (docs/alerts.md, rule 6). */
import type { Threshold } from '#store/api/api-types.ts';

type Quiet = Pick<Threshold, 'pause' | 'snoozedUntil'>;

/** When the snooze of a threshold ends; null while it is not snoozed. A pause comes before it. */
export function silentUntil({ pause, snoozedUntil }: Quiet): string | null {
  if (pause !== null || snoozedUntil === null) return null;
  return Date.parse(snoozedUntil) > Date.now() ? snoozedUntil : null;
}

export const isWatching = (threshold: Quiet): boolean =>
  threshold.pause === null && silentUntil(threshold) === null;
