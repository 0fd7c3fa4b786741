// @vitest-environment jsdom
/** Preference for the announcement of nearby prices: default, storage, and its former key. */
import { expect, it } from 'vitest';
import {
  isNearbyAnnouncementEnabled,
  setNearbyAnnouncement,
} from './nearby-announcement-preference.ts';

const key = 'vigia-nearby-announcement';

it('is enabled unless this browser turned it off', () => {
  expect(isNearbyAnnouncementEnabled()).toBe(true);
  setNearbyAnnouncement(false);
  expect([isNearbyAnnouncementEnabled(), localStorage.getItem(key)]).toEqual([false, 'no']);
  setNearbyAnnouncement(true);
  expect([isNearbyAnnouncementEnabled(), localStorage.getItem(key)]).toEqual([true, null]);
});
