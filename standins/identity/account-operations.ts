/** Operations of a signed-in user on their own account: `accounts:lookup`, `update`, `delete`. */
import * as z from 'zod';
import { GoogleError, parseIdentityRequest } from './google-error.ts';
import {
  type Account,
  findAccountByEmail,
  parseEmail,
  toRestAccount,
  updateAccount,
} from './identity-store.ts';
import type { IdentityOperation, OperationOptions } from './operation.ts';
import { assertStrongPassword, hashPassword } from './passwords.ts';
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

/** Maximum age of the sign-in for changing a password or deleting an account, as in the hosted service. */
const recentSignInSeconds = 5 * 60;

export function ownAccountOperations({
  store,
  sessions,
  isEnumerationProtected,
}: OperationOptions): Record<'lookup' | 'update' | 'delete', IdentityOperation> {
  const { accounts } = store;
  return {
    async lookup(body) {
      const { account } = await sessions.identify(parseIdentityRequest(tokenRequest, body).idToken);
      return {
        kind: 'identitytoolkit#GetAccountInfoResponse',
        users: [toRestAccount(account)],
      };
    },

    async update(body) {
      const update = parseIdentityRequest(updateRequest, body);
      // The product sends its own confirmation links; this service issues no such codes.
      if (update.oobCode !== undefined) throw new GoogleError('INVALID_OOB_CODE');
      const { account, claims } = await sessions.identify(update.idToken);
      const email = update.email === undefined ? account.email : parseEmail(update.email);
      const changesEmail = email !== account.email;
      if (changesEmail && isEnumerationProtected()) {
        throw new GoogleError('OPERATION_NOT_ALLOWED : Please verify the new email first.');
      }
      if (changesEmail || update.password !== undefined) assertRecentSignIn(claims.auth_time);
      const password = await hashNewPassword(update.password);
      const changed = await updateAccount(accounts, account.localId, (current) => {
        if (changesEmail && findAccountByEmail(accounts, email) !== undefined)
          throw new GoogleError('EMAIL_EXISTS');
        return {
          ...current,
          ...profileFields(update),
          ...(changesEmail && { email, emailVerified: false, ...endedSessions(current) }),
          ...(password && passwordFields(current, password)),
        };
      });
      return {
        kind: 'identitytoolkit#SetAccountInfoResponse',
        ...toRestAccount(changed),
        ...(await sessions.reissue(changed, claims)),
      };
    },

    async delete(body) {
      const { idToken } = parseIdentityRequest(tokenRequest, body);
      const { account, claims } = await sessions.identify(idToken);
      assertRecentSignIn(claims.auth_time);
      await accounts.transact(() => ({
        changes: new Map([[account.localId, null]]),
        result: undefined,
      }));
      return { kind: 'identitytoolkit#DeleteAccountResponse' };
    },
  };
}

function assertRecentSignIn(authTimeSeconds: number): void {
  if (nowSeconds() - authTimeSeconds > recentSignInSeconds) {
    throw new GoogleError('CREDENTIAL_TOO_OLD_LOGIN_AGAIN');
  }
}

async function hashNewPassword(password: string | undefined): Promise<string | null> {
  return password === undefined ? null : hashPassword(assertStrongPassword(password));
}

/** The fields a new password changes, which ends every existing session. */
export function passwordFields(current: Account, passwordHash: string): Partial<Account> {
  return { passwordHash, ...endedSessions(current) };
}

const endedSessions = ({ generation }: Account): Partial<Account> => ({
  validSince: nowSeconds(),
  generation: generation + 1,
});

/** Name and picture to store; an empty value clears them, as does naming them in `deleteAttribute`. */
export function profileFields(update: {
  displayName?: string | undefined;
  photoUrl?: string | undefined;
  deleteAttribute?: string[] | undefined;
}): Partial<Account> {
  const deleted = update.deleteAttribute ?? [];
  return {
    ...(update.displayName !== undefined && { displayName: update.displayName || null }),
    ...(update.photoUrl !== undefined && { photoUrl: update.photoUrl || null }),
    ...(deleted.includes('DISPLAY_NAME') && { displayName: null }),
    ...(deleted.includes('PHOTO_URL') && { photoUrl: null }),
  };
}
