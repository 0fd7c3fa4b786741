/** Ways in: new account, password, Google; and what an address may do (`createAuthUri`). */
import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import { findByEmail, newAccount, readEmail } from './accounts.ts';
import { GoogleError, readRequest } from './google-error.ts';
import type { IdentityParts, Operation } from './operation.ts';
import { hashPassword, isPassword, refuseWeak } from './passwords.ts';

const text = z.string().max(4096).optional();
const credentials = z.looseObject({
  email: text,
  password: text,
  idToken: text,
  displayName: text,
});
const authUriRequest = z.looseObject({ identifier: text, continueUri: text });

/** Google's real limits are unpublished; these only make the answer reachable. */
const failuresAllowed = 20;
const failureWindowMs = 5 * 60_000;

export function signInOperations({
  store,
  sessions,
  isProtected,
}: IdentityParts): Record<'signUp' | 'signInWithPassword' | 'createAuthUri', Operation> {
  const { accounts } = store;
  const failures = new Map<string, number[]>();
  const recentFailures = (email: string): number[] =>
    (failures.get(email) ?? []).filter((atMs) => Date.now() - atMs < failureWindowMs);

  return {
    async signUp(body) {
      const asked = readRequest(credentials, body);
      if (asked.idToken) throw new GoogleError('OPERATION_NOT_ALLOWED');
      if (!asked.email && !asked.password) throw new GoogleError('ADMIN_ONLY_OPERATION');
      const email = readEmail(asked.email);
      const passwordHash = await hashPassword(refuseWeak(asked.password));
      const account = await accounts.transact(() => {
        if (findByEmail(accounts, email)) throw new GoogleError('EMAIL_EXISTS');
        const result = newAccount({ email, passwordHash, displayName: asked.displayName ?? null });
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
      const asked = readRequest(credentials, body);
      const email = readEmail(asked.email);
      if (!asked.password) throw new GoogleError('MISSING_PASSWORD');
      const before = recentFailures(email);
      if (before.length >= failuresAllowed) {
        throw new GoogleError(
          'TOO_MANY_ATTEMPTS_TRY_LATER : Access to this account has been temporarily disabled due to many failed login attempts.',
        );
      }
      const account = findByEmail(accounts, email);
      if (!account) {
        throw new GoogleError(isProtected() ? 'INVALID_LOGIN_CREDENTIALS' : 'EMAIL_NOT_FOUND');
      }
      if (account.disabled) throw new GoogleError('USER_DISABLED');
      const { passwordHash } = account;
      if (passwordHash === null || !(await isPassword(asked.password, passwordHash))) {
        failures.set(email, [...recentFailures(email), Date.now()]);
        throw new GoogleError(isProtected() ? 'INVALID_LOGIN_CREDENTIALS' : 'INVALID_PASSWORD');
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
      const asked = readRequest(authUriRequest, body);
      if (!asked.continueUri) throw new GoogleError('MISSING_CONTINUE_URI');
      if (!asked.identifier) throw new GoogleError('MISSING_IDENTIFIER');
      const answer = {
        kind: 'identitytoolkit#CreateAuthUriResponse',
        sessionId: randomBytes(15).toString('hex'),
      };
      // With the protection on, an address tells nothing about itself.
      if (isProtected()) return answer;
      const account = findByEmail(accounts, readEmail(asked.identifier));
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
