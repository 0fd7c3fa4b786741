/** What a reading says of each collectible: its last tick, and none for what a complete one omits. */
import type { EngineReading } from './engine.ts';
import type { Member } from './targets.ts';

/**
 * Leaves it in each member's `saidFloor`.
 * @param number of the reading, never used before
 * @returns the collectibles spoken of, in the order of their first mention
 * @throws RangeError for an unknown collectible
 */
export function saidByReading(
  { observedAt, kind, ticks }: EngineReading,
  members: ReadonlyMap<string, Member>,
  number: number,
): Member[] {
  const said: Member[] = [];
  for (const { collectibleId, floorCents } of ticks) {
    const member = members.get(collectibleId);
    if (member === undefined) throw new RangeError(`unknown collectible ${collectibleId}`);
    if (member.readingNumber !== number) said.push(member);
    member.readingNumber = number;
    member.saidFloor = floorCents ?? 0;
  }
  if (kind === 'changes') return said;
  for (const member of members.values()) {
    const { newestAt } = member.log;
    // Never seen and absent: nothing to say. Ahead of this reading: its absence is not news.
    const isOlder = newestAt > -Infinity && newestAt < observedAt;
    if (!isOlder || member.readingNumber === number) continue;
    member.saidFloor = 0;
    said.push(member);
  }
  return said;
}
