/** API of the account itself: export, closing, reopening, erasure and retention. */
import pino from 'pino';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { userExport } from '#contract/user-export.ts';
import { profile, profileDeleted } from '#contract/users.ts';
import {
  eraseExpiredAccounts,
  type FinishOptions,
  finishErasures,
} from '#server/accounts/finish-erasures.ts';
import { createIdentityAdmin } from '#server/accounts/identity-admin.ts';
import { runDueChecks } from '#server/alerts/run-checks.ts';
import { createMetrics } from '#server/base/metrics.ts';
import { markAccountReopened } from '#server/db/users/account-lifecycle.ts';
import { startMaintenanceWorker } from '#server/workers/maintenance-worker.ts';
import { lockUserRow, waitForBlocked } from '#tests/support/db-locks.ts';
import type { Claims } from '#tests/support/id-token.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { createDocument, openTestApi, seedAlert } from './api.harness.ts';
import { below, codeOf } from './api-user.ts';
import { countRowsContaining, findUserRows, leafValuesOf } from './find-user-rows.ts';

const api = await openTestApi();
let address: string;
let uid: string;
let email: string;
let count = 0;

beforeAll(async () => {
  address = await api.app.listen({ port: 0, host: '127.0.0.1' });
});
beforeEach(async () => {
  count += 1;
  email = `persona${count}@correo.test`;
  const { localId } = await identity<{ localId: string }>('accounts:signUp?key=k', {
    email,
    password: 'secreto1',
  });
  uid = localId;
});

async function identity<Answer>(path: string, body: object): Promise<Answer> {
  const response = await fetch(`${api.servicesUrl}/identitytoolkit.googleapis.com/v1/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer owner' },
    body: JSON.stringify(body),
  });
  return (await response.json()) as Answer;
}
const accountExists = async () =>
  'users' in (await identity<object>('projects/vigia-test/accounts:lookup', { localId: [uid] }));

const me = (claims: Claims = {}): Claims => ({ uid, email, ...claims });
const call = (method: 'GET' | 'DELETE', url: string, claims: Claims = {}) =>
  api.call({ method, url, as: me(claims) });
const deleteAccount = (mode: string, claims: Claims = {}) =>
  call('DELETE', `/api/users/profile?modo=${mode}`, claims);
const save = (umbrales: object) =>
  api.call({
    method: 'PUT',
    url: '/api/users/config',
    payload: { partidos: ['m1'], umbrales, frecuencia: 90 },
    as: me(),
  });
const insertMail = (id: string, state: string) =>
  api.pool.query(
    `insert into deliveries (id, uid, cause, to_address, subject, body_text, body_html, headers, state)
     values ($1, $2, 'alert', $3, 'Cruzó tu línea', 'texto', '<p>html</p>', '{"X-A":"b"}', $4)`,
    [id, uid, email, state],
  );
const listMails = async () => {
  const { rows } = await api.pool.query<{ cause: string; state: string; subject: string }>(
    'select cause, state, subject from deliveries where uid = $1 order by created_at, cause',
    [uid],
  );
  return rows;
};

/** Fills every table: settings, a deleted threshold, alerts mailed and not, mails, a plan, a pending check. */
async function fillTables(): Promise<void> {
  expect((await save({ t1: below('c1'), t2: below('c2') })).status).toBe(200);
  await seedAlert(api.pool, uid, 't1', 1);
  await seedAlert(api.pool, uid, 't2', 1);
  await insertMail(crypto.randomUUID(), 'pending');
  const sent = crypto.randomUUID();
  await insertMail(sent, 'sent');
  await api.pool.query(
    `with read as (
       update alerts set read_at = now() where id = (select min(id) from alerts where uid = $1) returning id)
     insert into alert_deliveries (alert_id, delivery_id) select id, $2 from read`,
    [uid, sent],
  );
  expect((await save({ t1: below('c1') })).status).toBe(200);
  await api.pool.query(
    `insert into plan_grants (uid, plan, granted_by) values ($1, 'premium', 'prueba')`,
    [uid],
  );
  await api.pool.query(`insert into pending_checks values ($1, now() + interval '1 hour')`, [uid]);
  await api.pool.query(
    `insert into api_keys (uid, name, scope, prefix, hash, last_used_at, expires_at)
     values ($1, 'Robot', 'read', $1, sha256('x'), now(), now() + interval '1 hour')`,
    [uid],
  );
  await createDocument(api, uid, { username: 'inicial', email });
}

const log = pino({ level: 'silent' });
const metrics = createMetrics();
const identitiesAt = (origin: string) =>
  createIdentityAdmin({ projectId: 'vigia-test', origin, serverToken: 'owner' });
const erasureOptions = (changes: Partial<FinishOptions> = {}): FinishOptions => ({
  pool: api.pool,
  documents: api.documents,
  identities: identitiesAt(api.servicesUrl),
  beforeErasure: [],
  log,
  metrics,
  ...changes,
});
const closedAt = async () => {
  const { rows } = await api.pool.query<{ at: Date }>(
    'select closed_at as at from users where uid = $1',
    [uid],
  );
  return rows[0]?.at ?? new Date(Number.NaN);
};
const countUnsent = async () =>
  (
    await api.pool.query('select 1 from alerts where uid = $1 and (channel_pending or stranded)', [
      uid,
    ])
  ).rowCount;
const closeAt = (instant: string) =>
  api.pool.query(`update users set closed_at = ${instant} where uid = $1`, [uid]);
const makeErasuresDue = () =>
  api.pool.query('update erasure_jobs set due_at = now() where uid is not null');

describe('the export', () => {
  it('contains every value of every row about the user, and of the profile document', async () => {
    await fillTables();
    const answer = await call('GET', '/api/users/export');
    expect(answer.status).toBe(200);
    expect(answer.headers['content-disposition']).toContain('mis-datos-vigia.json');
    const data = userExport.parse(answer.body);
    expect(data.thresholds.map(({ id, deletedAt }) => [id, deletedAt !== null])).toEqual([
      ['t1', false],
      ['t2', true],
    ]);
    expect([data.alerts.length, data.deliveries.length]).toEqual([2, 2]);
    expect(data.document).toMatchObject({ username: 'inicial', email });
    const exported = new Set(leafValuesOf(data));
    const rows = await findUserRows(api.pool, uid);
    const tables = new Set(rows.map(({ table }) => table));
    for (const table of Object.keys(await countRowsContaining(api.pool, [uid, email])))
      expect(tables).toContain(table);
    expect([...tables].sort().join(' ')).toBe(
      'alert_deliveries alerts api_keys deliveries pending_checks plan_grants projection_jobs threshold_commands thresholds users',
    );
    for (const { table, row } of rows)
      for (const [column, value] of Object.entries(row)) {
        // Of what the user was shown, and nothing else can be made of it.
        if (table === 'api_keys' && column === 'hash') continue;
        for (const leaf of leafValuesOf(value))
          expect([table, column, exported.has(leaf)]).toEqual([table, column, true]);
      }
  });

  it('contains no link that acts without a session', async () => {
    await fillTables();
    const token = 'eyJ_a-b.c-D';
    const link = `https://vigia.example/api/alerts/actions?token=${token}`;
    await api.pool.query(
      `insert into deliveries (id, uid, cause, to_address, subject, body_text, body_html, headers)
       values (gen_random_uuid(), $1, 'alert', $2, 'a', $3 || E'\nx', '<a href="' || $3 || '">', $4)`,
      [uid, email, link, { 'List-Unsubscribe': `<${link}>` }],
    );
    const { text } = await call('GET', '/api/users/export');
    expect(text).not.toContain(token);
    expect(text.split('actions?token=…')).toHaveLength(4);
  });
});

describe('closing', () => {
  it('keeps the data, stops thresholds, and sends only a receipt', async () => {
    await fillTables();
    const answer = await deleteAccount('cerrar');
    expect(answer.status).toBe(200);
    const closed = profileDeleted.parse(answer.body);
    const years = closed.modo === 'cerrar' ? new Date(closed.retainedUntil).getUTCFullYear() : 0;
    expect(years).toBe((await closedAt()).getUTCFullYear() + 3);
    const { rows } = await api.pool.query<{ pause: string; actions: string }>(
      `select t.pause_reason as pause, (select string_agg(c.action, ' ' order by c.seq) from threshold_commands c
                        where c.threshold_key = t.key) as actions
       from thresholds t where t.uid = $1 and t.deleted_at is null`,
      [uid],
    );
    expect(rows).toEqual([{ pause: 'user', actions: 'stop' }]);
    const stored = await listMails();
    expect(stored.filter(({ state }) => state === 'pending')).toEqual([
      { cause: 'account', state: 'pending', subject: 'Has cerrado tu cuenta de Vigía' },
    ]);
    expect(stored.some(({ state }) => state === 'sent')).toBe(true);
    expect(await countUnsent()).toBe(0);
    expect(await countRowsContaining(api.pool, [uid])).not.toHaveProperty('pending_checks');
  });

  it('mails no alert that fires before the worker has stopped the thresholds', async () => {
    await save({ t1: below('c1') });
    await deleteAccount('cerrar');
    await seedAlert(api.pool, uid, 't1', 1);
    await api.pool.query(`insert into pending_checks values ($1, now() - interval '1 hour')`, [
      uid,
    ]);
    const config = { appOrigin: 'https://vigia.test', linkSecrets: ['s'.repeat(32)] as const };
    await runDueChecks({ pool: api.pool, config, log, metrics });
    expect((await listMails()).map(({ cause }) => cause)).toEqual(['account']);
  });

  it('ends every session; the next sign-in reopens the account, with thresholds still paused', async () => {
    await save({ t1: below('c1') });
    expect((await deleteAccount('cerrar')).status).toBe(200);
    expect((await call('GET', '/api/auth/verify')).status).toBe(401);
    await seedAlert(api.pool, uid, 't1', 1);
    const later = Math.floor(Date.now() / 1_000) + 2;
    const back = await call('GET', '/api/users/profile', { auth_time: later, iat: later });
    expect(back.status).toBe(200);
    expect(back.body).toMatchObject({ configuracion: { umbrales: { t1: { pause: 'user' } } } });
    const { rows } = await api.pool.query('select closed_at from users where uid = $1', [uid]);
    expect(rows).toEqual([{ closed_at: null }]);
    expect(await countUnsent()).toBe(0);
  });

  it('ends open streams at once', async () => {
    const response = await fetch(`${address}/api/monitoring/stream`, {
      headers: { authorization: `Bearer ${await api.token(me())}` },
    });
    expect(response.status).toBe(200);
    await waitFor(() => expect(api.hub.streamCount(uid)).toBe(1));
    const ended = response.text();
    await deleteAccount('cerrar');
    await ended;
    await waitFor(() => expect(api.hub.streamCount(uid)).toBe(0));
  });
});

describe('erasing', () => {
  it('requires a sign-in within the last five minutes', async () => {
    const now = Math.floor(Date.now() / 1_000);
    await call('GET', '/api/auth/verify');
    const rejected = await deleteAccount('eliminar', { auth_time: now - 301 });
    expect(codeOf(rejected)).toEqual([409, 'reauthentication_required']);
    expect(await countRowsContaining(api.pool, [uid])).toHaveProperty('users');
  });

  it('leaves nothing in any table, the document database or the identity service', async () => {
    await fillTables();
    const other = { uid: `vecina${count}`, email: `vecina${count}@correo.test` };
    await api.call({ url: '/api/auth/verify', as: other });
    const before = await countRowsContaining(api.pool, [other.uid]);
    expect((await deleteAccount('eliminar')).body).toEqual({ modo: 'eliminar' });
    expect(Object.keys(await countRowsContaining(api.pool, [uid, email]))).toEqual([
      'erasure_jobs',
    ]);
    expect(await finishErasures(erasureOptions())).toBe(1);
    expect(await countRowsContaining(api.pool, [uid, email])).toEqual({});
    expect(await api.documents.read(uid)).toBeNull();
    expect(await accountExists()).toBe(false);
    expect(await countRowsContaining(api.pool, [other.uid])).toEqual(before);
  });

  it('rejects tokens that outlive the account, and deletes the erasure job once none can', async () => {
    await call('GET', '/api/auth/verify');
    await deleteAccount('eliminar');
    await finishErasures(erasureOptions());
    for (let n = 0; n < 2; n += 1) expect((await call('GET', '/api/auth/verify')).status).toBe(401);
    expect(await countRowsContaining(api.pool, [uid, email])).toEqual({});
    const jobs = async () => (await api.pool.query('select 1 from erasure_jobs')).rowCount;
    await eraseExpiredAccounts(erasureOptions(), new Date(Date.now() + 60 * 60_000));
    expect(await jobs()).toBeGreaterThan(0);
    await eraseExpiredAccounts(erasureOptions(), new Date(Date.now() + 121 * 60_000));
    expect(await jobs()).toBe(0);
  });

  it('is retried after a hosted service was unavailable', async () => {
    await fillTables();
    await deleteAccount('eliminar');
    await finishErasures(erasureOptions({ identities: identitiesAt('http://127.0.0.1:1') }));
    await makeErasuresDue();
    const broken = { remove: () => Promise.reject(new Error('away')) };
    await finishErasures(erasureOptions({ documents: broken }));
    expect((await metrics.accountErasures.get()).values).toContainEqual({
      labels: { outcome: 'failed' },
      value: 2,
    });
    expect(await accountExists()).toBe(false);
    expect(await countRowsContaining(api.pool, [uid])).toEqual({ erasure_jobs: 1 });
    await makeErasuresDue();
    const worker = startMaintenanceWorker(erasureOptions());
    await waitFor(async () =>
      expect(await countRowsContaining(api.pool, [uid, email])).toEqual({}),
    );
    await worker.close();
    expect(await api.documents.read(uid)).toBeNull();
  });
});

describe('retention', () => {
  it('erases accounts three years after they were closed, not earlier', async () => {
    await fillTables();
    await deleteAccount('cerrar');
    // Not today: a day of three years ago may not exist.
    await closeAt(`'2026-06-15T12:00:00Z'`);
    await eraseExpiredAccounts(erasureOptions(), new Date('2029-06-15T11:59:59Z'));
    expect(await countRowsContaining(api.pool, [uid])).toHaveProperty('users');
    await eraseExpiredAccounts(erasureOptions(), new Date('2029-06-15T12:00:00Z'));
    await finishErasures(erasureOptions());
    expect(await countRowsContaining(api.pool, [uid, email])).toEqual({});
    expect(await accountExists()).toBe(false);
  });

  it('does not erase an account whose owner came back after it was listed', async () => {
    await fillTables();
    await deleteAccount('cerrar');
    await closeAt(`now() - interval '4 years'`);
    const signingIn = await lockUserRow(api.pool, uid);
    const erasing = eraseExpiredAccounts(erasureOptions(), new Date());
    await waitForBlocked(api.pool);
    await signingIn.release((client) => markAccountReopened(client, uid));
    await erasing;
    expect(await countRowsContaining(api.pool, [uid])).toMatchObject({ users: 1, thresholds: 2 });
    const { rows } = await api.pool.query('select from erasure_jobs where uid = $1', [uid]);
    expect(rows).toEqual([]);
  });
});

it('says what the relay said of the last mail to the address, until one is accepted', async () => {
  const refusal = async () =>
    profile.parse((await call('GET', '/api/users/profile')).body).mailRefusal;
  const mail = (state: string, to: string, attempts = 1) =>
    api.pool.query(
      `insert into deliveries (id, uid, cause, to_address, subject, body_text, body_html, state, attempts, last_error, created_at)
       values (gen_random_uuid(), $1, 'test', $2, 'a', 'b', 'c', $3, $4, 'Message failed: 550 5.1.1 no such user', clock_timestamp())`,
      [uid, to, state, attempts],
    );
  expect(await refusal()).toBeUndefined();
  await mail('failed', 'otra@correo.test');
  await mail('failed', email, 0);
  expect(await refusal()).toBeUndefined();
  await mail('failed', email);
  await mail('pending', email);
  expect(await refusal()).toBe('550 5.1.1 no such user');
  await mail('sent', email);
  expect(await refusal()).toBeUndefined();
});
