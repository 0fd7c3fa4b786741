/** Draws keys and verifies those of the API: found by prefix, compared by hash in constant time. */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import type pg from 'pg';
import { apiKeyPattern } from '#contract/api-keys.ts';
import { plans } from '#domain/plans.ts';
import { AppError } from '../base/errors.ts';
import { sha256 } from '../base/sha256.ts';
import { type ApiKey, findApiKey, markApiKeyUsed } from '../db/users/api-keys.ts';
import { findUser, type User } from '../db/users/users.ts';
import { enforceKeyLimit } from '../plans/plan-limits.ts';

/** After its label, 60 bits: unique among all keys, and 196 bits remain secret. */
const prefixLength = 10;
const usedAgainMs = 60_000;

/** What a key is found by: its label, as in `vigia_`, and ten characters. */
export const prefixOf = (key: string): string => key.slice(0, key.indexOf('_') + 1 + prefixLength);

export interface DrawnKey {
  readonly key: string;
  readonly prefix: string;
  readonly hash: Buffer;
}

/** @param label what its bearer is seen by, up to the first `_` */
export function drawKey(label: 'vigia_' | 'vigia-source_'): DrawnKey {
  const key = `${label}${randomBytes(32).toString('base64url')}`;
  return { key, prefix: prefixOf(key), hash: sha256(key) };
}

/** Compared with when there is no such prefix, so that both cases take the same time. */
const noHash = Buffer.alloc(32);

/** @param hash undefined = there is no such prefix */
export const isKey = (key: string, hash: Buffer | undefined): boolean =>
  timingSafeEqual(sha256(key), hash ?? noHash);

const rejected = () =>
  new AppError('unauthenticated', 'Esa clave no vale: se borró, caducó o está mal copiada.');

/**
 * Reads the row at every request: a key that was deleted in any process is rejected at once.
 * @throws AppError `unauthenticated`, also when the account was closed; `plan_limit` when the plan includes fewer keys
 */
export async function verifyApiKey(
  pool: pg.Pool,
  bearer: string,
): Promise<{ readonly key: ApiKey; readonly user: User }> {
  if (!apiKeyPattern.test(bearer)) throw rejected();
  const stored = await findApiKey(pool, prefixOf(bearer));
  const matches = isKey(bearer, stored?.hash);
  if (stored === null || !matches) throw rejected();
  const { hash: _hash, ...key } = stored;
  if (key.isExpired) throw rejected();
  const user = await findUser(pool, key.uid);
  // A key, unlike a sign-in, does not reopen a closed account.
  if (user === null || user.closedAt !== null || user.estado === 'eliminado') throw rejected();
  enforceKeyLimit(plans[user.plan], key.rank);
  if (key.lastUsedAt === null || user.readAt.getTime() - key.lastUsedAt.getTime() > usedAgainMs)
    await markApiKeyUsed(pool, key.id);
  return { key, user };
}
