/** Validation of the quiet-hours form. */
import { describe, expect, it } from 'vitest';
import { settingsCopy as copy } from '#src/copy/settings.ts';
import {
  defaultQuietHours,
  parseQuietHours,
  parseTimeOfDay,
  timeZoneOptions,
} from './parse-quiet-hours.ts';

describe('a time of day', () => {
  it.each([
    ['23:00', '23:00'],
    ['8:05', '08:05'],
    [' 8 ', '08:00'],
    ['7.30', '07:30'],
    ['7h30', '07:30'],
    ['0:00', '00:00'],
  ])('is read from %j', (text, time) => expect(parseTimeOfDay(text)).toBe(time));

  it.each(['', '24:00', '7:60', '7:5', 'siete', '-1:00', '7:30 pm'])('is not %j', (text) =>
    expect(parseTimeOfDay(text)).toBeNull(),
  );
});

describe('quiet hours', () => {
  const zones = ['Europe/Madrid', 'America/Montevideo'];
  const night = { from: '23:00', to: '8:00', zone: 'Europe/Madrid' };

  it('are stored with two digits each', () =>
    expect(parseQuietHours(night, zones)).toEqual({ hours: { ...night, to: '08:00' } }));

  it('have one error per invalid field', () =>
    expect(parseQuietHours({ from: 'x', to: '25', zone: 'Madrid' }, zones)).toEqual({
      errors: { from: copy.timeMissing, to: copy.timeMissing, zone: copy.zoneUnknown },
    }));

  it('must not be empty, however the same time is written', () =>
    expect(parseQuietHours({ ...night, from: '08.00' }, zones)).toEqual({
      errors: { to: copy.timesEqual },
    }));

  it('default to a night in the time zone of the browser, which is offered', () =>
    expect(timeZoneOptions('Pacific/Apia')).toEqual(
      expect.arrayContaining([defaultQuietHours().zone, 'Pacific/Apia', 'Europe/Madrid']),
    ));
});
