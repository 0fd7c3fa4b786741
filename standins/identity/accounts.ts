/** Accounts of the identity double, as they are stored and as the service shows them. */
import { randomBytes } from 'node:crypto';
import type { Store } from '../store.ts';
import { GoogleError } from './google-error.ts';

export interface Account {
  readonly localId: string;
  /** Lower case. */
  readonly email: string;
  readonly emailVerified: boolean;
  readonly displayName: string | null;
  /** null: only Google sign-in. */
  readonly passwordHash: string | null;
  readonly googleId: string | null;
  readonly disabled: boolean;
  readonly createdAtMs: number;
  readonly lastLoginAtMs: number;
  /** Epoch seconds; tokens issued before are invalid. */
  readonly validSince: number;
  /** Part of every refresh token; incremented by what ends every session. */
  readonly generation: number;
}

/** Sent to an address, whose owner sets a password or the address with it. */
export interface MailedLink {
  readonly code: string;
  readonly localId: string;
  /** null: it sets a password. */
  readonly newEmail: string | null;
  readonly expiresAtMs: number;
}

/** One that was used in the Google popup before. */
export interface GoogleAccount {
  readonly sub: string;
  readonly email: string;
  readonly name: string;
}

export type IdentityStore = Store<{ account: Account; google: GoogleAccount; link: MailedLink }>;

export const nowSeconds = (): number => Math.floor(Date.now() / 1_000);

/** @param fields initial values; the rest starts empty */
export function newAccount(fields: Pick<Account, 'email'> & Partial<Account>): Account {
  const nowMs = Date.now();
  return {
    localId: randomBytes(14).toString('hex'),
    emailVerified: false,
    displayName: null,
    passwordHash: null,
    googleId: null,
    disabled: false,
    createdAtMs: nowMs,
    lastLoginAtMs: nowMs,
    validSince: nowSeconds(),
    generation: 0,
    ...fields,
  };
}

export const findByEmail = (store: IdentityStore, email: string): Account | undefined =>
  store.list('account').find((one) => one.email === email);

/** @throws GoogleError USER_NOT_FOUND when there is none, or it was deleted meanwhile */
export function updateAccount(
  store: IdentityStore,
  localId: string,
  change: (current: Account) => Partial<Account>,
): Account {
  return store.transact(() => {
    const current = store.get('account', localId);
    if (current === undefined) throw new GoogleError('USER_NOT_FOUND');
    const changed = { ...current, ...change(current) };
    store.put('account', localId, changed);
    return changed;
  });
}

/** What ends every session of an account. */
export const endedSessions = ({ generation }: Account): Partial<Account> => ({
  validSince: nowSeconds(),
  generation: generation + 1,
});

/** An account in the service's REST format. */
export function toRestAccount(one: Account): object {
  const { localId, email, emailVerified, disabled, displayName, passwordHash, googleId } = one;
  const provider = (providerId: string, rawId: string) => ({
    providerId,
    rawId,
    federatedId: rawId,
    email,
    ...(displayName !== null && { displayName }),
  });
  return {
    localId,
    email,
    emailVerified,
    ...(displayName !== null && { displayName }),
    ...(disabled && { disabled }),
    ...(passwordHash !== null && { passwordUpdatedAt: one.validSince * 1_000 }),
    validSince: String(one.validSince),
    createdAt: String(one.createdAtMs),
    lastLoginAt: String(one.lastLoginAtMs),
    providerUserInfo: [
      ...(passwordHash === null ? [] : [provider('password', email)]),
      ...(googleId === null ? [] : [provider('google.com', googleId)]),
    ],
  };
}
