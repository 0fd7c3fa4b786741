/** Users with something to tell at their next check. */
import type { Database } from '../pool.ts';

/** A new frequency may bring a waiting check forward; it never puts off one already promised. */
export async function bringCheckForward(db: Database, uid: string, dueAt: Date): Promise<void> {
  await db.query(`update pending_checks set due_at = least(due_at, $2) where uid = $1`, [
    uid,
    dueAt,
  ]);
}
