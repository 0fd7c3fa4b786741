/** Stored idempotency keys of Stripe calls. */
import { randomUUID } from 'node:crypto';
import type { Database } from '../pool.ts';

/** Stripe expires a key after 24 h; an older one must not be sent again. */
const keyTtl = '20 hours';

/**
 * The key of a Stripe call, committed before it; the same one again until its outcome is known.
 * @param purpose operation, target and revision of the stored subscription
 * @throws Error when no row is returned: a bug
 */
export async function getOrCreateKey(db: Database, uid: string, purpose: string): Promise<string> {
  await db.query(
    `update billing_idempotency_keys set completed_at = now()
     where uid = $1 and operation = $2 and completed_at is null and created_at < now() - $3::interval`,
    [uid, purpose, keyTtl],
  );
  const { rows } = await db.query<{ key: string }>(
    `insert into billing_idempotency_keys (key, uid, operation) values ($1, $2, $3)
     on conflict (uid, operation) where completed_at is null do update set uid = excluded.uid
     returning key`,
    [randomUUID(), uid, purpose],
  );
  const key = rows[0]?.key;
  if (key === undefined) throw new Error('an idempotency key was not stored');
  return key;
}

/** The outcome is known: the same purpose is a new call from now on. */
export async function completeKey(db: Database, key: string): Promise<void> {
  await db.query('update billing_idempotency_keys set completed_at = now() where key = $1', [key]);
}

/** Completes every open key of an operation, the first word of its purpose. */
export async function completeKeys(db: Database, uid: string, operation: string): Promise<void> {
  await db.query(
    `update billing_idempotency_keys set completed_at = now()
     where uid = $1 and completed_at is null and split_part(operation, ' ', 1) = $2`,
    [uid, operation],
  );
}

/** Deletes keys older than 30 days. */
export async function deleteExpiredKeys(db: Database): Promise<void> {
  await db.query(
    `delete from billing_idempotency_keys where created_at < now() - interval '30 days'`,
  );
}
