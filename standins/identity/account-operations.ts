/** What signed-in people do with their own account: look at it, change name or password, delete it. */
import * as z from 'zod';
import { type Account, changeAccount, describeAccount, readEmail } from './accounts.ts';
import { GoogleError, readRequest } from './google-error.ts';
import type { IdentityParts, Operation } from './operation.ts';
import { hashPassword, refuseWeak } from './passwords.ts';
import { nowSeconds } from './sessions.ts';

const text = z.string().max(4096).optional();
const tokenRequest = z.looseObject({ idToken: text });
const updateRequest = z.looseObject({
  idToken: text,
  displayName: text,
  photoUrl: text,
  email: text,
  password: text,
  oobCode: text,
  deleteAttribute: z.array(z.string()).optional(),
});

/** Changing a password or deleting an account asks for a sign-in this fresh, as the hosted service does. */
const recentSignInSeconds = 5 * 60;

export function ownAccountOperations({
  store,
  sessions,
}: IdentityParts): Record<'lookup' | 'update' | 'delete', Operation> {
  const { accounts } = store;
  return {
    async lookup(body) {
      const { account } = await sessions.identify(readRequest(tokenRequest, body).idToken);
      return {
        kind: 'identitytoolkit#GetAccountInfoResponse',
        users: [describeAccount(account)],
      };
    },

    async update(body) {
      const asked = readRequest(updateRequest, body);
      // Confirmation links are the product's own; this service never issued such a code.
      if (asked.oobCode !== undefined) throw new GoogleError('INVALID_OOB_CODE');
      const { account, claims } = await sessions.identify(asked.idToken);
      if (asked.email !== undefined && readEmail(asked.email) !== account.email) {
        throw new GoogleError('OPERATION_NOT_ALLOWED : Please verify the new email first.');
      }
      if (asked.password !== undefined) refuseStale(claims.auth_time);
      const password = await newPassword(asked.password);
      const changed = await changeAccount(accounts, account.localId, (current) => ({
        ...current,
        ...profileFieldsFrom(asked),
        ...(password && withPassword(current, password)),
      }));
      return {
        kind: 'identitytoolkit#SetAccountInfoResponse',
        ...describeAccount(changed),
        ...(await sessions.reissue(changed, claims)),
      };
    },

    async delete(body) {
      const { idToken } = readRequest(tokenRequest, body);
      const { account, claims } = await sessions.identify(idToken);
      refuseStale(claims.auth_time);
      await accounts.transact(() => ({
        changes: new Map([[account.localId, null]]),
        result: undefined,
      }));
      return { kind: 'identitytoolkit#DeleteAccountResponse' };
    },
  };
}

function refuseStale(authTime: number): void {
  if (nowSeconds() - authTime > recentSignInSeconds) {
    throw new GoogleError('CREDENTIAL_TOO_OLD_LOGIN_AGAIN');
  }
}

async function newPassword(password: string | undefined): Promise<string | null> {
  return password === undefined ? null : hashPassword(refuseWeak(password));
}

/** A new password ends every session that began with the old one. */
export function withPassword(current: Account, passwordHash: string): Partial<Account> {
  return { passwordHash, validSince: nowSeconds(), generation: current.generation + 1 };
}

/** An empty name or picture clears it, as does naming it in `deleteAttribute`. */
export function profileFieldsFrom(asked: {
  displayName?: string | undefined;
  photoUrl?: string | undefined;
  deleteAttribute?: string[] | undefined;
}): Partial<Account> {
  const gone = asked.deleteAttribute ?? [];
  return {
    ...(asked.displayName !== undefined && { displayName: asked.displayName || null }),
    ...(asked.photoUrl !== undefined && { photoUrl: asked.photoUrl || null }),
    ...(gone.includes('DISPLAY_NAME') && { displayName: null }),
    ...(gone.includes('PHOTO_URL') && { photoUrl: null }),
  };
}
