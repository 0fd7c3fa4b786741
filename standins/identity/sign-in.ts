/** Sign-up, password sign-in, and the sign-in methods of an address (`createAuthUri`). */
import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import { GoogleError, parseIdentityRequest } from './google-error.ts';
import { findAccountByEmail, newAccount, parseEmail } from './identity-store.ts';
import type { IdentityOperation, OperationOptions } from './operation.ts';
import { assertStrongPassword, hashPassword, verifyPassword } from './passwords.ts';

const text = z.string().max(4096).optional();
const credentials = z.looseObject({
  email: text,
  password: text,
  idToken: text,
  displayName: text,
});
const authUriRequest = z.looseObject({ identifier: text, continueUri: text });

/** Google's limits are unpublished; these make the error testable. */
const maxFailures = 20;
const failureWindowMs = 5 * 60_000;

export function signInOperations({
  store,
  sessions,
  isEnumerationProtected,
}: OperationOptions): Record<'signUp' | 'signInWithPassword' | 'createAuthUri', IdentityOperation> {
  const { accounts } = store;
  const failures = new Map<string, number[]>();
  const recentFailures = (email: string): number[] =>
    (failures.get(email) ?? []).filter((atMs) => Date.now() - atMs < failureWindowMs);

  return {
    async signUp(body) {
      const input = parseIdentityRequest(credentials, body);
      if (input.idToken) throw new GoogleError('OPERATION_NOT_ALLOWED');
      if (!input.email && !input.password) throw new GoogleError('ADMIN_ONLY_OPERATION');
      const email = parseEmail(input.email);
      const passwordHash = await hashPassword(assertStrongPassword(input.password));
      const account = await accounts.transact(() => {
        if (findAccountByEmail(accounts, email)) throw new GoogleError('EMAIL_EXISTS');
        const result = newAccount({ email, passwordHash, displayName: input.displayName ?? null });
        return { changes: new Map([[result.localId, result]]), result };
      });
      return {
        kind: 'identitytoolkit#SignupNewUserResponse',
        localId: account.localId,
        email,
        ...(await sessions.start(account, 'password')),
      };
    },

    async signInWithPassword(body) {
      const input = parseIdentityRequest(credentials, body);
      const email = parseEmail(input.email);
      if (!input.password) throw new GoogleError('MISSING_PASSWORD');
      const failedAtMs = recentFailures(email);
      if (failedAtMs.length >= maxFailures) {
        throw new GoogleError(
          'TOO_MANY_ATTEMPTS_TRY_LATER : Access to this account has been temporarily disabled due to many failed login attempts.',
        );
      }
      const account = findAccountByEmail(accounts, email);
      if (!account) {
        throw new GoogleError(
          isEnumerationProtected() ? 'INVALID_LOGIN_CREDENTIALS' : 'EMAIL_NOT_FOUND',
        );
      }
      if (account.disabled) throw new GoogleError('USER_DISABLED');
      const { passwordHash } = account;
      if (passwordHash === null || !(await verifyPassword(input.password, passwordHash))) {
        failures.set(email, [...recentFailures(email), Date.now()]);
        throw new GoogleError(
          isEnumerationProtected() ? 'INVALID_LOGIN_CREDENTIALS' : 'INVALID_PASSWORD',
        );
      }
      failures.delete(email);
      return {
        kind: 'identitytoolkit#VerifyPasswordResponse',
        registered: true,
        localId: account.localId,
        email,
        displayName: account.displayName ?? '',
        ...(await sessions.start(account, 'password')),
      };
    },

    async createAuthUri(body) {
      const input = parseIdentityRequest(authUriRequest, body);
      if (!input.continueUri) throw new GoogleError('MISSING_CONTINUE_URI');
      if (!input.identifier) throw new GoogleError('MISSING_IDENTIFIER');
      const answer = {
        kind: 'identitytoolkit#CreateAuthUriResponse',
        sessionId: randomBytes(15).toString('hex'),
      };
      // With enumeration protection, nothing is disclosed about an address.
      if (isEnumerationProtected()) return answer;
      const account = findAccountByEmail(accounts, parseEmail(input.identifier));
      const methods = [
        ...(account?.passwordHash ? ['password'] : []),
        ...(account?.googleId ? ['google.com'] : []),
      ];
      return {
        ...answer,
        registered: account !== undefined,
        ...(account && { allProviders: methods, signinMethods: methods }),
      };
    },
  };
}
