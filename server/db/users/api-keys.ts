/** Rows of API keys: found by prefix, counted against the plan by age. */
import type { KeyScope } from '#contract/api-keys.ts';
import { defaultPlan, type PlanName, plans } from '#domain/plans.ts';
import type { Database } from '../pool.ts';
import { sendMessages } from '../wake-ups.ts';

export interface ApiKey {
  readonly id: string;
  readonly uid: string;
  readonly name: string;
  readonly scope: KeyScope;
  readonly prefix: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  readonly expiresAt: Date | null;
  readonly isExpired: boolean;
  /** 1 = the user's oldest that has not expired. A plan includes so many. */
  readonly rank: number;
}

const columns = `
  k.id, k.uid, k.name, k.scope, k.prefix, k.created_at as "createdAt", k.last_used_at as "lastUsedAt",
  k.expires_at as "expiresAt", coalesce(k.expires_at <= now(), false) as "isExpired",
  (select count(*)::integer from api_keys o
    where o.uid = k.uid and (o.created_at, o.id) <= (k.created_at, k.id)
      and (o.expires_at is null or o.expires_at > now())) as rank`;

/** Whatever its state, with the hash to compare. */
export async function findApiKey(
  db: Database,
  prefix: string,
): Promise<(ApiKey & { readonly hash: Buffer }) | null> {
  const { rows } = await db.query<ApiKey & { hash: Buffer }>(
    `select ${columns}, k.hash from api_keys k where k.prefix = $1`,
    [prefix],
  );
  return rows[0] ?? null;
}

/** Oldest first. */
export async function listApiKeys(db: Database, uid: string): Promise<ApiKey[]> {
  const { rows } = await db.query<ApiKey>(
    `select ${columns} from api_keys k where k.uid = $1 order by k.created_at, k.id`,
    [uid],
  );
  return rows;
}

/** Those of these keys that still exist, have not expired, and are within their owner's plan. */
export async function listUsableApiKeys(db: Database, ids: readonly string[]): Promise<string[]> {
  const { rows } = await db.query<Pick<ApiKey, 'id' | 'rank'> & { plan: PlanName | null }>(
    `select ${columns}, g.plan from api_keys k left join plan_grants g on g.uid = k.uid
      where k.id = any($1::uuid[]) and (k.expires_at is null or k.expires_at > now())`,
    [ids],
  );
  return rows
    .filter(({ rank, plan }) => rank <= plans[plan ?? defaultPlan].maxApiKeys)
    .map(({ id }) => id);
}

export interface NewApiKey {
  readonly name: string;
  readonly scope: KeyScope;
  readonly prefix: string;
  readonly hash: Buffer;
  readonly expiresAt: Date | null;
}

export async function insertApiKey(db: Database, uid: string, key: NewApiKey): Promise<void> {
  await db.query(
    `insert into api_keys (uid, name, scope, prefix, hash, expires_at) values ($1, $2, $3, $4, $5, $6)`,
    [uid, key.name, key.scope, key.prefix, key.hash, key.expiresAt],
  );
}

/** To the minute: a busy key is not one write per request. */
export async function markApiKeyUsed(db: Database, id: string): Promise<void> {
  await db.query(
    `update api_keys set last_used_at = now()
      where id = $1 and (last_used_at is null or last_used_at < now() - interval '1 minute')`,
    [id],
  );
}

/** @returns what it was; null when the user has no such key */
export async function deleteApiKey(db: Database, uid: string, id: string): Promise<ApiKey | null> {
  const { rows } = await db.query<ApiKey>(
    `delete from api_keys k where k.uid = $1 and k.id::text = $2 returning ${columns}`,
    [uid, id],
  );
  return rows[0] ?? null;
}

export async function deleteApiKeys(db: Database, uid: string): Promise<void> {
  await db.query('delete from api_keys where uid = $1', [uid]);
}

/** All, because the account's address was confirmed or changed: its owner reads when. */
export async function endApiKeys(db: Database, uid: string): Promise<void> {
  await deleteApiKeys(db, uid);
  await db.query('update users set keys_ended_at = now() where uid = $1', [uid]);
}

/** null once another key was created. */
export async function findKeysEndedAt(db: Database, uid: string): Promise<Date | null> {
  const { rows } = await db.query<{ at: Date | null }>(
    `select keys_ended_at as at from users where uid = $1
       and not exists (select from api_keys k where k.uid = $1)`,
    [uid],
  );
  return rows[0]?.at ?? null;
}

/** Sent to every API process after the commit: it ends the live streams opened with the key; else they notice within 30 s. */
export const notifyKeyRevoked = (db: Database, id: string): void =>
  sendMessages(db, 'vigia_live', [JSON.stringify({ revokedKeys: [id] })]);
