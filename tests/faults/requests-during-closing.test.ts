/** Race: requests authenticated before their account is erased or closed, and writing after it, are rejected. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { profileDeleted } from '#contract/users.ts';
import { eraseAccount } from '#server/accounts/erase-account.ts';
import { startTestApi, type TestApi } from '#tests/boundaries/api.harness.ts';
import { countRowsContaining } from '#tests/boundaries/find-user-rows.ts';
import { lockUserRow, waitForBlocked } from '#tests/support/db-locks.ts';
import type { Claims } from '#tests/support/id-token.ts';
import { type BillingHarness, createBillingHarness } from './support/billing-harness.ts';

let withoutBilling: TestApi;
let billing: BillingHarness;
/** The API of the current test. */
let api: TestApi;
let uid: string;
let count = 0;
beforeAll(async () => {
  withoutBilling = await startTestApi({ queueMails: true });
  billing = await createBillingHarness();
});
afterAll(async () => {
  await withoutBilling?.close();
  await billing?.close();
});
beforeEach(() => {
  api = withoutBilling;
  count += 1;
  uid = `persona${count}`;
});

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
const call = (method: Method, path: string, payload?: object, claims: Claims = {}) =>
  api.call({
    method,
    url: `/api/${path}`,
    as: { uid, ...claims },
    ...(payload === undefined ? {} : { payload }),
  });
const authenticate = (claims: Claims = {}) => call('GET', 'auth/verify', undefined, claims);
const closeAccount = (claims: Claims = {}) =>
  call('DELETE', 'users/profile?modo=cerrar', undefined, claims);
const below = {
  target: { kind: 'collectible', id: 'c1' },
  condition: 'below',
  value: 15_000,
  currency: 'EUR',
};
const settings = { partidos: [], umbrales: { t1: below }, frecuencia: 90 };
const notifications = { quietHours: null, mail: 'on', browser: true };
const unconfirmed = { verified: false };
const erasedError = {
  status: 401,
  body: { code: 'unauthenticated', error: 'Esta cuenta se eliminó.' },
};
const closedError = {
  status: 401,
  body: { code: 'unauthenticated', error: 'Tu sesión se cerró. Vuelve a iniciar sesión.' },
};
const listMailKinds = async () => {
  const { rows } = await api.pool.query<{ cause: string }>(
    'select cause from deliveries where uid = $1 order by created_at',
    [uid],
  );
  return rows.map(({ cause }) => cause);
};

/** Starts an erasure that holds the user's row locked until released. */
function startErasure() {
  const begun = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const pause = async (client: { query: TestApi['pool']['query'] }) => {
    await client.query('select from users where uid = $1 for update', [uid]);
    begun.resolve();
    await end.promise;
  };
  const erased = eraseAccount({ pool: api.pool, beforeErasure: [pause] }, uid);
  return { begun: begun.promise, release: end.resolve, erased };
}

/** Answer of a request that is blocked by an erasure and continues after it. */
async function sendDuringErasure(send: () => ReturnType<typeof call>) {
  const erasure = startErasure();
  await erasure.begun;
  const answer = send();
  await waitForBlocked(api.pool);
  erasure.release();
  expect(await erasure.erased).toBe(true);
  return answer;
}
const countUserRows = () => countRowsContaining(api.pool, [uid]);

describe('during the erasure of the account', () => {
  it.each<[string, object, () => ReturnType<typeof call>, Claims?]>([
    ['a test mail', erasedError, () => call('POST', 'users/test-mail')],
    ['notification settings', erasedError, () => call('PUT', 'users/notifications', notifications)],
    ['another address', erasedError, () => authenticate({ email: `nueva${count}@correo.test` })],
    [
      'a confirmation link',
      erasedError,
      () => call('POST', 'users/confirmation', undefined, unconfirmed),
      unconfirmed,
    ],
    ['settings', { status: 404 }, () => call('PUT', 'users/config', settings)],
  ])('%s: is rejected', async (name, expected, send, claims) => {
    await authenticate(claims);
    if (name.startsWith('a return'))
      await api.pool.query('update users set closed_at = now() where uid = $1', [uid]);
    expect(await sendDuringErasure(send)).toMatchObject(expected);
    expect(await countUserRows()).toEqual({ erasure_jobs: 1 });
  });
});

it('foreign keys to users, and no others, are named `…_uid_fkey`, by which a missing user is recognised', async () => {
  const { rows } = await api.pool.query<{ name: string; isAccount: boolean }>(
    `select conname as name, confrelid = 'users'::regclass as "isAccount"
     from pg_constraint where contype = 'f'`,
  );
  expect(rows.length).toBeGreaterThan(10);
  for (const { name, isAccount } of rows)
    expect([name, name.endsWith('_uid_fkey')]).toEqual([name, isAccount]);
});

describe('during the closing of the account', () => {
  /** Answer of a request that is blocked behind the closing. */
  async function sendDuringClosing(send: () => ReturnType<typeof call>, claims: Claims) {
    const account = await lockUserRow(api.pool, uid);
    const closing = closeAccount(claims);
    await waitForBlocked(api.pool, 1);
    const answer = send();
    await waitForBlocked(api.pool, 2);
    await account.release();
    expect((await closing).status).toBe(200);
    return answer;
  }

  it.each<[string, () => ReturnType<typeof call>, string, object[], Claims?]>([
    [
      'settings restart no threshold',
      () => call('PUT', 'users/config', settings),
      'select pause_reason as pause from thresholds where uid = $1',
      [{ pause: 'user' }],
    ],
    [
      'notification settings stay as they were',
      () => call('PUT', 'users/notifications', notifications),
      'select browser from users where uid = $1',
      [{ browser: false }],
    ],
  ])('%s', async (name, send, sql, expected, claims = {}) => {
    await authenticate(claims);
    if (name.startsWith('settings')) await call('PUT', 'users/config', settings);
    expect(await sendDuringClosing(send, claims)).toMatchObject(closedError);
    expect((await api.pool.query(sql, [uid])).rows).toEqual(expected);
  });

  it('a second closing has no effect: one receipt, the same retention date', async () => {
    await authenticate();
    const account = await lockUserRow(api.pool, uid);
    const both = [closeAccount(), closeAccount()];
    await waitForBlocked(api.pool, 2);
    await account.release();
    const [first, second] = (await Promise.all(both)).map(({ body }) => profileDeleted.parse(body));
    expect(second).toEqual(first);
    expect(await listMailKinds()).toEqual(['account']);
  });
});
