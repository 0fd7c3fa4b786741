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

export function quietProblems(
  { desde, hasta, zona }: QuietHours,
  zones: readonly string[],
): QuietProblems {
  return {
    ...(desde === '' && { desde: copy.timeMissing }),
    ...(hasta === '' && { hasta: copy.timeMissing }),
    ...(desde !== '' && desde === hasta && { hasta: copy.timesEqual }),
    ...(!zones.includes(zona) && { zona: copy.zoneUnknown }),
  };
}
