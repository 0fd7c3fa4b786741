/** Which answers of the identity service reach its SDK as a refusal. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { guardIdentityAnswers } from './identity-answers.ts';

const original = globalThis.fetch;
let answer: () => Response;
beforeEach(() => {
  globalThis.fetch = async () => answer();
  guardIdentityAnswers();
});
afterEach(() => {
  globalThis.fetch = original;
  vi.restoreAllMocks();
});

const page = (status: number) => () => new Response('<h1>Bad gateway</h1>', { status });
const refusal = (message: string, status: number) => () =>
  Response.json({ error: { message } }, { status });
const lookup = 'https://identitytoolkit.googleapis.com/v1/accounts:lookup?key=clave';
const renewal = 'https://local.example/securetoken.googleapis.com/v1/token?key=clave';
const signIn = 'https://identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=clave';

it.each([
  ['500', refusal('INTERNAL', 500)],
  ['503', refusal('Backend error', 503)],
  ['429', refusal('QUOTA_EXCEEDED', 429)],
  ['throttled 400', refusal('TOO_MANY_ATTEMPTS_TRY_LATER : later', 400)],
  ['a page of a proxy', page(502)],
  ['JSON of a proxy', () => Response.json({ error: 'away' }, { status: 403 })],
  ['nothing', () => new Response(null, { status: 500 })],
])('a session is not refused by %s', async (_what, given) => {
  answer = given;
  await expect(fetch(lookup)).rejects.toThrow('the identity service is away');
  await expect(fetch(renewal)).rejects.toThrow('the identity service is away');
});

it.each([
  ['a refused renewal', renewal, refusal('TOKEN_EXPIRED', 400), 'TOKEN_EXPIRED'],
  ['a disabled account', lookup, refusal('USER_DISABLED', 403), 'USER_DISABLED'],
  ['a refused sign-in', signIn, refusal('QUOTA_EXCEEDED', 429), 'QUOTA_EXCEEDED'],
  ['a page of a proxy at a sign-in', signIn, page(500), 'UNAVAILABLE'],
])('the SDK reads %s', async (_what, url, given, message) => {
  answer = given;
  const response = await fetch(url);
  expect({ status: response.status, ...(await response.json()) }).toEqual({
    status: given().status,
    error: { message },
  });
});

it.each([
  ['success', renewal, () => Response.json({ id_token: 'a' })],
  ['answers of others', 'https://vigia.example/api/auth/verify', page(503)],
])('leaves %s alone', async (_what, url, given) => {
  const response = given();
  answer = () => response;
  expect(await fetch(url)).toBe(response);
});
