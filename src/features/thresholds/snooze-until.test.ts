/** The end of a snooze: an hour, a day, or the morning of next Monday. */
import { expect, it } from 'vitest';
import { snoozeUntil } from './snooze-until.ts';

const at = (text: string) => new Date(text);
const until = (choice: Parameters<typeof snoozeUntil>[0], now: string) =>
  new Date(snoozeUntil(choice, at(now)));

it('an hour or a day later', () => {
  expect(until('hour', '2026-11-18T23:30')).toEqual(at('2026-11-19T00:30'));
  expect(until('day', '2026-11-18T23:30')).toEqual(at('2026-11-19T23:30'));
});

// 23 November 2026 is a Monday.
it.each([
  ['Wednesday', '2026-11-18T12:00', '2026-11-23T08:00'],
  ['Sunday night', '2026-11-22T23:59', '2026-11-23T08:00'],
  ['Monday before the morning', '2026-11-23T06:00', '2026-11-30T08:00'],
  ['Monday', '2026-11-23T12:00', '2026-11-30T08:00'],
  ['the last days of a year', '2026-12-31T12:00', '2027-01-04T08:00'],
])('on Monday at eight, from %s', (_day, now, end) => {
  expect(until('monday', now)).toEqual(at(end));
});
