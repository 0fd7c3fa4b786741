/** Accounts that the identity service disables or deletes lose the API and the live stream within a minute. */
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { createRevocationCheck } from '#server/auth/token-revocation.ts';
import { openTestApi, type TestApi } from './api.harness.ts';

let now = 0;
let check: ReturnType<typeof createRevocationCheck> | null = null;
const api: TestApi = await openTestApi({
  isTokenActive: (token) => {
    check ??= createRevocationCheck({ origin: api.servicesUrl, apiKey: 'k', clock: () => now });
    return check(token);
  },
});

const account = z.object({ localId: z.string(), idToken: z.string() });
const callIdentity = (path: string, body: object, headers = {}) =>
  fetch(`${api.servicesUrl}/identitytoolkit.googleapis.com/v1/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
const asOperator = { authorization: 'Bearer owner' };
const revocations = {
  disabled: (localId: string) =>
    callIdentity('projects/vigia-test/accounts:update', { localId, disableUser: true }, asOperator),
  deleted: (localId: string) =>
    callIdentity('projects/vigia-test/accounts:delete', { localId }, asOperator),
};

describe.each(Object.entries(revocations))('an account that was %s', (how, end) => {
  it('is rejected within a minute, and its streams are to be closed', async () => {
    const made = await callIdentity('accounts:signUp?key=k', {
      email: `${how}@correo.example`,
      password: 'una-clave-larga',
      returnSecureToken: true,
    });
    const { localId, idToken } = account.parse(await made.json());
    const verify = () =>
      api.app.inject({
        url: '/api/auth/verify',
        headers: { authorization: `Bearer ${idToken}` },
      });
    expect((await verify()).statusCode).toBe(200);
    expect((await end(localId)).status).toBe(200);
    expect((await verify()).statusCode).toBe(200);
    now += 30_000;
    const rejected = await verify();
    expect([rejected.statusCode, rejected.json().code]).toEqual([401, 'unauthenticated']);
    const session = { uid: localId, token: idToken, authTime: new Date() };
    expect(await api.revoked([session])).toEqual([session]);
  });
});
