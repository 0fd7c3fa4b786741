/** Finds the open streams whose session or key was revoked, by us or by the identity provider. */
import type { RevocationCheck } from '../auth/token-revocation.ts';
import { forEachConcurrent } from '../base/concurrency.ts';
import type { Database } from '../db/pool.ts';
import { listUsableApiKeys } from '../db/users/api-keys.ts';
import { listRevocations } from '../db/users/session-revocations.ts';
import type { StreamSession } from './stream-route.ts';

/** Limits the burst of requests to the identity provider. */
const maxConcurrentChecks = 32;

export async function findRevokedSessions(
  { db, isTokenActive }: { readonly db: Database; readonly isTokenActive: RevocationCheck },
  sessions: readonly StreamSession[],
): Promise<readonly StreamSession[]> {
  if (sessions.length === 0) return [];
  const revokedAfterByUid = await listRevocations(db, [...new Set(sessions.map(({ uid }) => uid))]);
  const keyIds = sessions.flatMap((session) => ('keyId' in session ? [session.keyId] : []));
  const usableKeys = new Set(keyIds.length === 0 ? [] : await listUsableApiKeys(db, keyIds));
  const revoked: StreamSession[] = [];
  await forEachConcurrent(maxConcurrentChecks, sessions, async (session) => {
    if ('keyId' in session) {
      if (!usableKeys.has(session.keyId)) revoked.push(session);
      return;
    }
    const { uid, token, authTime } = session;
    const revokedAfter = revokedAfterByUid.get(uid);
    // As in server/auth/authenticate.ts: a sign-in within the same second counts as newer than the revocation.
    const revokedHere =
      revokedAfter !== undefined && authTime.getTime() < startOfSecond(revokedAfter);
    if (revokedHere || !(await isTokenActive(token))) revoked.push(session);
  });
  return revoked;
}

const startOfSecond = (instant: Date) => Math.floor(instant.getTime() / 1_000) * 1_000;
