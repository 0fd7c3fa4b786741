/** Formats kick-off time and city: the user's local time, then the venue's when it differs. */
import { capitalizeFirst } from '#domain/capitalize-first.ts';
import { dateFormat } from '#domain/intl-formats.ts';
import { clockTime, counted, separator, shortWeekdayDate } from './format.ts';

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
  const start = `${capitalizeFirst(day)}, ${here}`;
  return here === there
    ? `${start}${separator}${city}`
    : `${start} (tu\u00A0hora)${separator}${there} en ${city}`;
}

/** Which zone a kick-off's hour is in: “Madrid; 06:15 en Santos”; null where the venue's is not known. */
export function zoneText({ kickoffAt, timeZone, city }: Kickoff): string | null {
  if (kickoffAt === null || timeZone === null) return null;
  const there = clockIn(kickoffAt, timeZone);
  const zone = dateFormat({}).resolvedOptions().timeZone;
  const here = (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');
  return there === clockTime(kickoffAt)
    ? `${here}, la misma que en la sede`
    : `${here}; ${there} en ${city}`;
}

/** “en 3 días y 2 h”; null from then on. */
export function timeUntil(instant: string, nowMs: number): string | null {
  const minutes = Math.floor((Date.parse(instant) - nowMs) / 60_000);
  if (minutes < 0) return null;
  const days = Math.floor(minutes / 1_440);
  const hours = Math.floor((minutes % 1_440) / 60);
  if (days > 0) return unbroken(`en ${counted(days, 'día', 'días')} y ${hours} h`);
  return unbroken(hours > 0 ? `en ${hours} h y ${minutes % 60} min` : `en ${minutes} min`);
}

const unbroken = (text: string): string => text.replaceAll(' ', '\u00A0');

const clockIn = (instant: string, timeZone: string): string =>
  dateFormat({ hour: '2-digit', minute: '2-digit', timeZone }).format(new Date(instant));
