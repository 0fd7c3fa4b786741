/** Mondays at 09:00 and the weeks before them, across daylight saving time. */
import { describe, expect, it } from 'vitest';
import { nextSummaryAt, weekBefore } from './weekly-schedule.ts';

const next = (after: string, zone = 'Europe/Madrid') =>
  nextSummaryAt(new Date(after), zone).toISOString();
const hours = ({ since, until }: { since: Date; until: Date }) =>
  (until.getTime() - since.getTime()) / 3_600_000;

it.each([
  ['a Wednesday', '2026-11-18T12:00:00Z', 'Europe/Madrid', '2026-11-23T08:00:00.000Z'],
  ['that Monday before nine', '2026-11-23T07:59:59Z', 'Europe/Madrid', '2026-11-23T08:00:00.000Z'],
  ['nine itself', '2026-11-23T08:00:00Z', 'Europe/Madrid', '2026-11-30T08:00:00.000Z'],
  ['before summer time', '2026-03-23T09:00:00Z', 'Europe/Madrid', '2026-03-30T07:00:00.000Z'],
  ['a zone of quarter hours', '2026-11-18T12:00:00Z', 'Asia/Kathmandu', '2026-11-23T03:15:00.000Z'],
  ['far behind', '2026-11-18T12:00:00Z', 'Pacific/Pago_Pago', '2026-11-23T20:00:00.000Z'],
])('the next summary after %s', (_name, after, zone, expected) => {
  expect(next(after, zone)).toBe(expected);
});

describe('the week of a summary', () => {
  it('is the one before its Monday, local midnight to local midnight', () => {
    const week = weekBefore(new Date('2026-11-23T08:00:00Z'), 'Europe/Madrid');
    expect(week.monday).toBe('2026-11-23');
    expect(week.since.toISOString()).toBe('2026-11-15T23:00:00.000Z');
    expect(week.until.toISOString()).toBe('2026-11-22T23:00:00.000Z');
    expect(week.expiresAt.toISOString()).toBe('2026-11-26T08:00:00.000Z');
    expect(hours(week)).toBe(168);
  });

  it('has an hour less or more when the clocks change', () => {
    expect(hours(weekBefore(new Date('2026-03-30T07:00:00Z'), 'Europe/Madrid'))).toBe(167);
    expect(hours(weekBefore(new Date('2026-10-26T08:00:00Z'), 'Europe/Madrid'))).toBe(169);
  });

  it('is the same for a summary that quiet hours put off to another day', () => {
    const week = weekBefore(new Date('2026-11-24T06:00:00Z'), 'Europe/Madrid');
    expect(week).toEqual(weekBefore(new Date('2026-11-23T08:00:00Z'), 'Europe/Madrid'));
  });
});
