/** Account lifecycle: close, reopen, erase, and the notifications of it. */
import { accountQuery, type Database } from '../pool.ts';
import { sendMessages } from '../wake-ups.ts';

/** Also revokes sessions. Sign-in times have whole seconds, so those of the next second on are valid. */
export async function markClosed(db: Database, uid: string, now: Date): Promise<void> {
  await db.query(
    `update users set closed_at = $2, settings_version = settings_version + 1,
       revoked_after = date_trunc('second', $2::timestamptz) + interval '1 second'
     where uid = $1`,
    [uid, now],
  );
}

export async function markAccountReopened(db: Database, uid: string): Promise<void> {
  await db.query('update users set closed_at = null where uid = $1', [uid]);
}

/** Whether the user has alerts that no receiver has accepted, nor will without a check. */
export async function hasUnsentAlerts(db: Database, uid: string): Promise<boolean> {
  const { rowCount } = await db.query(
    'select 1 from alerts where uid = $1 and (channel_pending or stranded) limit 1',
    [uid],
  );
  return (rowCount ?? 0) > 0;
}

/** Links a user's unsent alerts to one delivery, so that no check routes them. */
export async function assignUnsentAlerts(
  db: Database,
  uid: string,
  deliveryId: string,
): Promise<void> {
  await db.query(
    // Locked in id order, like every other writer: the user may be marking them as read.
    `with locked as (
       select id from alerts where uid = $1 and (channel_pending or stranded) order by id for no key update),
     linked as (
       insert into alert_deliveries (alert_id, delivery_id) select id, $2 from locked on conflict do nothing)
     update alerts a set channel_pending = false, stranded = false, routed = true from locked where a.id = locked.id`,
    [uid, deliveryId],
  );
}

/** Accounts closed at or before an instant, oldest first. */
export async function listClosedBefore(
  db: Database,
  instant: Date,
  limit: number,
): Promise<string[]> {
  const { rows } = await db.query<{ uid: string }>(
    'select uid from users where closed_at <= $1 order by closed_at limit $2',
    [instant, limit],
  );
  return rows.map(({ uid }) => uid);
}

/** Locks a user's rows before erasure, in the lock order of the market worker and the checks. */
export async function lockForErasure(db: Database, uid: string): Promise<void> {
  await db.query('select key from thresholds where uid = $1 order by key for update', [uid]);
  await db.query('select uid from pending_checks where uid = $1 for update', [uid]);
  await db.query(
    accountQuery('select id from alerts where uid = $1 order by id for update', [uid]),
  );
  // From here on no new row can refer to the user.
  await db.query('select from users where uid = $1 for update', [uid]);
}

/** Rows that refer to the user are deleted by cascade. */
export async function deleteUser(db: Database, uid: string): Promise<void> {
  await db.query(accountQuery('delete from users where uid = $1', [uid]));
}

/** Sent to every market worker after the commit: it removes the user's thresholds from memory. */
export const notifyUserErased = (db: Database, uid: string): void =>
  sendMessages(db, 'vigia_user_erased', [uid]);

/** Sent to every API process after the commit: it ends the user's open streams; else they notice within 30 s. */
export const notifySessionsEnded = (db: Database, uid: string): void =>
  sendMessages(db, 'vigia_live', [JSON.stringify({ ended: [uid] })]);
