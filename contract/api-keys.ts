/** Schemas of the keys with which programs act for a user (`/api/users/keys`). */
import * as z from 'zod/mini';
import { identifier, instant, line } from './primitives.ts';

/** `escritura` includes `lectura`. */
export const keyScopes = ['lectura', 'escritura'] as const;
export type KeyScope = (typeof keyScopes)[number];

/** `vigia_` and 32 random bytes in base64url. */
export const apiKeyPattern = /^vigia_[\w-]{43}$/;

const keyName = line(60, '<>');

export const apiKeyItem = z.strictObject({
  id: identifier,
  nombre: z.string(),
  permiso: z.enum(keyScopes),
  /** How the key begins, to tell it from others. */
  prefijo: z.string(),
  creadaEn: instant,
  /** To the minute; null until it is first used. */
  usadaEn: z.nullable(instant),
  caducaEn: z.nullable(instant),
  /** `plan`: the plan includes fewer keys, and the older ones count first. */
  estado: z.enum(['activa', 'caducada', 'plan']),
});
export type ApiKeyItem = z.infer<typeof apiKeyItem>;

/** All of them: a plan allows few. */
export const apiKeyList = z.strictObject({
  items: z.array(apiKeyItem),
  /** How many the plan includes. */
  maximo: z.int(),
  /** When keys were deleted because the account's address was confirmed or changed, and none was created since. */
  borradasEl: z.nullable(instant),
});
export type ApiKeyList = z.infer<typeof apiKeyList>;

export const apiKeyCreation = z.strictObject({
  nombre: keyName,
  permiso: z.enum(keyScopes),
  /** When it ends by itself; absent or null = never. */
  caducaEn: z.optional(z.nullable(instant)),
});
export type ApiKeyCreation = z.infer<typeof apiKeyCreation>;

/** `clave` is in this answer alone: only its hash is stored. */
export const apiKeyCreated = z.extend(apiKeyItem, { clave: z.string() });
export type ApiKeyCreated = z.infer<typeof apiKeyCreated>;

export const apiKeyParams = z.strictObject({ id: identifier });
