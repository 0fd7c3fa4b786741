/** Validation of the quiet-hours form, its default, and the time zones offered. */
import { settingsCopy as copy } from '#src/copy/settings.ts';
import type { Notifications } from '#store/api/api-types.ts';

export type QuietHours = NonNullable<Notifications['quietHours']>;
export type QuietHoursErrors = Partial<Record<keyof QuietHours, string>>;

/** Which every server knows. */
const fallbackZone = 'Europe/Madrid';

/** Madrid when the browser does not know its own (`Etc/Unknown`). */
const browserTimeZone = (): string => {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return Intl.supportedValuesOf('timeZone').includes(zone) || zone === 'UTC' ? zone : fallbackZone;
};

/** Default: 23:00 to 08:00 in the time zone of the browser. */
export const defaultQuietHours = (): QuietHours => ({
  from: '23:00',
  to: '08:00',
  zone: browserTimeZone(),
});

/** For a server whose tables of zones are older than the browser's: then the field says it, and can be corrected. */
export const fallbackQuietHours = (): QuietHours => ({
  ...defaultQuietHours(),
  zone: fallbackZone,
});

/** Time zones the browser knows, and the saved one, which it may not know. */
export function timeZoneOptions(chosen: string): readonly string[] {
  return [...new Set([...Intl.supportedValuesOf('timeZone'), browserTimeZone(), chosen])].sort();
}

/** “hora de Europa central” @param zone one of those offered */
export const zoneName = (zone: string): string =>
  new Intl.DateTimeFormat('es', { timeZone: zone, timeZoneName: 'longGeneric' })
    .formatToParts()
    .find(({ type }) => type === 'timeZoneName')?.value ?? zone;

/** `8:00`, `08.00` and `8` as `08:00`; null for an invalid time. */
export function parseTimeOfDay(text: string): string | null {
  const match = /^([01]?\d|2[0-3])(?:[:.h]([0-5]\d))?$/.exec(text.trim());
  if (match === null) return null;
  return `${(match[1] ?? '').padStart(2, '0')}:${match[2] ?? '00'}`;
}

/** @returns the normalised hours, or an error per invalid field */
export function parseQuietHours(
  typed: QuietHours,
  zones: readonly string[],
): { readonly hours: QuietHours } | { readonly errors: QuietHoursErrors } {
  const from = parseTimeOfDay(typed.from);
  const to = parseTimeOfDay(typed.to);
  const zone = typed.zone.trim();
  const errors: QuietHoursErrors = {
    ...(from === null && { from: copy.timeMissing }),
    ...(to === null && { to: copy.timeMissing }),
    ...(from !== null && from === to && { to: copy.timesEqual }),
    ...(!zones.includes(zone) && { zone: copy.zoneUnknown }),
  };
  if (from === null || to === null || Object.keys(errors).length > 0) return { errors };
  return { hours: { from, to, zone } };
}
