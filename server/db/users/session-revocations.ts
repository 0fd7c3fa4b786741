/** Session revocation times: sign-ins before them are refused, and streams that are still open end. */
import type { Database } from '../pool.ts';

/** Per uid, the instant before which sessions are revoked; now for erased accounts. Others are absent. */
export async function listRevocations(
  db: Database,
  uids: readonly string[],
): Promise<Map<string, Date>> {
  const { rows } = await db.query<{ uid: string; after: Date }>(
    `select requested.uid,
            case when u.uid is null or u.estado = 'eliminado' then now() else u.revoked_after end as after
     from unnest($1::text[]) as requested (uid) left join users u on u.uid = requested.uid
     where u.uid is null or u.estado = 'eliminado' or u.revoked_after is not null`,
    [uids],
  );
  return new Map(rows.map((row) => [row.uid, row.after]));
}

/** Refuses every session. Sign-in times have whole seconds, so those of the next second on are valid. */
export async function revokeAllSessions(db: Database, uid: string): Promise<void> {
  await db.query(
    `update users set revoked_after = greatest(revoked_after, date_trunc('second', now()) + interval '1 second')
      where uid = $1`,
    [uid],
  );
}

/** Refuses sessions that signed in before an instant; never takes an earlier revocation back. */
export async function revokeSessionsBefore(
  db: Database,
  uid: string,
  instant: Date,
): Promise<void> {
  await db.query('update users set revoked_after = greatest(revoked_after, $2) where uid = $1', [
    uid,
    instant,
  ]);
}
