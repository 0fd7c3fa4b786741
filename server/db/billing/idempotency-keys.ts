/** What keeps a repeated request or event from counting twice: stored idempotency keys and claimed events. */
import { randomUUID } from 'node:crypto';
import type { Database } from '../pool.ts';

/** The provider forgets a key after a day; older ones of ours must not be sent again. */
const keyLife = '20 hours';

/**
 * The key to call the provider with: committed before the call, and the same again while nobody knows whether the
 * call was heard.
 * @param purpose what is asked, of what, and at which revision of our books
 */
export async function getOrCreateKey(db: Database, uid: string, purpose: string): Promise<string> {
  await db.query(
    `update billing_requests set answered_at = now()
     where uid = $1 and purpose = $2 and answered_at is null and created_at < now() - $3::interval`,
    [uid, purpose, keyLife],
  );
  const { rows } = await db.query<{ key: string }>(
    `insert into billing_requests (key, uid, purpose) values ($1, $2, $3)
     on conflict (uid, purpose) where answered_at is null do update set uid = excluded.uid
     returning key`,
    [randomUUID(), uid, purpose],
  );
  const key = rows[0]?.key;
  if (key === undefined) throw new Error('an idempotency key was not stored');
  return key;
}

/** The outcome is known: whoever asks again means another call. */
export async function completeKey(db: Database, key: string): Promise<void> {
  await db.query('update billing_requests set answered_at = now() where key = $1', [key]);
}

/** The same for every call of a kind. */
export async function completeKeys(db: Database, uid: string, kind: string): Promise<void> {
  await db.query(
    `update billing_requests set answered_at = now()
     where uid = $1 and answered_at is null and split_part(purpose, ' ', 1) = $2`,
    [uid, kind],
  );
}

/** The provider repeats an event for days, never for a month. */
export async function deleteExpired(db: Database): Promise<void> {
  await db.query(`delete from billing_events where claimed_at < now() - interval '30 days'`);
  await db.query(`delete from billing_requests where created_at < now() - interval '30 days'`);
}
