/** Which open streams belong to sessions that were revoked since they began, by us or by who issued them. */
import type { RevocationCheck } from '../auth/token-revocation.ts';
import { forEachConcurrent } from '../concurrency.ts';
import type { Database } from '../db/pool.ts';
import { readRevocations } from '../db/users/session-revocations.ts';
import type { OpenSession } from './stream-route.ts';

/** The issuer is asked about every open stream in turn, not about thousands at the same instant. */
const questionsAtOnce = 32;

export async function findRevokedSessions(
  { db, isTokenActive }: { readonly db: Database; readonly isTokenActive: RevocationCheck },
  sessions: readonly OpenSession[],
): Promise<readonly OpenSession[]> {
  if (sessions.length === 0) return [];
  const after = await readRevocations(db, [...new Set(sessions.map(({ uid }) => uid))]);
  const over: OpenSession[] = [];
  await forEachConcurrent(questionsAtOnce, sessions, async (session) => {
    const { uid, token, authTime } = session;
    const revokedAfter = after.get(uid);
    // As at the door: a sign-in within the same second is the newer one.
    const byUs = revokedAfter !== undefined && authTime.getTime() < startOfSecond(revokedAfter);
    if (byUs || !(await isTokenActive(token))) over.push(session);
  });
  return over;
}

const startOfSecond = (instant: Date) => Math.floor(instant.getTime() / 1_000) * 1_000;
