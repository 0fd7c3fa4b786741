/** Which matches a new account is offered first. */
import { expect, it } from 'vitest';
import type { Match } from '#store/api/api-types.ts';
import { daysLeft, suggestMatches } from './suggest-matches.ts';

const nowMs = Date.parse('2026-11-22T10:00:00Z');
const match = (id: string, days: number, rest: Partial<Match> = {}): Match =>
  ({
    id,
    status: 'scheduled',
    floorCents: 10_000,
    change24hBp: 0,
    listings: 10,
    home: { name: 'A' },
    kickoffAt: new Date(nowMs + days * 24 * 3_600_000).toISOString(),
    ...rest,
  }) as Match;

it('puts matches with days left first, the liveliest of them at the top', () => {
  const tonight = match('tonight', 0.1, { listings: 900 });
  const calm = match('calm', 9);
  const moving = match('moving', 9, { change24hBp: -800 });
  const offered = match('offered', 4, { listings: 40 });
  const undecided = match('undecided', 9, { home: null, listings: 800 });
  const order = suggestMatches([tonight, undecided, calm, moving, offered], nowMs).map(
    ({ id }) => id,
  );
  expect(order).toEqual(['moving', 'offered', 'calm', 'tonight', 'undecided']);
});

it('leaves out what cannot fire: begun, or without a price', () => {
  const begun = match('begun', 5, { status: 'started' });
  const empty = match('empty', 5, { floorCents: null });
  expect(suggestMatches([begun, empty], nowMs)).toEqual([]);
});

it('counts whole days to the kick-off, if there is one', () => {
  expect(daysLeft(match('a', 9.7), nowMs)).toBe(9);
  expect(daysLeft(match('b', 1, { kickoffAt: null }), nowMs)).toBeNull();
});
