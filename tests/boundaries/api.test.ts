/** The API over HTTP: routes, answers checked against the contract, and rejected requests. */
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { alertsPage, alertsPatched } from '#contract/alerts.ts';
import {
  collectiblesPage,
  history,
  matchDetail,
  matchesPage,
  statistics,
} from '#contract/monitoring.ts';
import { mailQueued, notifications, verification } from '#contract/users.ts';
import { setSummaryDueAt } from '#server/db/alerts/weekly-summaries.ts';
import type { Claims } from '#tests/support/id-token.ts';
import { openTestApi, seedAlert } from './api.harness.ts';
import { below, codeOf, openApiUser } from './api-user.ts';

const api = await openTestApi();
const me = openApiUser(api);

// Who is let in: authorisation-matrix.test.ts.
describe('the session', () => {
  it('is described by verify', async () => {
    const { status, body } = await me.signIn();
    expect(status).toBe(200);
    const session = { uid: me.uid, emailConfirmed: true, plan: 'basico' };
    expect(verification.parse(body)).toMatchObject(session);
  });

  it('creates the user on the first request, and mails one confirmation link to an unverified address', async () => {
    const as = { uid: 'nuevo', verified: false, name: 'Nuevo Usuario' };
    const verify = (more: Claims = {}) =>
      api.call({ url: '/api/auth/verify', as: { ...as, ...more } });
    await Promise.all([verify(), verify(), verify()]);
    expect(api.mails.filter(({ uid }) => uid === 'nuevo')).toHaveLength(1);
    expect((await verify()).body).toMatchObject({ emailConfirmed: false });
    expect((await verify({ verified: true })).body).toMatchObject({ emailConfirmed: true });
  });

  it('ends with erasure and with revocation, and a later sign-in begins another', async () => {
    const set = (sql: string) => api.pool.query(`update users set ${sql} where uid = $1`, [me.uid]);
    await set(`estado = 'eliminado'`);
    expect((await me.signIn()).status).toBe(401);
    await set(`estado = 'activo', revoked_after = now()`);
    expect((await me.signIn()).status).toBe(401);
    const now = Math.floor(Date.now() / 1_000) + 2;
    const as = { uid: me.uid, auth_time: now, iat: now };
    expect((await api.call({ url: '/api/auth/verify', as })).status).toBe(200);
  });

  it('of a suspended account reads with HEAD, too', async () => {
    await api.pool.query(`update users set estado = 'suspendido' where uid = $1`, [me.uid]);
    const as = { uid: me.uid };
    expect((await api.call({ method: 'HEAD', url: '/api/users/config', as })).status).toBe(200);
  });
});

it('metrics are served with the token alone, also to this machine: a proxy may stand on it', async () => {
  for (const remoteAddress of ['127.0.0.1', '203.0.113.9']) {
    const get = (headers = {}) => api.call({ url: '/metrics', as: null, remoteAddress, headers });
    expect((await get()).status).toBe(404);
    expect((await get({ authorization: 'Bearer another-secret' })).status).toBe(404);
    const { status, text } = await get({ authorization: 'Bearer metrics-secret' });
    expect([status, text.includes('vigia_ticks_rejected_total')]).toEqual([200, true]);
  }
});

it.each([
  ['GET', '/api/nope'],
  ['DELETE', '/api/auth/verify'],
] as const)('%s %s, which does not exist, is answered in JSON', async (method, path) => {
  expect(codeOf(await me.send(method, path))).toEqual([404, 'not_found']);
});

it('a compressed body is refused, and not unpacked: a small one may become a gigabyte', async () => {
  const payload = gzipSync(JSON.stringify({ frecuencia: 60 }));
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
  const answer = await api.call({ method: 'PATCH', url: '/api/users/config', payload, headers });
  expect(codeOf(answer)).toEqual([400, 'invalid_request']);
});

describe('the market', () => {
  const get = (path: string, headers = {}) =>
    me.send('GET', `/api/monitoring/${path}`, undefined, headers);

  // Their filters, orders and pages: server/monitoring/catalogue-pages.test.ts.
  it.each<[string, z.ZodMiniType, object]>([
    ['matches', matchesPage, { items: { length: 3 }, nextCursor: null }],
    [
      'matches?q=uruguay',
      matchesPage,
      { items: [{ id: 'm1', floorCents: 9_000, collectibleCount: 2 }] },
    ],
    [
      'match?id=m1&collectible=c1&range=all',
      matchDetail,
      { collectibles: { length: 2 }, history: { collectibleId: 'c1', limitedToDays: 30 } },
    ],
    // Of what is on sale, also where a link names a collectible that the match does not have.
    ['match?id=m1&range=7d', matchDetail, { history: { collectibleId: 'c2', range: '7d' } }],
    ['match?id=m1&collectible=c9', matchDetail, { history: { collectibleId: 'c2' } }],
    [
      'history?collectible=c1&range=all&points=10',
      history,
      {
        collectibleId: 'c1',
        range: 'all',
        limitedToDays: 30,
        points: { 4: { floorCents: 18_000 } },
      },
    ],
    ['raw?match=m1&spark=7d', collectiblesPage, { items: { length: 2 } }],
    ['stats?match=m1', statistics, { floorCents: { value: 9_000, sampleSize: 2 } }],
  ])('answers %s', async (path, schema, expected) => {
    const { status, body } = await get(path);
    expect([status, schema.parse(body)]).toMatchObject([200, expected]);
  });

  it.each([
    ['history?collectible=nope', 404],
    ['stats?match=nope', 404],
  ])('answers %s with %i', async (path, status) => {
    expect((await get(path)).status).toBe(status);
  });

  it('is exported as CSV with a plan that allows it', async () => {
    await me.grant('premium');
    const { status, text } = await get('raw?match=m1', { accept: 'text/csv' });
    expect([status, text]).toEqual([200, expect.stringContaining(`;'=Cat, 2;`)]);
  });
});

describe('alerts', () => {
  const list = async (query = '') =>
    alertsPage.parse((await me.send('GET', `alerts?${query}`)).body);
  const found = async (query: string) => (await list(query)).items.map(({ id }) => id);
  /** Three of `t1`. @returns their ids, oldest first */
  async function seedThree() {
    await me.save({ t1: below() });
    const ids: string[] = [];
    for (const episode of [1, 2, 3]) ids.push(await seedAlert(api.pool, me.uid, 't1', episode));
    return ids;
  }

  it('list newest first, with unread counts, and mark as read', async () => {
    const ids = await seedThree();
    const first = await list('limit=2');
    expect(first).toMatchObject({ unread: 3, items: [{ id: ids[2], episode: 3 }, { id: ids[1] }] });
    const second = await list(`limit=2&cursor=${first.nextCursor}`);
    expect(second).toMatchObject({ nextCursor: null, items: [{ id: ids[0] }] });
    const patch = (payload: object) => me.send('PATCH', 'alerts', { read: true, ...payload });
    const one = await patch({ ids: [ids[0]] });
    expect(alertsPatched.parse(one.body)).toEqual({ unread: 2 });
    await me.grant('premium');
    const { text } = await me.send('GET', 'alerts', undefined, { accept: 'text/csv' });
    const [header = '', newest = '', , , end] = text.split('\r\n');
    const cells = newest.split(';');
    const row = Object.fromEntries(header.split(';').map((name, index) => [name, cells[index]]));
    const shown = { '\uFEFFid': ids[2], targetId: 'c1', deliveryState: 'waiting' };
    expect([row, end]).toMatchObject([shown, '']);
    expect(await found('unread=true')).toEqual([ids[2], ids[1]]);
    expect((await patch({ all: true })).body).toEqual({ unread: 0 });
  });

  it('are filtered by delivery and by creation time', async () => {
    const [old, unsent, waiting] = await seedThree();
    await api.pool.query(`update alerts set created_at = now() - interval '3 days' where id = $1`, [
      old,
    ]);
    await api.pool.query(
      `with mail as (
         insert into deliveries (id, uid, cause, to_address, subject, body_text, body_html, state, attempts)
         values (gen_random_uuid(), $2, 'alert', 'elena@example.test', '', '', '', 'failed', 4)
         returning id)
       insert into alert_deliveries (alert_id, delivery_id) select $1, mail.id from mail`,
      [unsent, me.uid],
    );
    const yesterday = new Date(Date.now() - 86_400_000).toISOString();
    for (const [query, ids] of [
      ['failed=true', [unsent]],
      ['failed=false', [waiting, old]],
      [`since=${yesterday}`, [waiting, unsent]],
      [`since=${yesterday}&failed=true`, [unsent]],
      // The first and last year of an ISO timestamp must not fail.
      ['since=0000-01-01T00:00:00Z', [waiting, unsent, old]],
      ['since=9999-12-31T23:59:59Z', []],
    ] as const)
      expect([query, await found(query)]).toEqual([query, ids]);
  });
});

describe('notifications', () => {
  const value = { quietHours: null, mail: 'on', browser: false };
  const read = () => me.send('GET', 'notifications');
  const etag = async () => String((await read()).headers.etag);
  const save = (payload: object, headers = {}) => me.send('PUT', 'notifications', payload, headers);
  const hours = { from: '23:00', to: '08:00', zone: 'Europe/Madrid' };

  it('store quiet hours, and reject unknown time zones', async () => {
    const quiet = { ...value, quietHours: hours, browser: true };
    expect(notifications.parse((await save(quiet)).body)).toEqual(quiet);
    expect((await read()).body).toEqual(quiet);
    for (const zone of ['Europe/Nowhere', '+02:00', 'x\u0000y'])
      expect((await save({ ...value, quietHours: { ...hours, zone } })).status).toBe(422);
  });

  it('answer 409 after a change through a mail link, and are replaced without If-Match', async () => {
    const before = await etag();
    await api.pool.query(`update users set mail = 'off' where uid = $1`, [me.uid]);
    const late = await save({ ...value, browser: true }, { 'if-match': before });
    expect(codeOf(late)).toEqual([409, 'conflict']);
    expect((await read()).body).toEqual({ ...value, mail: 'off' });
    const now = { ...value, quietHours: hours, mail: 'off' };
    const saved = await save(now, { 'if-match': `W/${await etag()}` });
    expect([saved.status, saved.headers.etag]).toEqual([200, await etag()]);
    // The same value has the same ETag again.
    await save({ ...value, browser: true });
    expect((await save(now, { 'if-match': '*' })).headers.etag).toBe(saved.headers.etag);
    expect((await save(value, { 'if-match': 'nunca' })).status).toBe(409);
  });

  it('have no weekly summary until it is chosen, and none after its link', async () => {
    const weekly = { ...value, weeklySummary: true };
    const dueAt = async () => {
      const { rows } = await api.pool.query<{ at: Date | null }>(
        'select weekly_summary_due_at as at from users where uid = $1',
        [me.uid],
      );
      return rows[0]?.at ?? null;
    };
    const localClock = async (timeZone: string) =>
      (await dueAt())?.toLocaleString('en-GB', {
        timeZone,
        weekday: 'short',
        hour: '2-digit',
        minute: '2-digit',
      });
    expect([(await read()).body, await dueAt()]).toEqual([value, null]);
    const chosen = await save(weekly, { 'if-match': await etag() });
    expect([chosen.status, chosen.body]).toEqual([200, weekly]);
    expect((await read()).body).toEqual(weekly);
    expect(await localClock('Europe/Madrid')).toBe('Mon 09:00');
    // In the zone of the quiet hours.
    await save({ ...weekly, quietHours: { ...hours, zone: 'America/Montevideo' } });
    expect(await localClock('America/Montevideo')).toBe('Mon 09:00');
    // One that is due is not lost by another change.
    await api.pool.query('update users set weekly_summary_due_at = now() where uid = $1', [me.uid]);
    const due = await dueAt();
    await save(weekly);
    expect(await dueAt()).toEqual(due);
    const before = await etag();
    await setSummaryDueAt(api.pool, me.uid, null);
    expect((await save({ ...weekly, browser: true }, { 'if-match': before })).status).toBe(409);
    expect((await save({ ...value, weeklySummary: false })).body).toEqual(value);
  });
});

it('a confirmation link is sent only to an unconfirmed address, a test mail only to a confirmed one', async () => {
  const post = (path: string, as: Claims) =>
    api.call({ method: 'POST', url: `/api/users/${path}`, as });
  const waiting = { uid: 'carla', verified: false };
  const { body } = await post('confirmation', waiting);
  expect(mailQueued.parse(body).to).toBe('carla@example.test');
  expect(codeOf(await post('test-mail', waiting))).toEqual([409, 'email_unconfirmed']);
  const confirmed = { uid: 'dario' };
  expect((await post('confirmation', confirmed)).status).toBe(409);
  expect((await post('test-mail', confirmed)).status).toBe(200);
  let last = 200;
  for (let n = 0; n < 6; n += 1) last = (await post('test-mail', confirmed)).status;
  expect(last).toBe(429);
});
