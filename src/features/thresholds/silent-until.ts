/** Whether a threshold is evaluated now: neither paused nor snoozed (docs/alerts.md, rule 6). */
import { futureOf, type Threshold } from '#domain/threshold.ts';

type Quiet = Pick<Threshold, 'pause' | 'snoozedUntil'>;

/** When the snooze of a threshold ends; null while it is not snoozed. A pause comes before it. */
export const silentUntil = ({ pause, snoozedUntil }: Quiet): string | null =>
  pause === null ? futureOf(snoozedUntil, new Date()) : null;

export const isWatching = (threshold: Quiet): boolean =>
  threshold.pause === null && silentUntil(threshold) === null;
