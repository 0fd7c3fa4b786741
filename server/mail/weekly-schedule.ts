/** When a weekly summary is due, Monday at 09:00 in the user's time zone, and which week it is about. */
import { memoize } from '#domain/intl-formats.ts';

const quarterMs = 15 * 60_000;
const hourMs = 4 * quarterMs;
const dayMs = 24 * hourMs;
const dueClock = '09:00';
/** A summary that could not go out by then is left out: the next week's is near. */
const lifetimeMs = 3 * dayMs;

export interface SummaryWeek {
  /** ISO date of the Monday after it, which identifies the week. */
  readonly monday: string;
  /** Monday 00:00, local. */
  readonly since: Date;
  /** The next Monday 00:00, local. */
  readonly until: Date;
  /** From here on its summary is not sent any more. */
  readonly expiresAt: Date;
}

/** The first Monday 09:00 after an instant. @param timeZone as `Intl` itself spells it */
export function nextSummaryAt(after: Date, timeZone: string): Date {
  const today = localTime(after, timeZone);
  const isOver = today.slice(11) >= dueClock;
  const daysToMonday = (8 - weekdayOf(today)) % 7;
  const days = daysToMonday === 0 && isOver ? 7 : daysToMonday;
  return firstInstantAt(`${isoDate(dayOf(today) + days * dayMs)} ${dueClock}`, timeZone);
}

/** The last whole week before a summary that is due, or was put off by quiet hours. */
export function weekBefore(dueAt: Date, timeZone: string): SummaryWeek {
  const today = localTime(dueAt, timeZone);
  const mondayMs = dayOf(today) - ((weekdayOf(today) + 6) % 7) * dayMs;
  const midnight = (dayAtMs: number) => firstInstantAt(`${isoDate(dayAtMs)} 00:00`, timeZone);
  const until = midnight(mondayMs);
  return {
    monday: isoDate(mondayMs),
    since: midnight(mondayMs - 7 * dayMs),
    until,
    expiresAt: new Date(until.getTime() + 9 * hourMs + lifetimeMs),
  };
}

/**
 * The first instant at which local clocks show this time or a later one: found by clock time, so that a DST change needs
 * no arithmetic. Offsets are quarters of an hour, and no zone is further from UTC than fourteen hours.
 */
function firstInstantAt(local: string, timeZone: string): Date {
  let atMs = Date.parse(`${local.replace(' ', 'T')}Z`) - 14 * hourMs;
  while (localTime(new Date(atMs), timeZone) < local) atMs += quarterMs;
  return new Date(atMs);
}

/** “2026-11-23 09:00”, which sorts as text. */
const localFormat = memoize(
  (timeZone: string) =>
    new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone }),
);
const localTime = (at: Date, timeZone: string): string => localFormat(timeZone).format(at);
const dayOf = (local: string): number => Date.parse(`${local.slice(0, 10)}T00:00:00Z`);
const weekdayOf = (local: string): number => new Date(dayOf(local)).getUTCDay();
const isoDate = (dayAtMs: number): string => new Date(dayAtMs).toISOString().slice(0, 10);
