/** Collapses a reading to one floor per collectible: the last tick wins, and a complete reading implies none. */
import type { EngineReading } from './engine-types.ts';
import type { Member, Targets } from './targets.ts';

/** After so many wrong guesses the order differs from the last reading's: guessing stops. */
const maxOrderMisses = 8;

/**
 * Writes each member's floor to its `pendingFloor`.
 * @param number of the reading, never used before
 * @returns the collectibles covered, in the order of their first mention
 * @throws RangeError for an unknown collectible
 */
export function collapseTicks(
  { observedAtMs, kind, ticks }: EngineReading,
  { members, logs }: Targets,
  number: number,
): Member[] {
  const covered: Member[] = [];
  let last: Member | undefined;
  let misses = 0;
  for (const { collectibleId, floorCents } of ticks) {
    // Ticks usually arrive in the same order as last time, so try the previous successor before the Map lookup.
    const guess: Member | undefined = misses < maxOrderMisses ? last?.next : undefined;
    const member = guess?.id === collectibleId ? guess : members.get(collectibleId);
    if (member === undefined) throw new RangeError(`unknown collectible ${collectibleId}`);
    if (last !== undefined && member !== guess) {
      if (guess !== undefined) misses += 1;
      last.next = member;
    }
    last = member;
    if (member.readingNumber !== number) covered.push(member);
    member.readingNumber = number;
    member.pendingFloor = floorCents ?? 0;
  }
  if (kind === 'changes') return covered;
  for (const member of members.values()) {
    const newestAtMs = logs.newestAtMs[member.log] ?? -Infinity;
    // A collectible never seen, or with a newer tick than this reading, is not set to none.
    const isOlder = newestAtMs > -Infinity && newestAtMs < observedAtMs;
    if (!isOlder || member.readingNumber === number) continue;
    member.pendingFloor = 0;
    covered.push(member);
  }
  return covered;
}
