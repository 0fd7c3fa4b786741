/** The hour of a kick-off in two zones, and the time until it. */
import { expect, it } from 'vitest';
import { plain } from '#tests/support/plain.ts';
import { kickoffText, timeUntil, zoneText } from './kickoff.ts';

const kickoff = { kickoffAt: '2026-11-24T20:00:00Z', city: 'Lima' };
const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
// No zone has the hour of both.
const zones = ['America/Lima', 'Asia/Tokyo'];

it('names the reader’s zone, and the venue’s hour where it is another', () => {
  expect(zoneText({ ...kickoff, timeZone })).toMatch(/, la misma que en la sede$/);
  const others = zones.map((zone) => zoneText({ ...kickoff, timeZone: zone }));
  expect(others.join()).toMatch(/; \d\d:\d\d en Lima/);
  expect(zoneText({ ...kickoff, timeZone: null })).toBeNull();
});

it('has both hours where they differ', () => {
  expect(kickoffText({ ...kickoff, kickoffAt: null, timeZone })).toBe('Lima');
  for (const zone of [timeZone, null])
    expect(plain(kickoffText({ ...kickoff, timeZone: zone }))).not.toContain('tu hora');
  const others = zones.map((zone) => plain(kickoffText({ ...kickoff, timeZone: zone })));
  expect(others.join()).toMatch(/\(tu hora\).*\d\d:\d\d en Lima/);
  expect(others[0]).toMatch(/^[A-ZÁ-Ú]/);
});

it.each([
  [3 * 1_440 + 125, 'en_3_días_y_2_h'],
  [1_440, 'en_1_día_y_0_h'],
  [125, 'en_2_h_y_5_min'],
  [5, 'en_5_min'],
  [0, 'en_0_min'],
  [-1, undefined],
])('says that an instant is %i minutes away, on one line: %s', (minutes, words) => {
  const until = timeUntil(new Date(minutes * 60_000).toISOString(), 0);
  expect(until?.replaceAll('\u00A0', '_')).toBe(words);
});
