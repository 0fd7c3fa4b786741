/** Sessions taken back: when each person's were, for streams that are still open. */
import type { Database } from '../pool.ts';

/** When each of these users' older sessions ended; erased accounts end all of theirs. */
export async function readRevocations(
  db: Database,
  uids: readonly string[],
): Promise<Map<string, Date>> {
  const { rows } = await db.query<{ uid: string; after: Date }>(
    `select asked.uid,
            case when u.uid is null or u.estado = 'eliminado' then now() else u.revoked_after end as after
     from unnest($1::text[]) as asked (uid) left join users u on u.uid = asked.uid
     where u.uid is null or u.estado = 'eliminado' or u.revoked_after is not null`,
    [uids],
  );
  return new Map(rows.map((row) => [row.uid, row.after]));
}
