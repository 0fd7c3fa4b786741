/** Which open streams belong to sessions that were revoked since they began, by us or by who issued them. */
import type { IssuerCheck } from '../auth/issuer-check.ts';
import { readRevocations } from '../db/live.ts';
import type { Database } from '../db/pool.ts';
import type { OpenSession } from './stream-route.ts';

export async function findRevoked(
  { db, isStoodBy }: { readonly db: Database; readonly isStoodBy: IssuerCheck },
  sessions: readonly OpenSession[],
): Promise<readonly OpenSession[]> {
  if (sessions.length === 0) return [];
  const after = await readRevocations(db, [...new Set(sessions.map(({ uid }) => uid))]);
  const isOver = async ({ uid, token, authTime }: OpenSession) => {
    const revokedAfter = after.get(uid);
    // As at the door: a sign-in within the same second is the newer one.
    const byUs = revokedAfter !== undefined && authTime.getTime() < startOfSecond(revokedAfter);
    return byUs || !(await isStoodBy(token));
  };
  const over = await Promise.all(sessions.map(isOver));
  return sessions.filter((_, index) => over[index]);
}

const startOfSecond = (instant: Date) => Math.floor(instant.getTime() / 1_000) * 1_000;
