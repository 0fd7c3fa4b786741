/** Puts failed mails back into the outbox, for the operator CLI. */
import { bulkQuery, type Database } from '../pool.ts';
import { notifyNow } from '../wake-ups.ts';

/**
 * Failed mails become `pending`, with their attempts cleared. Left out: alerts that could not be rendered (no text),
 * mails of closed accounts, and alerts and summaries of suspended ones.
 * @param uids null = everyone's
 * @returns how many
 */
export async function requeueFailedMails(
  db: Database,
  uids: readonly string[] | null,
): Promise<number> {
  const { rowCount } = await db.query(
    bulkQuery(
      `update outbox o set state = 'pending', attempts = 0, expired_claims = 0, next_attempt_at = o.created_at
       from users u
      where u.uid = o.uid and o.state = 'failed' and o.body_text <> ''
        and o.last_error is distinct from 'account closed' and u.closed_at is null
        and (o.kind not in ('alert', 'summary') or u.estado = 'activo') and ($1::text[] is null or o.uid = any($1))`,
      [uids],
    ),
  );
  await notifyNow(db, 'vigia_outbox');
  return rowCount ?? 0;
}
