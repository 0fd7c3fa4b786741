/** What a reading says of each collectible: its last tick, and none for what a complete one omits. */
import type { EngineReading } from './engine-types.ts';
import type { Member, Targets } from './targets.ts';

/** A reading in another order than those before is not guessed at any further. */
const maxOrderMisses = 8;

/**
 * Leaves it in each member's `pendingFloor`.
 * @param number of the reading, never used before
 * @returns the collectibles spoken of, in the order of their first mention
 * @throws RangeError for an unknown collectible
 */
export function collapseTicks(
  { observedAtMs, kind, ticks }: EngineReading,
  { members, logs }: Targets,
  number: number,
): Member[] {
  const said: Member[] = [];
  let last: Member | undefined;
  let misses = 0;
  for (const { collectibleId, floorCents } of ticks) {
    // After the last one most often comes whoever came after it before: asking that one is faster than looking it up.
    const guess: Member | undefined = misses < maxOrderMisses ? last?.next : undefined;
    const member = guess?.id === collectibleId ? guess : members.get(collectibleId);
    if (member === undefined) throw new RangeError(`unknown collectible ${collectibleId}`);
    if (last !== undefined && member !== guess) {
      if (guess !== undefined) misses += 1;
      last.next = member;
    }
    last = member;
    if (member.readingNumber !== number) said.push(member);
    member.readingNumber = number;
    member.pendingFloor = floorCents ?? 0;
  }
  if (kind === 'changes') return said;
  for (const member of members.values()) {
    const newestAtMs = logs.newestAt[member.log] ?? -Infinity;
    // Never seen and absent: nothing to say. Ahead of this reading: its absence is not news.
    const isOlder = newestAtMs > -Infinity && newestAtMs < observedAtMs;
    if (!isOlder || member.readingNumber === number) continue;
    member.pendingFloor = 0;
    said.push(member);
  }
  return said;
}
