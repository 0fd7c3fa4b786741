/** Durable store of the identity stand-in (accounts, used Google accounts, settings), and account helpers. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import * as z from 'zod';
import { type DurableMap, openDurableMap } from '../durable-map.ts';
import { GoogleError } from './google-error.ts';

const account = z.object({
  localId: z.string(),
  /** Lower case. */
  email: z.string(),
  emailVerified: z.boolean(),
  displayName: z.string().nullable(),
  photoUrl: z.string().nullable(),
  /** Null when the account has only Google sign-in. */
  passwordHash: z.string().nullable(),
  googleId: z.string().nullable(),
  disabled: z.boolean(),
  createdAtMs: z.number(),
  lastLoginAtMs: z.number(),
  /** Epoch seconds; tokens issued before are invalid. */
  validSince: z.number(),
  /** Part of every refresh token; incremented by a password change, which ends every session. */
  generation: z.number(),
  resetCodes: z.array(z.object({ code: z.string(), expiresAtMs: z.number() })),
});
export type Account = z.infer<typeof account>;

const googleAccount = z.object({ sub: z.string(), email: z.string(), name: z.string() });
export type GoogleAccount = z.infer<typeof googleAccount>;

const setting = z.object({ enumerationProtection: z.boolean() });

export interface IdentityStore {
  readonly accounts: DurableMap<Account>;
  readonly googleAccounts: DurableMap<GoogleAccount>;
  readonly settings: DurableMap<z.infer<typeof setting>>;
  close(): Promise<void>;
}

export async function openIdentityStore(dataDir: string): Promise<IdentityStore> {
  const file = (name: string): string => join(dataDir, 'identity', name);
  const accounts = await openDurableMap(file('accounts.jsonl'), (stored) => account.parse(stored));
  const googleAccounts = await openDurableMap(file('google.jsonl'), (stored) =>
    googleAccount.parse(stored),
  );
  const settings = await openDurableMap(file('settings.jsonl'), (stored) => setting.parse(stored));
  return {
    accounts,
    googleAccounts,
    settings,
    async close() {
      await Promise.all([accounts.close(), googleAccounts.close(), settings.close()]);
    },
  };
}

/** @param fields initial values; the rest starts empty */
export function newAccount(fields: Pick<Account, 'email'> & Partial<Account>): Account {
  const nowMs = Date.now();
  return {
    localId: newLocalId(),
    emailVerified: false,
    displayName: null,
    photoUrl: null,
    passwordHash: null,
    googleId: null,
    disabled: false,
    createdAtMs: nowMs,
    lastLoginAtMs: nowMs,
    validSince: Math.floor(nowMs / 1000),
    generation: 0,
    resetCodes: [],
    ...fields,
  };
}

/** 28 letters and digits, like Google's. */
function newLocalId(): string {
  let id = '';
  while (id.length < 28) id += randomBytes(32).toString('base64').replace(/[+/=]/g, '');
  return id.slice(0, 28);
}

export function findAccountByEmail(
  accounts: DurableMap<Account>,
  email: string,
): Account | undefined {
  for (const one of accounts.values()) if (one.email === email) return one;
  return undefined;
}

/** Changes one account in a transaction. @throws GoogleError USER_NOT_FOUND when it was deleted meanwhile */
export function updateAccount(
  accounts: DurableMap<Account>,
  localId: string,
  change: (current: Account) => Account,
): Promise<Account> {
  return accounts.transact(() => {
    const current = accounts.get(localId);
    if (!current) throw new GoogleError('USER_NOT_FOUND');
    const result = change(current);
    return { changes: new Map([[localId, result]]), result };
  });
}

const oneAddress = /^[^\s@,;:<>"()\\]+@[^\s@,;:<>"()\\]+$/;

/** @returns the address in lower case, as stored. @throws GoogleError when it is missing or invalid */
export function parseEmail(email: string | undefined): string {
  if (email === undefined) throw new GoogleError('MISSING_EMAIL');
  if (email.length > 320 || !oneAddress.test(email)) throw new GoogleError('INVALID_EMAIL');
  return email.toLowerCase();
}

/** An account in the service's REST format. */
export function toRestAccount(one: Account): Record<string, unknown> {
  const common = {
    email: one.email,
    ...(one.displayName !== null && { displayName: one.displayName }),
    ...(one.photoUrl !== null && { photoUrl: one.photoUrl }),
  };
  return {
    localId: one.localId,
    ...common,
    emailVerified: one.emailVerified,
    ...(one.disabled && { disabled: true }),
    ...(one.passwordHash !== null && { passwordUpdatedAt: one.validSince * 1000 }),
    validSince: String(one.validSince),
    createdAt: String(one.createdAtMs),
    lastLoginAt: String(one.lastLoginAtMs),
    lastRefreshAt: new Date(one.lastLoginAtMs).toISOString(),
    providerUserInfo: [
      ...(one.passwordHash !== null
        ? [{ providerId: 'password', federatedId: one.email, rawId: one.email, ...common }]
        : []),
      ...(one.googleId !== null
        ? [{ providerId: 'google.com', federatedId: one.googleId, rawId: one.googleId, ...common }]
        : []),
    ],
  };
}
