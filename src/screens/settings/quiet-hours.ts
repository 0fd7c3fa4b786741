/** The rules of the quiet-hours form, and the zones it offers. */
import { settingsCopy as copy } from '#src/copy/settings.ts';
import type { Notifications } from '#store/api/types.ts';

export type QuietHours = NonNullable<Notifications['silencio']>;
export type QuietProblems = Partial<Record<keyof QuietHours, string>>;

export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** A night where this browser is. */
export const usualNight = (): QuietHours => ({
  desde: '23:00',
  hasta: '08:00',
  zona: browserZone(),
});

/** What this browser knows, and the one already chosen, which another may have known. */
export function zonesOffered(chosen: string): readonly string[] {
  return [...new Set([...Intl.supportedValuesOf('timeZone'), browserZone(), chosen])].sort();
}

/** `8:00`, `08.00` and `8` as `08:00`; null for what is no time of day. */
export function parseClock(text: string): string | null {
  const match = /^([01]?\d|2[0-3])(?:[:.h]([0-5]\d))?$/.exec(text.trim());
  if (match === null) return null;
  return `${(match[1] ?? '').padStart(2, '0')}:${match[2] ?? '00'}`;
}

/** @returns the hours as they are kept, or what is wrong with each field as typed */
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
