/** Which open streams belong to sessions that were revoked since they began. */
import { readRevocations } from '../db/live.ts';
import type { Database } from '../db/pool.ts';
import type { OpenSession } from './stream-route.ts';

export async function findRevoked(
  db: Database,
  sessions: readonly OpenSession[],
): Promise<readonly OpenSession[]> {
  if (sessions.length === 0) return [];
  const after = await readRevocations(db, [...new Set(sessions.map(({ uid }) => uid))]);
  return sessions.filter(({ uid, authTime }) => {
    const revokedAfter = after.get(uid);
    // As at the door: a sign-in within the same second is the newer one.
    return revokedAfter !== undefined && authTime.getTime() < startOfSecond(revokedAfter);
  });
}

const startOfSecond = (instant: Date) => Math.floor(instant.getTime() / 1_000) * 1_000;
