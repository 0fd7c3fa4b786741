/**
 * An alert is settled once a receiver accepted it (docs/alerts.md, rule 12). Whatever ends a delivery otherwise calls one of these; the
 * owner's next check then decides by which way its alerts go.
 */
import type { Database } from '../pool.ts';
import { wakeUp } from '../wake-ups.ts';

/** Alerts of deliveries that ended without acceptance. */
export async function reopenAlerts(db: Database, deliveryIds: readonly string[]): Promise<void> {
  if (deliveryIds.length === 0) return;
  await db.query('select reopen_alerts($1::uuid[])', [deliveryIds]);
  wakeUp(db, 'vigia_checks');
}

/**
 * Ends what waits for a user's channels that are not active any more; a request under way ends by itself.
 * @param db after the channels have changed
 */
export async function endDeliveriesOfInactiveChannels(db: Database, uid: string): Promise<void> {
  const { rows } = await db.query<{ id: string }>(
    `update deliveries d set state = 'failed', ended_at = now(),
       last_error = coalesce(d.last_error, 'the channel was paused or stopped')
       from channels c
      where c.id = d.channel_id and c.uid = $1 and c.state <> 'active' and d.state = 'pending'
      returning d.id`,
    [uid],
  );
  await reopenAlerts(
    db,
    rows.map(({ id }) => id),
  );
}

/** Before a channel is removed: its records go with it. */
export async function reopenAlertsOfChannel(db: Database, channelId: string): Promise<void> {
  const { rows } = await db.query<{ id: string }>(
    `select id from deliveries where channel_id = $1 and state in ('pending', 'sending')`,
    [channelId],
  );
  await reopenAlerts(
    db,
    rows.map(({ id }) => id),
  );
  await db.query(
    `with locked as materialized (
       select a.id from alerts a
        where a.id in (select l.alert_id from alert_deliveries l
                         join deliveries d on d.id = l.delivery_id
                        where d.channel_id = $1 and d.state = 'sent')
        order by a.id for no key update)
     update alerts a set accepted = true from locked where a.id = locked.id`,
    [channelId],
  );
}
