/** Validation of the quiet-hours form, its default, and the time zones offered. */
import { settingsCopy as copy } from '#src/copy/settings.ts';
import type { Notifications } from '#store/api/types.ts';

export type QuietHours = NonNullable<Notifications['silencio']>;
export type QuietProblems = Partial<Record<keyof QuietHours, string>>;

export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Default: 23:00 to 08:00 in the time zone of the browser. */
export const usualNight = (): QuietHours => ({
  desde: '23:00',
  hasta: '08:00',
  zona: browserZone(),
});

/** Time zones the browser knows, and the saved one, which it may not know. */
export function zonesOffered(chosen: string): readonly string[] {
  return [...new Set([...Intl.supportedValuesOf('timeZone'), browserZone(), chosen])].sort();
}

/** `8:00`, `08.00` and `8` as `08:00`; null for an invalid time. */
export function parseClock(text: string): string | null {
  const match = /^([01]?\d|2[0-3])(?:[:.h]([0-5]\d))?$/.exec(text.trim());
  if (match === null) return null;
  return `${(match[1] ?? '').padStart(2, '0')}:${match[2] ?? '00'}`;
}

/** @returns the normalised hours, or an error per invalid field */
export function readQuietHours(
  typed: QuietHours,
  zones: readonly string[],
): { readonly hours: QuietHours } | { readonly problems: QuietProblems } {
  const desde = parseClock(typed.desde);
  const hasta = parseClock(typed.hasta);
  const zona = typed.zona.trim();
  const problems: QuietProblems = {
    ...(desde === null && { desde: copy.timeMissing }),
    ...(hasta === null && { hasta: copy.timeMissing }),
    ...(desde !== null && desde === hasta && { hasta: copy.timesEqual }),
    ...(!zones.includes(zona) && { zona: copy.zoneUnknown }),
  };
  if (desde === null || hasta === null || Object.keys(problems).length > 0) return { problems };
  return { hours: { desde, hasta, zona } };
}
