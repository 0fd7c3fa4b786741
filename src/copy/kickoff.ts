/** Formats kick-off time and city: the user's local time, then the venue's when it differs. */
import { clockTime, dateFormat, shortWeekdayDate } from './format.ts';

export interface Kickoff {
  readonly kickoffAt: string | null;
  readonly timeZone: string | null;
  readonly city: string;
}

export function kickoffText({ kickoffAt, timeZone, city }: Kickoff): string {
  if (kickoffAt === null) return city;
  const here = clockTime(kickoffAt);
  const there = timeZone === null ? here : clockIn(kickoffAt, timeZone);
  const day = shortWeekdayDate(kickoffAt);
  const start = `${day.charAt(0).toUpperCase()}${day.slice(1)}, ${here}`;
  return here === there ? `${start} · ${city}` : `${start} (tu hora) · ${there} en ${city}`;
}

const clockIn = (instant: string, timeZone: string): string =>
  dateFormat({ hour: '2-digit', minute: '2-digit', timeZone }).format(new Date(instant));
