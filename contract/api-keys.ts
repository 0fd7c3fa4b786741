/** Schemas of the keys with which programs act for a user (`/api/users/keys`). */
import * as z from 'zod/mini';
import { identifier, instant, line } from './primitives.ts';

/** `write` includes `read`. */
export const keyScopes = ['read', 'write'] as const;
export type KeyScope = (typeof keyScopes)[number];

/** `vigia_` and 32 random bytes in base64url. */
export const apiKeyPattern = /^vigia_[\w-]{43}$/;

const keyName = line(60, '<>');

export const apiKeyItem = z.strictObject({
  id: identifier,
  name: z.string(),
  scope: z.enum(keyScopes),
  /** How the key begins, to tell it from others. */
  prefix: z.string(),
  createdAt: instant,
  /** To the minute; null until it is first used. */
  usedAt: z.nullable(instant),
  expiresAt: z.nullable(instant),
  /** `plan`: the plan includes fewer keys, and the older ones count first. */
  state: z.enum(['active', 'expired', 'plan']),
});
export type ApiKeyItem = z.infer<typeof apiKeyItem>;

/** All of them: a plan allows few. */
export const apiKeyList = z.strictObject({
  items: z.array(apiKeyItem),
  /** How many the plan includes. */
  limit: z.int(),
  /** When keys were deleted because the account's address was confirmed or changed, and none was created since. */
  deletedAt: z.nullable(instant),
});
export type ApiKeyList = z.infer<typeof apiKeyList>;

export const apiKeyCreation = z.strictObject({
  name: keyName,
  scope: z.enum(keyScopes),
  /** When it ends by itself; absent or null = never. */
  expiresAt: z.optional(z.nullable(instant)),
});
export type ApiKeyCreation = z.infer<typeof apiKeyCreation>;

/** `clave` is in this answer alone: only its hash is stored. */
export const apiKeyCreated = z.extend(apiKeyItem, { key: z.string() });
export type ApiKeyCreated = z.infer<typeof apiKeyCreated>;

export const apiKeyParams = z.strictObject({ id: identifier });
