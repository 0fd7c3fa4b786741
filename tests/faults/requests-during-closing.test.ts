/** Requests that were let in before their own account ended, and write after it: refused in a sentence, nothing left. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { profileDeleted } from '#contract/users.ts';
import { eraseAccount } from '#server/users/account/erase-account.ts';
import {
  type Claims,
  seedAlert,
  seedMarket,
  startTestApi,
  type TestApi,
} from '#tests/boundaries/api.harness.ts';
import { scanTables } from '#tests/boundaries/find-user-rows.ts';
import { holdLock, lockUserRow, waitForBlocked } from '#tests/support/db-locks.ts';
import { type BillingHarness, createBillingHarness } from './support/billing-harness.ts';

let plain: TestApi;
let paying: BillingHarness;
/** The one the test is about. */
let api: TestApi;
let uid: string;
let count = 0;
beforeAll(async () => {
  plain = await startTestApi({ queueMails: true });
  await seedMarket(plain.pool);
  paying = await createBillingHarness();
});
afterAll(async () => {
  await plain?.close();
  await paying?.close();
});
beforeEach(() => {
  api = plain;
  count += 1;
  uid = `persona${count}`;
});

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
const ask = (method: Method, path: string, payload?: object, claims: Claims = {}) =>
  api.call({
    method,
    url: `/api/${path}`,
    as: { uid, ...claims },
    ...(payload === undefined ? {} : { payload }),
  });
const enter = (claims: Claims = {}) => ask('GET', 'auth/verify', undefined, claims);
const close = (claims: Claims = {}) =>
  ask('DELETE', 'users/profile?modo=cerrar', undefined, claims);
const below = {
  objetivo: { tipo: 'coleccionable', id: 'c1' },
  condicion: 'por_debajo',
  valor: 15_000,
  moneda: 'EUR',
};
const settings = { partidos: [], umbrales: { t1: below }, frecuencia: 90 };
const notices = { silencio: null, correo: 'activo', navegador: true };
const gone = { status: 401, body: { code: 'unauthenticated', error: 'Esta cuenta se eliminó.' } };
const closed = {
  status: 401,
  body: { code: 'unauthenticated', error: 'Tu sesión se cerró. Vuelve a iniciar sesión.' },
};
const mails = async () => {
  const { rows } = await api.pool.query<{ kind: string }>(
    'select kind from outbox where uid = $1 order by created_at',
    [uid],
  );
  return rows.map(({ kind }) => kind);
};

/** An erasure that has begun, and stays before its end until it is let go. */
function beginErasure() {
  const begun = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const waits = async (client: { query: TestApi['pool']['query'] }) => {
    await client.query('select from users where uid = $1 for update', [uid]);
    begun.resolve();
    await end.promise;
  };
  const erased = eraseAccount({ pool: api.pool, beforeErasure: [waits] }, uid);
  return { begun: begun.promise, letGo: end.resolve, erased };
}

/** What a request answers that was let in before the erasure ended, and writes afterwards. */
async function besideErasure(asked: () => ReturnType<typeof ask>) {
  const erasure = beginErasure();
  await erasure.begun;
  const answer = asked();
  await waitForBlocked(api.pool);
  erasure.letGo();
  expect(await erasure.erased).toBe(true);
  return answer;
}
const leftBehind = () => scanTables(api.pool, [uid]);

describe('beside the erasure of the account', () => {
  it.each([
    ['a test mail', () => ask('POST', 'users/test-mail')],
    ['notices', () => ask('PUT', 'users/notifications', notices)],
    ['a token with another address', () => enter({ email: `nueva${count}@correo.test` })],
    [
      'a return to the closed account',
      () => enter({ auth_time: Math.floor(Date.now() / 1_000) + 5 }),
    ],
  ])('%s: says that it is gone', async (name, asked) => {
    await enter();
    if (name.startsWith('a return'))
      await api.pool.query('update users set closed_at = now() where uid = $1', [uid]);
    expect(await besideErasure(asked)).toMatchObject(gone);
    expect(await leftBehind()).toEqual({ erasure_jobs: 1 });
  });

  it('a confirmation link: says that it is gone', async () => {
    const claims = { verified: false };
    await enter(claims);
    const answer = await besideErasure(() => ask('POST', 'users/confirmation', undefined, claims));
    expect(answer).toMatchObject(gone);
    expect(await leftBehind()).toEqual({ erasure_jobs: 1 });
  });

  it('settings: are not found', async () => {
    await enter();
    expect((await besideErasure(() => ask('PUT', 'users/config', settings))).status).toBe(404);
    expect(await leftBehind()).toEqual({ erasure_jobs: 1 });
  });

  it('a way to pay: says that it is gone', async () => {
    ({ api } = paying);
    await enter();
    const answer = await besideErasure(() => ask('POST', 'billing/checkout', { plan: 'premium' }));
    expect(answer).toMatchObject(gone);
    expect(await leftBehind()).toEqual({ erasure_jobs: 1 });
  });

  it('notices that let waiting alerts go: leave nothing, whoever is first', async () => {
    await ask('PUT', 'users/config', settings);
    await seedAlert(api.pool, uid, 't1');
    // Between the two things such a change writes.
    const alerts = await holdLock(api.pool, 'lock table alerts in access exclusive mode');
    const answer = ask('PUT', 'users/notifications', notices);
    await waitForBlocked(api.pool);
    const erasure = beginErasure();
    await Promise.race([erasure.begun, waitForBlocked(api.pool, 2)]);
    await alerts.release();
    await Promise.race([answer, waitForBlocked(api.pool)]);
    erasure.letGo();
    expect(await erasure.erased).toBe(true);
    expect((await answer).status).toBeLessThan(500);
    expect(await leftBehind()).toEqual({ erasure_jobs: 1 });
  });
});

it('every reference to an account, and no other, bears the name by which its absence is known', async () => {
  const { rows } = await api.pool.query<{ name: string; isAccount: boolean }>(
    `select conname as name, confrelid = 'users'::regclass as "isAccount"
     from pg_constraint where contype = 'f'`,
  );
  expect(rows.length).toBeGreaterThan(10);
  for (const { name, isAccount } of rows)
    expect([name, name.endsWith('_uid_fkey')]).toEqual([name, isAccount]);
});

describe('beside the closing of the account', () => {
  /** What a request answers that waits behind the closing. */
  async function behindClosing(asked: () => ReturnType<typeof ask>, claims: Claims = {}) {
    const account = await lockUserRow(api.pool, uid);
    const closing = close(claims);
    await waitForBlocked(api.pool, 1);
    const answer = asked();
    await waitForBlocked(api.pool, 2);
    await account.release();
    expect((await closing).status).toBe(200);
    return answer;
  }

  it('settings start no threshold again', async () => {
    await ask('PUT', 'users/config', settings);
    const answer = await behindClosing(() => ask('PUT', 'users/config', settings));
    expect(answer).toMatchObject(closed);
    const { rows } = await api.pool.query('select pausa from thresholds where uid = $1', [uid]);
    expect(rows).toEqual([{ pausa: 'usuario' }]);
  });

  it('no mail follows the receipt', async () => {
    await enter();
    expect(await behindClosing(() => ask('POST', 'users/test-mail'))).toMatchObject(closed);
    expect(await mails()).toEqual(['account']);
  });

  it('no confirmation link is sent', async () => {
    const claims = { verified: false };
    await enter(claims);
    const answer = await behindClosing(
      () => ask('POST', 'users/confirmation', undefined, claims),
      claims,
    );
    expect(answer).toMatchObject(closed);
    expect(await mails()).toEqual([]);
  });

  it('notices stay as they were', async () => {
    await enter();
    const answer = await behindClosing(() => ask('PUT', 'users/notifications', notices));
    expect(answer).toMatchObject(closed);
    const { rows } = await api.pool.query('select navegador from users where uid = $1', [uid]);
    expect(rows).toEqual([{ navegador: false }]);
  });

  it('a second closing is the same closing: one receipt, one end', async () => {
    await enter();
    const account = await lockUserRow(api.pool, uid);
    const both = [close(), close()];
    await waitForBlocked(api.pool, 2);
    await account.release();
    const [first, second] = (await Promise.all(both)).map(({ body }) => profileDeleted.parse(body));
    expect(second).toEqual(first);
    expect(await mails()).toEqual(['account']);
  });
});

describe('the return to a closed account', () => {
  const returns = () => enter({ auth_time: Math.floor(Date.now() / 1_000) + 5 });
  const untold = async () => {
    const { rows } = await api.pool.query(
      'select 1 from alerts where uid = $1 and outbox_id is null',
      [uid],
    );
    return rows.length;
  };

  it('happens once: what fired since is told, however late the other request comes', async () => {
    await ask('PUT', 'users/config', settings);
    await close();
    await seedAlert(api.pool, uid, 't1');
    const account = await lockUserRow(api.pool, uid);
    const late = returns();
    await waitForBlocked(api.pool);
    // Another request was first, and what fires from then on waits for its check.
    await account.release((client) =>
      client.query('update users set closed_at = null where uid = $1', [uid]),
    );
    expect((await late).status).toBe(200);
    expect(await untold()).toBe(1);
  });

  it('is one, of two requests at once', async () => {
    await ask('PUT', 'users/config', settings);
    await close();
    await seedAlert(api.pool, uid, 't1');
    const account = await lockUserRow(api.pool, uid);
    const both = [returns(), returns()];
    await waitForBlocked(api.pool, 2);
    await account.release();
    for (const { status } of await Promise.all(both)) expect(status).toBe(200);
    expect(await untold()).toBe(0);
    expect((await mails()).filter((kind) => kind === 'alert')).toHaveLength(1);
  });
});
