/** When a snooze ends: after an hour, a day, or on the morning of next Monday. */

export type SnoozeChoice = 'hour' | 'day' | 'monday';

const hourMs = 3_600_000;
/** Of Monday, in the browser's time zone. */
const morningHour = 8;

/** @returns ISO string */
export function snoozeUntil(choice: SnoozeChoice, now: Date): string {
  if (choice === 'hour') return new Date(now.getTime() + hourMs).toISOString();
  if (choice === 'day') return new Date(now.getTime() + 24 * hourMs).toISOString();
  const monday = new Date(now);
  // Sunday is 0: on a Monday it is the next one.
  monday.setDate(now.getDate() + ((8 - now.getDay()) % 7 || 7));
  monday.setHours(morningHour, 0, 0, 0);
  return monday.toISOString();
}
