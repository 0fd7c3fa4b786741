/** Puts failed deliveries back into their queue, for the operator CLI. */
import { bulkQuery, type Database } from '../pool.ts';
import { deliveryLifetimeHours } from '../retention.ts';
import { notifyNow } from '../wake-ups.ts';

/** Of `deliveries d`: another way has carried each of its alerts, or does; null without alerts. */
const isCarriedElsewhere = `(
  select bool_and(a.accepted or exists (
           select from alert_deliveries other join deliveries o on o.id = other.delivery_id
            where other.alert_id = a.id and o.state <> 'failed'))
    from alert_deliveries l join alerts a on a.id = l.alert_id
   where l.delivery_id = d.id)`;

/**
 * Failed ones become `pending`, with their attempts cleared. Left out: what has gone another way since, what has no text, what is of
 * closed accounts, alerts and summaries of suspended ones, and messages older than their lifetime or to channels that are not active.
 * @param uids null = everyone's
 * @returns how many
 */
export async function requeueFailedDeliveries(
  db: Database,
  uids: readonly string[] | null,
): Promise<number> {
  const { rowCount } = await db.query(
    bulkQuery(
      `update deliveries d set state = 'pending', attempts = 0, expired_claims = 0, ended_at = null, next_attempt_at = d.created_at
         from users u
        where u.uid = d.uid and d.state = 'failed' and ($1::text[] is null or d.uid = any($1))
          and ${isCarriedElsewhere} is not true and u.closed_at is null and d.last_error is distinct from 'account closed'
          and (d.cause not in ('alert', 'summary') or u.estado = 'activo')
          and case when d.kind = 'mail' then d.body_text <> ''
              else d.created_at > now() - make_interval(hours => $2)
                   and exists (select from channels c where c.id = d.channel_id and c.state = 'active') end`,
      [uids, deliveryLifetimeHours],
    ),
  );
  await notifyNow(db, 'vigia_deliveries');
  return rowCount ?? 0;
}
