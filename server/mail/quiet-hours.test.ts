/** The end of quiet hours over midnight and DST changes. */
import { describe, expect, it } from 'vitest';
import { quietHoursEnd } from './quiet-hours.ts';

const zone = 'Europe/Madrid';
const until = (hours: string, now: string) => {
  const [from = '', to = ''] = hours.split('–');
  return quietHoursEnd({ from, to, zone }, new Date(now))?.toISOString() ?? null;
};

describe('quiet hours', () => {
  it.each([
    ['within the day', '14:00–16:00', '2026-11-21T13:30:00Z', '2026-11-21T15:00:00.000Z'],
    ['from their first minute', '14:00–16:00', '2026-11-21T13:00:00Z', '2026-11-21T15:00:00.000Z'],
    ['not at their end', '14:00–16:00', '2026-11-21T15:00:00Z', null],
    ['not before them', '14:00–16:00', '2026-11-21T12:59:59Z', null],
    ['over midnight', '23:00–08:00', '2026-11-21T22:30:00Z', '2026-11-22T07:00:00.000Z'],
    ['shorter in spring', '23:00–08:00', '2027-03-27T23:30:00Z', '2027-03-28T06:00:00.000Z'],
    ['longer in autumn', '23:00–08:00', '2026-10-24T22:30:00Z', '2026-10-25T07:00:00.000Z'],
    // 02:30 does not exist that night: the clock goes from 01:59 to 03:00.
    ['to a skipped time', '23:00–02:30', '2027-03-28T00:30:00Z', '2027-03-28T01:00:00.000Z'],
    ['none when both ends are the same', '08:00–08:00', '2026-11-21T07:00:00Z', null],
  ])('%s', (_, hours, now, end) => {
    expect(until(hours, now)).toBe(end);
  });

  it('in an unknown time zone delay nothing', () => {
    const quietHours = { from: '00:00', to: '23:59', zone: 'Luna/Mare' };
    expect(quietHoursEnd(quietHours, new Date('2026-11-21T12:00:00Z'))).toBeNull();
  });
});
