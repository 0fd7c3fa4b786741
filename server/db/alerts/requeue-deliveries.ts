/** Puts failed deliveries to channels back into their queue, for the operator CLI. */
import { bulkQuery, type Database } from '../pool.ts';
import { deliveryLifetimeHours } from '../retention.ts';
import { notifyNow } from '../wake-ups.ts';

/**
 * Failed deliveries become `pending`, with their attempts cleared. Left out: those older than the lifetime of a delivery,
 * those of closed and suspended accounts, and those of channels that are not active.
 * @param uids null = everyone's
 * @returns how many
 */
export async function requeueFailedDeliveries(
  db: Database,
  uids: readonly string[] | null,
): Promise<number> {
  const { rowCount } = await db.query(
    bulkQuery(
      `update channel_deliveries d set state = 'pending', attempts = 0, expired_claims = 0, ended_at = null,
         next_attempt_at = now()
         from users u, channels c
        where u.uid = d.uid and c.id = d.channel_id and c.state = 'activo' and d.state = 'failed' and d.last_error is distinct from 'account closed'
          and d.created_at > now() - make_interval(hours => $2)
          and u.closed_at is null and u.estado = 'activo' and ($1::text[] is null or d.uid = any($1))`,
      [uids, deliveryLifetimeHours],
    ),
  );
  await notifyNow(db, 'vigia_channels');
  return rowCount ?? 0;
}
