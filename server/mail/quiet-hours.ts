/** Computes when a user's quiet hours end, in their time zone and across DST changes. */
import type { Notifications } from '#contract/users.ts';
import { isTimeZone } from '../base/is-time-zone.ts';

/**
 * @returns the first minute after the quiet hours, found by local clock time so that a DST change needs no arithmetic;
 * null outside quiet hours, and for a zone this runtime does not know: a mail too early is better than none
 */
export function quietHoursEnd(quietHours: Notifications['quietHours'], now: Date): Date | null {
  if (quietHours === null || !isTimeZone(quietHours.zone)) return null;
  const { from, to, zone: timeZone } = quietHours;
  const clock = new Intl.DateTimeFormat('sv-SE', { timeStyle: 'short', timeZone });
  const isQuiet = (instant: Date) => {
    const time = clock.format(instant);
    return from <= to ? from <= time && time < to : time >= from || time < to;
  };
  if (!isQuiet(now)) return null;
  const minute = Math.floor(now.getTime() / 60_000);
  for (let ahead = 1; ahead <= 26 * 60; ahead += 1) {
    const instant = new Date((minute + ahead) * 60_000);
    if (!isQuiet(instant)) return instant;
  }
  return null;
}
