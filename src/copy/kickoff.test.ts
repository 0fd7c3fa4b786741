/** The hour of a kick-off in two zones, and the time until it. */
import { expect, it } from 'vitest';
import { timeUntil, zoneText } from './kickoff.ts';

it('names the reader’s zone, and the venue’s hour where it is another', () => {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const kickoff = { kickoffAt: '2026-11-24T20:00:00Z', city: 'Lima' };
  expect(zoneText({ ...kickoff, timeZone: zone })).toMatch(/, la misma que en la sede$/);
  // No zone has the hour of both.
  const others = ['America/Lima', 'Asia/Tokyo'].map((timeZone) =>
    zoneText({ ...kickoff, timeZone }),
  );
  expect(others.some((text) => /; \d\d:\d\d en Lima$/.test(text ?? ''))).toBe(true);
  expect(zoneText({ ...kickoff, timeZone: null })).toBeNull();
});

it('says how long until an instant, on one line', () => {
  const until = (minutes: number) => timeUntil(new Date(minutes * 60_000).toISOString(), 0);
  expect(
    [3 * 1_440 + 125, 1_440, 125, 5, 0, -1].map((minutes) =>
      until(minutes)?.replaceAll('\u00A0', '_'),
    ),
  ).toEqual([
    'en_3_días_y_2_h',
    'en_1_día_y_0_h',
    'en_2_h_y_5_min',
    'en_5_min',
    'en_0_min',
    undefined,
  ]);
});
