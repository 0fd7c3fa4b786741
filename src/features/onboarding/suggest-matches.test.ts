/** Which matches a new account is offered first. */
import { expect, it } from 'vitest';
import type { Match } from '#contract/monitoring.ts';
import { matchSample } from '#tests/support/threshold-samples.ts';
import { daysLeft, suggestMatches } from './suggest-matches.ts';

const nowMs = Date.parse('2026-11-22T10:00:00Z');
const home: Match['home'] = { name: 'A', colors: ['red', 'red', 'red'], vertical: false };
const match = (id: string, days: number, part: Partial<Match> = {}) =>
  matchSample({
    id,
    floorCents: 10_000,
    change24hBp: 0,
    listings: 10,
    home,
    kickoffAt: new Date(nowMs + days * 24 * 3_600_000).toISOString(),
    ...part,
  });

it('puts matches with days left first, the liveliest of them at the top, and leaves out what cannot fire', () => {
  const matches = [
    match('tonight', 0.1, { listings: 900 }),
    match('undecided', 9, { home: null, listings: 800 }),
    match('begun', 5, { status: 'started' }),
    match('calm', 9),
    match('moving', 9, { change24hBp: -800 }),
    match('without a price', 5, { floorCents: null }),
    match('offered', 4, { listings: 40 }),
  ];
  const order = suggestMatches(matches, nowMs).map(({ id }) => id);
  expect(order).toEqual(['moving', 'offered', 'calm', 'tonight', 'undecided']);
});

it('counts whole days to the kick-off, if there is one', () => {
  expect(daysLeft(match('a', 9.7), nowMs)).toBe(9);
  expect(daysLeft(match('b', 1, { kickoffAt: null }), nowMs)).toBeNull();
});
