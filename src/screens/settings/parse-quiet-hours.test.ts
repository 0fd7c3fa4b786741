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
  const night = { desde: '23:00', hasta: '8:00', zona: 'Europe/Madrid' };

  it('are stored with two digits each', () =>
    expect(parseQuietHours(night, zones)).toEqual({ hours: { ...night, hasta: '08:00' } }));

  it('have one error per invalid field', () =>
    expect(parseQuietHours({ desde: 'x', hasta: '25', zona: 'Madrid' }, zones)).toEqual({
      errors: { desde: copy.timeMissing, hasta: copy.timeMissing, zona: copy.zoneUnknown },
    }));

  it('must not be empty, however the same time is written', () =>
    expect(parseQuietHours({ ...night, desde: '08.00' }, zones)).toEqual({
      errors: { hasta: copy.timesEqual },
    }));

  it('default to a night in the time zone of the browser, which is offered', () =>
    expect(timeZoneOptions('Pacific/Apia')).toEqual(
      expect.arrayContaining([defaultQuietHours().zona, 'Pacific/Apia', 'Europe/Madrid']),
    ));
});
