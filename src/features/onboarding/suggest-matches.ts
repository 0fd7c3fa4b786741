/** Matches to begin with: time enough for a price to move, and something going on. */
import type { Match } from '#store/api/api-types.ts';

const dayMs = 24 * 3_600_000;
/** A threshold closes at kick-off: one that closes within two days hardly gets to fire. */
const minDays = 2;

export const daysLeft = (match: Match, nowMs: number): number | null =>
  match.kickoffAt === null ? null : Math.floor((Date.parse(match.kickoffAt) - nowMs) / dayMs);

/** To be played, with a price; those with time left and known teams first, the most moved and offered at the top. */
export function suggestMatches(matches: readonly Match[], nowMs: number): Match[] {
  const isFit = (match: Match) =>
    match.home !== null && (daysLeft(match, nowMs) ?? minDays) >= minDays;
  return matches
    .filter(({ status, floorCents }) => status === 'scheduled' && floorCents !== null)
    .toSorted((a, b) => Number(isFit(b)) - Number(isFit(a)) || activity(b) - activity(a));
}

/** A per cent of movement in a day weighs as much as five offers. */
const activity = ({ change24hBp, listings }: Match): number =>
  Math.abs(change24hBp ?? 0) / 20 + listings;
