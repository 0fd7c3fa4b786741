/** The API over HTTP: routes, answers checked against the contract, and rejected requests. */
import { beforeAll, describe, expect, it } from 'vitest';
import { alertsPage, alertsPatched } from '#contract/alerts.ts';
import { errorBody } from '#contract/errors.ts';
import { health } from '#contract/health.ts';
import {
  collectiblesPage,
  history,
  matchDetail,
  matchesPage,
  preview,
  statistics,
} from '#contract/monitoring.ts';
import { mailQueued, notifications, settings, verification } from '#contract/users.ts';
import { setSummaryDueAt } from '#server/db/alerts/weekly-summaries.ts';
import { unsubscribe } from '#server/db/users/users.ts';
import { type Claims, openTestApi, seedAlert, seedMarket, type TestApi } from './api.harness.ts';

const api = await openTestApi();
beforeAll(async () => {
  await seedMarket(api.pool);
});

const below = (id: string, valor = 15_000) => ({
  objetivo: { tipo: 'coleccionable', id },
  condicion: 'por_debajo',
  valor,
  moneda: 'EUR',
});
const put = (payload: object, as: Claims = {}, headers = {}) =>
  api.call({ method: 'PUT', url: '/api/users/config', payload, as, headers });

describe('the session', () => {
  it('is described by verify', async () => {
    const { status, body } = await api.call({ url: '/api/auth/verify' });
    expect(status).toBe(200);
    expect(verification.parse(body)).toMatchObject({
      uid: 'ana',
      emailConfirmed: true,
      plan: 'basico',
    });
  });

  it('creates the user on the first request, and mails one confirmation link to an unverified address', async () => {
    const as = { uid: 'nuevo', verified: false, name: 'Nuevo Usuario' };
    await Promise.all([1, 2, 3].map(() => api.call({ url: '/api/auth/verify', as })));
    expect(api.mails.filter(({ uid }) => uid === 'nuevo')).toHaveLength(1);
    const { body } = await api.call({ url: '/api/auth/verify', as });
    expect(body).toMatchObject({ emailConfirmed: false });
    const later = await api.call({ url: '/api/auth/verify', as: { ...as, verified: true } });
    expect(later.body).toMatchObject({ emailConfirmed: true });
  });

  it('is rejected without a token or with an invalid one', async () => {
    const good = await api.token();
    const now = Math.floor(Date.now() / 1_000);
    // What else a token must not be: server/auth/verify-token.test.ts.
    const bad = [
      undefined,
      `Basic ${good}`,
      `Bearer ${good.slice(0, -4)}AAAA`,
      `Bearer ${await api.token({ exp: now - 60 })}`,
      `Bearer ${await api.token({ uid: 'x'.repeat(129) })}`,
    ];
    for (const authorization of bad) {
      const { status, body } = await api.call({
        url: '/api/auth/verify',
        as: null,
        headers: authorization === undefined ? {} : { authorization },
      });
      expect([authorization, status]).toEqual([authorization, 401]);
      expect(errorBody.parse(body).code).toBe('unauthenticated');
    }
  });

  it('ends with revocation and with erasure; a suspended account may only read', async () => {
    await api.call({ url: '/api/auth/verify', as: { uid: 'eva' } });
    const set = (sql: string) => api.pool.query(`update users set ${sql} where uid = 'eva'`);
    await set(`estado = 'suspendido'`);
    for (const method of ['GET', 'HEAD'] as const) {
      const { status } = await api.call({ method, url: '/api/users/config', as: { uid: 'eva' } });
      expect([method, status]).toEqual([method, 200]);
    }
    const rejected = await put({ partidos: [], umbrales: {}, frecuencia: 60 }, { uid: 'eva' });
    expect([rejected.status, rejected.body]).toMatchObject([422, { code: 'account_suspended' }]);
    await set(`estado = 'eliminado'`);
    expect((await api.call({ url: '/api/auth/verify', as: { uid: 'eva' } })).status).toBe(401);
    await set(`estado = 'activo', revoked_after = now()`);
    expect((await api.call({ url: '/api/auth/verify', as: { uid: 'eva' } })).status).toBe(401);
    const now = Math.floor(Date.now() / 1_000) + 2;
    const fresh = { uid: 'eva', auth_time: now, iat: now };
    expect((await api.call({ url: '/api/auth/verify', as: fresh })).status).toBe(200);
  });
});

describe('open routes', () => {
  it('report health', async () => {
    const { status, body } = await api.call({ url: '/health', as: null });
    expect(status).toBe(200);
    expect(health.parse(body).checks.database.ok).toBe(true);
  });

  it('serve metrics with the token alone, also to this machine: a proxy may stand on it', async () => {
    for (const remoteAddress of ['127.0.0.1', '203.0.113.9']) {
      const request = { url: '/metrics', as: null, remoteAddress } as const;
      expect((await api.call(request)).status).toBe(404);
      const wrong = { authorization: 'Bearer another-secret' };
      expect((await api.call({ ...request, headers: wrong })).status).toBe(404);
      const headers = { authorization: 'Bearer metrics-secret' };
      const { status, text } = await api.call({ ...request, headers });
      expect([status, text.includes('vigia_ticks_rejected_total')]).toEqual([200, true]);
    }
  });

  it('answer unknown paths in JSON under /api', async () => {
    for (const [method, url] of [
      ['GET', '/api/nope'],
      ['DELETE', '/api/auth/verify'],
      ['POST', '/api'],
    ] as const) {
      const { status, body } = await api.call({ method, url });
      expect([url, status, errorBody.parse(body).code]).toEqual([url, 404, 'not_found']);
    }
  });
});

describe('the market', () => {
  it('lists matches with floors, filtered and paged', async () => {
    const page = async (query: string) =>
      matchesPage.parse((await api.call({ url: `/api/monitoring/matches${query}` })).body);
    const all = await page('');
    expect(all.items.map(({ id }) => id).sort()).toEqual(['m1', 'm2', 'm3']);
    expect(all.items.find(({ id }) => id === 'm1')).toMatchObject({
      floorCents: 9_000,
      collectibleCount: 2,
    });
    expect((await page('?q=uruguay')).items.map(({ id }) => id)).toEqual(['m1']);
    const first = await page('?limit=2&sort=name');
    const rest = await page(`?limit=2&sort=name&cursor=${first.nextCursor}`);
    expect([...first.items, ...rest.items]).toHaveLength(3);
    expect(rest.nextCursor).toBeNull();
  });

  it('returns a match with its history, and says how far the plan limits it', async () => {
    const url = '/api/monitoring/match?id=m1&collectible=c1&range=all';
    const detail = matchDetail.parse((await api.call({ url })).body);
    expect(detail.collectibles).toHaveLength(2);
    expect(detail.history?.limitedToDays).toBe(30);
    expect(detail.history?.points.at(-1)?.floorCents).toBe(18_000);
    expect((await api.call({ url: '/api/monitoring/match?id=nope' })).status).toBe(404);
    expect((await api.call({ url: '/api/monitoring/match?id=m2&collectible=c1' })).status).toBe(
      404,
    );
  });

  it('opens a match with the chart of what is on sale, and returns other histories alone', async () => {
    const opened = matchDetail.parse(
      (await api.call({ url: '/api/monitoring/match?id=m1&range=7d' })).body,
    );
    const onSale = opened.collectibles.find(({ floorCents }) => floorCents !== null);
    expect(opened.history).toMatchObject({ collectibleId: onSale?.id, range: '7d' });
    const { body } = await api.call({
      url: '/api/monitoring/history?collectible=c1&range=all&points=10',
    });
    expect(history.parse(body)).toMatchObject({
      collectibleId: 'c1',
      range: 'all',
      limitedToDays: 30,
    });
    expect(history.parse(body).points.at(-1)?.floorCents).toBe(18_000);
    const nope = await api.call({ url: '/api/monitoring/history?collectible=nope' });
    expect([nope.status, errorBody.parse(nope.body).code]).toEqual([404, 'not_found']);
    expect((await api.call({ url: '/api/monitoring/history' })).status).toBe(400);
  });

  it('lists collectibles, and exports them only with a plan that allows it', async () => {
    const { body } = await api.call({ url: '/api/monitoring/raw?match=m1&spark=7d' });
    expect(collectiblesPage.parse(body).items).toHaveLength(2);
    const headers = { accept: 'text/csv' };
    const rejected = await api.call({ url: '/api/monitoring/raw', headers });
    expect([rejected.status, rejected.body]).toMatchObject([
      402,
      { code: 'plan_limit', requiredPlan: 'premium' },
    ]);
    await api.call({ url: '/api/auth/verify', as: { uid: 'pro' } });
    await api.pool.query(`insert into plan_grants values ('pro', 'premium', 'test')`);
    const csv = await api.call({
      url: '/api/monitoring/raw?match=m1',
      headers,
      as: { uid: 'pro' },
    });
    expect(csv.status).toBe(200);
    expect(csv.text).toContain(`;'=Cat, 2;`);
  });

  it('returns statistics with sample sizes', async () => {
    const { body } = await api.call({ url: '/api/monitoring/stats?match=m1' });
    expect(statistics.parse(body).floorCents).toEqual({ value: 9_000, sampleSize: 2 });
    expect((await api.call({ url: '/api/monitoring/stats?match=nope' })).status).toBe(404);
  });

  it('previews an unsaved threshold on stored history', async () => {
    const payload = { umbral: below('c1', 17_000) };
    const { status, body } = await api.call({
      method: 'POST',
      url: '/api/monitoring/preview',
      payload,
    });
    expect(status).toBe(200);
    expect(preview.parse(body)).toMatchObject({
      firings: 2,
      currentCents: 18_000,
      alreadyTrue: false,
    });
    const unknown = { umbral: below('nope') };
    const rejected = await api.call({
      method: 'POST',
      url: '/api/monitoring/preview',
      payload: unknown,
    });
    expect(rejected.status).toBe(422);
  });
});

describe('alerts, notifications and mails', () => {
  it('list newest first, with unread counts, and mark as read', async () => {
    const as = { uid: 'alba' };
    await put({ partidos: [], umbrales: { t1: below('c1') }, frecuencia: 60 }, as);
    const ids = [
      await seedAlert(api.pool, 'alba', 't1', 1),
      await seedAlert(api.pool, 'alba', 't1', 2),
    ];
    const list = async (query = '') =>
      alertsPage.parse((await api.call({ url: `/api/users/alerts${query}`, as })).body);
    const first = await list('?limit=1');
    expect(first).toMatchObject({ unread: 2, items: [{ id: ids[1], episode: 2 }] });
    const second = await list(`?limit=1&cursor=${first.nextCursor}`);
    expect(second).toMatchObject({ nextCursor: null, items: [{ id: ids[0] }] });
    const patch = (payload: object, who = as) =>
      api.call({ method: 'PATCH', url: '/api/users/alerts', payload, as: who });
    const other = await patch({ read: true, ids: [ids[0]] }, { uid: 'bruno' });
    expect(other.status).toBe(404);
    const one = await patch({ read: true, ids: [ids[0]] });
    expect(alertsPatched.parse(one.body)).toEqual({ unread: 1 });
    const file = () => api.call({ url: '/api/users/alerts', as, headers: { accept: 'text/csv' } });
    expect((await file()).status).toBe(402);
    await api.pool.query(`insert into plan_grants values ('alba', 'premium', 'test')`);
    const [header, newest, , end] = (await file()).text.split('\r\n');
    const cells = new Map(
      header?.split(';').map((name, index) => [name, newest?.split(';')[index]]),
    );
    expect([cells.get('\uFEFFid'), cells.get('targetId'), cells.get('deliveryState'), end]).toEqual(
      [ids[1], 'c1', 'waiting', ''],
    );
    expect((await list('?unread=true')).items.map(({ id }) => id)).toEqual([ids[1]]);
    expect((await patch({ read: true, all: true })).body).toEqual({ unread: 0 });
  });

  it('are filtered by delivery and by creation time', async () => {
    const as = { uid: 'elena' };
    await put({ partidos: [], umbrales: { t1: below('c1') }, frecuencia: 60 }, as);
    const [old, unsent, waiting] = [
      await seedAlert(api.pool, 'elena', 't1', 1),
      await seedAlert(api.pool, 'elena', 't1', 2),
      await seedAlert(api.pool, 'elena', 't1', 3),
    ];
    await api.pool.query(`update alerts set created_at = now() - interval '3 days' where id = $1`, [
      old,
    ]);
    await api.pool.query(
      `with mail as (
         insert into outbox (id, uid, kind, to_address, subject, body_text, body_html, state, attempts)
         values (gen_random_uuid(), 'elena', 'alert', 'elena@example.test', '', '', '', 'failed', 4)
         returning id)
       update alerts set outbox_id = mail.id from mail where alerts.id = $1`,
      [unsent],
    );
    const found = async (query: string) => {
      const { body } = await api.call({ url: `/api/users/alerts?${query}`, as });
      return alertsPage.parse(body).items.map(({ id }) => id);
    };
    expect(await found('failed=true')).toEqual([unsent]);
    expect(await found('failed=false')).toEqual([waiting, old]);
    const yesterday = new Date(Date.now() - 86_400_000).toISOString();
    expect(await found(`since=${yesterday}`)).toEqual([waiting, unsent]);
    expect(await found(`since=${yesterday}&failed=true`)).toEqual([unsent]);
    // The first and last year of an ISO timestamp must not fail.
    expect(await found('since=0000-01-01T00:00:00Z')).toHaveLength(3);
    expect(await found('since=9999-12-31T23:59:59Z')).toEqual([]);
  });

  it('store quiet hours, and reject unknown time zones', async () => {
    const url = '/api/users/notifications';
    const value = {
      silencio: { desde: '23:00', hasta: '08:00', zona: 'Europe/Madrid' },
      correo: 'activo',
      navegador: true,
    };
    const saved = await api.call({ method: 'PUT', url, payload: value });
    expect(notifications.parse(saved.body)).toEqual(value);
    expect((await api.call({ url })).body).toEqual(value);
    for (const zona of ['Europe/Nowhere', '+02:00', 'x\u0000y']) {
      const payload = { ...value, silencio: { ...value.silencio, zona } };
      expect((await api.call({ method: 'PUT', url, payload })).status).toBe(422);
    }
  });

  it('answer 409 after a change through a mail link, and are replaced without If-Match', async () => {
    const as = { uid: 'berta' };
    const url = '/api/users/notifications';
    const value = { silencio: null, correo: 'activo', navegador: false };
    const read = async () => String((await api.call({ url, as })).headers.etag);
    const save = (payload: object, headers = {}) =>
      api.call({ method: 'PUT', url, payload, as, headers });
    const before = await read();
    await unsubscribe(api.pool, as.uid);
    const late = await save({ ...value, navegador: true }, { 'if-match': before });
    expect([late.status, late.body]).toMatchObject([409, { code: 'conflict' }]);
    expect((await api.call({ url, as })).body).toEqual({ ...value, correo: 'baja' });
    const hours = { desde: '23:00', hasta: '08:00', zona: 'Europe/Madrid' };
    const now = { ...value, silencio: hours, correo: 'baja' };
    const saved = await save(now, { 'if-match': `W/${await read()}` });
    expect([saved.status, saved.headers.etag]).toEqual([200, await read()]);
    // The same value has the same ETag again.
    await save({ ...value, navegador: true });
    expect((await save(now, { 'if-match': '*' })).headers.etag).toBe(saved.headers.etag);
    expect((await save(value, { 'if-match': 'nunca' })).status).toBe(409);
  });

  it('have no weekly summary until it is chosen, and none after its link', async () => {
    const as = { uid: 'nadia' };
    const url = '/api/users/notifications';
    const value = { silencio: null, correo: 'activo', navegador: false };
    const save = (payload: object, headers = {}) =>
      api.call({ method: 'PUT', url, payload, as, headers });
    const off = await api.call({ url, as });
    expect(off.body).toEqual(value);
    const dueAt = async () => {
      const { rows } = await api.pool.query<{ at: Date | null }>(
        `select weekly_summary_due_at as at from users where uid = 'nadia'`,
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
    expect(await dueAt()).toBeNull();
    const chosen = await save({ ...value, resumenSemanal: true }, { 'if-match': off.headers.etag });
    expect([chosen.status, chosen.body]).toEqual([200, { ...value, resumenSemanal: true }]);
    expect((await api.call({ url, as })).body).toEqual({ ...value, resumenSemanal: true });
    expect(await localClock('Europe/Madrid')).toBe('Mon 09:00');
    // In the zone of the quiet hours.
    const silencio = { desde: '23:00', hasta: '07:00', zona: 'America/Montevideo' };
    await save({ ...value, silencio, resumenSemanal: true });
    expect(await localClock('America/Montevideo')).toBe('Mon 09:00');
    // One that is due is not lost by another change.
    await api.pool.query(`update users set weekly_summary_due_at = now() where uid = 'nadia'`);
    const due = await dueAt();
    await save({ ...value, resumenSemanal: true });
    expect(await dueAt()).toEqual(due);
    const read = String((await api.call({ url, as })).headers.etag);
    await setSummaryDueAt(api.pool, as.uid, null);
    const late = await save(
      { ...value, navegador: true, resumenSemanal: true },
      { 'if-match': read },
    );
    expect(late.status).toBe(409);
    expect((await save({ ...value, resumenSemanal: false })).body).toEqual(value);
  });

  it('send a confirmation link only to unconfirmed addresses, a test mail only to confirmed ones', async () => {
    const post = (path: string, as: Claims) =>
      api.call({ method: 'POST', url: `/api/users/${path}`, as });
    const waiting = { uid: 'carla', verified: false };
    expect(mailQueued.parse((await post('confirmation', waiting)).body).to).toBe(
      'carla@example.test',
    );
    const early = await post('test-mail', waiting);
    expect([early.status, early.body]).toMatchObject([409, { code: 'email_unconfirmed' }]);
    const confirmed = { uid: 'dario' };
    expect((await post('confirmation', confirmed)).status).toBe(409);
    expect((await post('test-mail', confirmed)).status).toBe(200);
    let last = 200;
    for (let n = 0; n < 6; n += 1) last = (await post('test-mail', confirmed)).status;
    expect(last).toBe(429);
  });
});

describe('malformed requests', () => {
  const cases: [string, Parameters<TestApi['call']>[0]][] = [
    ['unknown query field', { url: '/api/monitoring/matches?nope=1' }],
    ['repeated query field', { url: '/api/monitoring/matches?q=a&q=b' }],
    ['limit too large', { url: '/api/monitoring/raw?limit=501' }],
    ['foreign cursor', { url: '/api/users/alerts?cursor=bTE' }],
    ['no id', { url: '/api/monitoring/match' }],
    ['bad percent', { url: '/api/monitoring/match?id=%E0%A4%A' }],
    [
      'bad JSON',
      {
        method: 'PUT',
        url: '/api/users/config',
        payload: '{',
        headers: { 'content-type': 'application/json' },
      },
    ],
    [
      'prototype key',
      {
        method: 'PUT',
        url: '/api/users/config',
        payload: '{"partidos":[],"umbrales":{"__proto__":{}},"frecuencia":60}',
        headers: { 'content-type': 'application/json' },
      },
    ],
    [
      'too large',
      { method: 'PUT', url: '/api/users/config', payload: { partidos: ['x'.repeat(1_100_000)] } },
    ],
    ['empty patch', { method: 'PATCH', url: '/api/users/profile', payload: {} }],
    [
      'control characters in a name',
      { method: 'PATCH', url: '/api/users/profile', payload: { username: 'ab\u0000c' } },
    ],
  ];
  it.each(cases)('are rejected with 400: %s', async (_name, options) => {
    const { status, body } = await api.call(options);
    expect([status, errorBody.parse(body).code]).toEqual([400, 'invalid_request']);
  });

  it('with a malformed If-Match are rejected', async () => {
    const body = { partidos: [], umbrales: {}, frecuencia: 60 };
    expect((await put(body, {}, { 'if-match': '"abc"' })).status).toBe(400);
    expect(settings.safeParse((await put(body)).body).success).toBe(true);
  });
});
