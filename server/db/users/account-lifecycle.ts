/** The end of an account: closed and kept, opened again, or erased. */
import type { Database } from '../pool.ts';

/** Sessions begun before now end. Sign-in times count whole seconds, so the next one is the first that counts. */
export async function markClosed(db: Database, uid: string, now: Date): Promise<void> {
  await db.query(
    `update users set closed_at = $2, settings_version = settings_version + 1,
       revoked_after = date_trunc('second', $2::timestamptz) + interval '1 second'
     where uid = $1`,
    [uid, now],
  );
}

export async function markReopened(db: Database, uid: string): Promise<void> {
  await db.query('update users set closed_at = null where uid = $1', [uid]);
}

/** What waits in the outbox stays as the record it is, and is not sent; what just left is not taken back. */
export async function cancelPendingMails(db: Database, uid: string): Promise<void> {
  await db.query(
    `update outbox set state = 'failed', last_error = 'account closed'
     where uid = $1 and state in ('pending', 'sending')`,
    [uid],
  );
}

/** Alerts no mail carries yet: @returns whether there are any */
export async function hasUnsentAlerts(db: Database, uid: string): Promise<boolean> {
  const { rowCount } = await db.query(
    'select 1 from alerts where uid = $1 and outbox_id is null limit 1',
    [uid],
  );
  return (rowCount ?? 0) > 0;
}

export async function assignUnsentAlerts(
  db: Database,
  uid: string,
  outboxId: string,
): Promise<void> {
  await db.query(
    // Taken in the order of everyone else: their owner may be marking them as read.
    `with held as (
       select id from alerts where uid = $1 and outbox_id is null order by id for no key update)
     update alerts a set outbox_id = $2 from held where a.id = held.id`,
    [uid, outboxId],
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

/** Taken before the user's row goes, in the order in which the market and the checks take them. */
export async function lockForErasure(db: Database, uid: string): Promise<void> {
  await db.query('select key from thresholds where uid = $1 order by key for update', [uid]);
  await db.query('select uid from pending_checks where uid = $1 for update', [uid]);
  await db.query('select id from alerts where uid = $1 order by id for update', [uid]);
  // From here on nothing new refers to the user: what is settled before the row goes is everything there is.
  await db.query('select from users where uid = $1 for update', [uid]);
}

/** Everything that refers to the user goes with the row. */
export async function deleteUser(db: Database, uid: string): Promise<void> {
  await db.query('delete from users where uid = $1', [uid]);
}

/** Heard by every worker after the commit: it lets go of the rules it holds of this user. */
export async function notifyUserErased(db: Database, uid: string): Promise<void> {
  await db.query(`select pg_notify('vigia_erased', $1)`, [uid]);
}

/** Heard by every API process after the commit: open streams of this user end. */
export async function notifySessionsEnded(db: Database, uid: string): Promise<void> {
  await db.query(`select pg_notify('vigia_live', $1)`, [JSON.stringify({ ended: [uid] })]);
}
