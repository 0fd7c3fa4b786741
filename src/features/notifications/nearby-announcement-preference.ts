/** Per-browser preference (localStorage): announce prices near a threshold to screen readers. */
import { readPreference, writePreference } from '#src/components/stored-preference.ts';

const preference = { key: 'vigia-nearby-announcement', formerKey: 'vigia-cercanias' };
const disabled = 'no';

export const isNearbyAnnouncementEnabled = (): boolean => readPreference(preference) !== disabled;

export const setNearbyAnnouncement = (enabled: boolean): void =>
  writePreference(preference, enabled ? null : disabled);
