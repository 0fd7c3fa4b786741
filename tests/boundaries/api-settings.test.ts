/** API of the settings: replaced as a whole, plan limits, If-Match; restarts only changed thresholds (docs/alerts.md, rule 5). */
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { errorBody } from '#contract/errors.ts';
import { collectiblesPage } from '#contract/monitoring.ts';
import { profile, settings } from '#contract/users.ts';
import { DocumentsUnavailable } from '#server/users/profile/profile-documents.ts';
import { openTestApi, seedAlert, seedMarket } from './api.harness.ts';

const api = await openTestApi();
let uid: string;
let count = 0;
beforeAll(async () => {
  await seedMarket(api.pool);
});
beforeEach(() => {
  count += 1;
  uid = `user${count}`;
});

const below = (id = 'c1', valor = 15_000) => ({
  objetivo: { tipo: 'coleccionable', id },
  condicion: 'por_debajo',
  valor,
  moneda: 'EUR',
});
const body = (umbrales: object = {}, more: object = {}) => ({
  partidos: [],
  umbrales,
  frecuencia: 60,
  ...more,
});
const put = (payload: object, headers: Record<string, string> = {}) =>
  api.call({ method: 'PUT', url: '/api/users/config', payload, as: { uid }, headers });
const save = async (payload: object) => {
  const answer = await put(payload);
  expect([answer.status, answer.text.slice(0, 300)]).toEqual([200, expect.anything()]);
  return settings.parse(answer.body);
};
const fetchSettings = async () =>
  settings.parse((await api.call({ url: '/api/users/config', as: { uid } })).body);
const grant = (plan: string) =>
  api.pool.query(
    `insert into plan_grants values ($1, $2, 'test') on conflict (uid) do update set plan = $2`,
    [uid, plan],
  );
const signIn = () => api.call({ url: '/api/auth/verify', as: { uid } });
/** Commands for the worker so far, in order. */
const commands = async () => {
  const { rows } = await api.pool.query<{ command: string }>(
    `select c.action || ' ' || t.id || ' v' || c.version ||
       case when c.due_at > now() then ' later' else '' end as command
     from threshold_commands c join thresholds t on t.key = c.threshold_key
     where t.uid = $1 order by c.seq`,
    [uid],
  );
  return rows.map(({ command }) => command);
};
/** Marks the commands as applied, as the worker does between two readings. */
const applyCommands = () =>
  api.pool.query('update threshold_commands set applied_at = now() where due_at <= now()');
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

describe('replacing settings', () => {
  it('stores them, enqueues commands for the worker, and returns the stored settings', async () => {
    const saved = await save(body({ t1: below() }, { partidos: ['m1', 'm1'], frecuencia: 120 }));
    expect(saved.configuracion).toMatchObject({
      partidos: ['m1'],
      frecuencia: 120,
      umbrales: { t1: { ...below(), banda: 300, pausa: null, silenciadoHasta: null, version: 1 } },
    });
    expect(saved.estados.t1).toEqual({ status: 'activando', armed: true, episode: 0 });
    expect(await fetchSettings()).toEqual(saved);
    expect(await commands()).toEqual(['start t1 v1']);
  });

  it('changes nothing when the same thresholds are sent, whatever their version and creadoEn', async () => {
    await save(body({ t1: below() }));
    const { configuracion } = await fetchSettings();
    const umbral = { ...configuracion.umbrales.t1, version: 99, creadoEn: '2000-01-01T00:00:00Z' };
    const again = await save({ ...configuracion, umbrales: { t1: umbral }, frecuencia: 300 });
    expect(again.configuracion.umbrales).toEqual(configuracion.umbrales);
    expect(await commands()).toEqual(['start t1 v1']);
  });

  it.each([
    ['value', { valor: 14_000 }],
    ['band', { banda: 0 }],
    ['condition', { condicion: 'por_encima' }],
    ['target', { objetivo: { tipo: 'coleccionable', id: 'c2' } }],
  ])('starts a new version when the %s changes', async (_name, change) => {
    await save(body({ t1: below(), t2: below('c2') }));
    await applyCommands();
    await api.pool.query(
      `update thresholds set active_from = now(), armed = false, base = 5, episode = 3 where uid = $1`,
      [uid],
    );
    const saved = await save(body({ t1: { ...below(), ...change }, t2: below('c2') }));
    expect(saved.configuracion.umbrales.t1?.version).toBe(2);
    expect(saved.configuracion.umbrales.t2?.version).toBe(1);
    expect(saved.estados.t1).toEqual({ status: 'activando', armed: true, episode: 0 });
    expect(saved.estados.t2).toEqual({ status: 'cruzado', armed: false, episode: 3 });
    expect(await commands()).toEqual(['start t1 v1', 'start t2 v1', 'start t1 v2']);
  });

  it('pauses without a new version and resumes with one', async () => {
    await save(body({ t1: below() }));
    await applyCommands();
    const paused = await save(body({ t1: { ...below(), pausa: 'usuario' } }));
    expect(paused.configuracion.umbrales.t1).toMatchObject({ pausa: 'usuario', version: 1 });
    expect(paused.estados.t1?.status).toBe('pausado');
    const resumed = await save(body({ t1: below() }));
    expect(resumed.configuracion.umbrales.t1).toMatchObject({ pausa: null, version: 2 });
    expect(await commands()).toEqual(['start t1 v1', 'stop t1 v1', 'start t1 v2']);
  });

  it('still stops a threshold that is edited right after its pause', async () => {
    await save(body({ t1: below() }));
    await applyCommands();
    await save(body({ t1: { ...below(), pausa: 'usuario' } }));
    await save(body({ t1: { ...below('c1', 100), pausa: 'usuario' } }));
    // Without it the worker would go on evaluating, and mail a paused threshold.
    expect(await commands()).toEqual(['start t1 v1', 'stop t1 v1']);
  });

  it('snoozes with a delayed start command, which a pause or an early end cancels', async () => {
    await save(body({ t1: below() }));
    await applyCommands();
    const until = inAnHour();
    const snoozed = await save(body({ t1: { ...below(), silenciadoHasta: until } }));
    expect(snoozed.configuracion.umbrales.t1).toMatchObject({ silenciadoHasta: until, version: 2 });
    expect(snoozed.estados.t1?.status).toBe('silenciado');
    expect(await commands()).toEqual(['start t1 v1', 'stop t1 v2', 'start t1 v2 later']);
    await save(body({ t1: { ...below(), silenciadoHasta: until, pausa: 'usuario' } }));
    expect(await commands()).toEqual(['start t1 v1', 'stop t1 v2']);
    const woken = await save(body({ t1: below() }));
    expect(woken.configuracion.umbrales.t1).toMatchObject({ silenciadoHasta: null, version: 3 });
    expect((await commands()).at(-1)).toBe('start t1 v3');
  });

  it('deletes with a stop command, and the same id can be used again', async () => {
    await save(body({ t1: below() }));
    await applyCommands();
    await save(body());
    expect((await fetchSettings()).configuracion.umbrales).toEqual({});
    const again = await save(body({ t1: below() }));
    expect(again.configuracion.umbrales.t1?.version).toBe(1);
    expect(await commands()).toEqual(['start t1 v1', 'stop t1 v1', 'start t1 v1']);
  });

  it('keeps pauses set by the system until the user edits the threshold', async () => {
    await save(body({ t1: below(), t2: below('c2') }));
    await api.pool.query(`update thresholds set pause_reason = 'moneda' where uid = $1`, [uid]);
    const unchanged = await save(body({ t1: below(), t2: { ...below('c2'), pausa: 'moneda' } }));
    expect(unchanged.configuracion.umbrales).toMatchObject({
      t1: { pausa: 'moneda', version: 1 },
      t2: { pausa: 'moneda', version: 1 },
    });
    const edited = await save(body({ t1: below('c1', 100), t2: below('c2') }));
    expect(edited.configuracion.umbrales).toMatchObject({
      t1: { pausa: null, version: 2 },
      t2: { pausa: 'moneda' },
    });
  });

  it('rejects an outdated If-Match, and every save changes the ETag', async () => {
    const first = await api.call({ url: '/api/users/config', as: { uid } });
    const etag = String(first.headers.etag);
    expect((await put(body(), { 'if-match': etag })).status).toBe(200);
    const late = await put(body(), { 'if-match': etag });
    expect([late.status, errorBody.parse(late.body).code]).toEqual([409, 'conflict']);
    expect((await put(body(), { 'if-match': '*' })).status).toBe(200);
  });

  it('accepts one of two concurrent saves with the same ETag', async () => {
    const { headers } = await api.call({ url: '/api/users/config', as: { uid } });
    const tag = { 'if-match': String(headers.etag) };
    const both = await Promise.all([
      put(body({ a: below() }), tag),
      put(body({ b: below() }), tag),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('moves a pending check forward, never back', async () => {
    await signIn();
    await api.pool.query(`insert into pending_checks values ($1, now() + interval '60 seconds')`, [
      uid,
    ]);
    const due = async () =>
      (
        await api.pool.query<{ s: number }>(
          'select extract(epoch from due_at - now())::float as s from pending_checks where uid = $1',
          [uid],
        )
      ).rows[0]?.s ?? Number.NaN;
    await save(body({}, { frecuencia: 86_400 }));
    expect(await due()).toBeLessThan(61);
    await grant('elite');
    await save(body({}, { frecuencia: 5 }));
    expect(await due()).toBeLessThan(6);
  });
});

describe('rules of the domain', () => {
  const change = { ...below(), condicion: 'variacion', valor: 100_001 };
  it.each([
    ['a target that does not exist', below('nope'), 'basico'],
    [
      'a match that does not exist',
      { ...below(), objetivo: { tipo: 'partido', id: 'x' } },
      'elite',
    ],
    [
      'a category the match does not have',
      { ...below(), objetivo: { tipo: 'partido', id: 'm1', categoria: 'cat-9' } },
      'elite',
    ],
    ['another currency', { ...below(), moneda: 'USD' }, 'basico'],
    ['a price of 0', below('c1', 0), 'basico'],
    ['a price beyond the bounds', below('c1', 1_000_000_001), 'basico'],
    ['a change beyond the bounds', change, 'elite'],
    ['a low of no days', { ...below(), condicion: 'minimo', valor: 0 }, 'elite'],
    ['a match that has begun', below('c4'), 'basico'],
    ['a pause only the system may set', { ...below(), pausa: 'plan' }, 'basico'],
  ])('reject %s', async (_name, umbral, plan) => {
    await signIn();
    await grant(plan);
    const { status, body: answer } = await put(body({ t1: umbral }));
    expect([status, errorBody.parse(answer).code]).toEqual([422, 'validation_failed']);
    expect(errorBody.parse(answer).fields?.[0]?.path).toBe('umbrales/t1');
    expect((await fetchSettings()).configuracion.umbrales).toEqual({});
  });

  it('reject a watched match that does not exist', async () => {
    expect((await put(body({}, { partidos: ['nope'] }))).status).toBe(422);
  });
});

describe('plan limits', () => {
  const many = (n: number) =>
    Object.fromEntries(Array.from({ length: n }, (_, i) => [`t${i}`, below()]));
  it.each([
    ['a sixth threshold', body(many(6)), 'premium'],
    ['a faster check', body({}, { frecuencia: 59 }), 'premium'],
    ['the fastest check', body({}, { frecuencia: 5 }), 'elite'],
    ['a condition', body({ t: { ...below(), condicion: 'minimo', valor: 7 } }), 'premium'],
    [
      'a match target',
      body({ t: { ...below(), objetivo: { tipo: 'partido', id: 'm1' } } }),
      'premium',
    ],
    ['101 thresholds', body(many(101)), 'elite'],
  ])('reject %s and name the plan that allows it', async (_name, payload, requiredPlan) => {
    const { status, body: answer } = await put(payload);
    expect([status, answer]).toMatchObject([402, { code: 'plan_limit', requiredPlan }]);
  });

  it('after a downgrade reject only what increases the excess', async () => {
    await signIn();
    await grant('premium');
    const low = { ...below(), condicion: 'minimo', valor: 7 };
    await save(body({ ...many(7), low }, { frecuencia: 20, partidos: ['m1', 'm2', 'm3'] }));
    await grant('basico');
    await save(body({ ...many(7), low }, { frecuencia: 20 }));
    await save(body({ ...many(6), low }, { frecuencia: 30 }));
    const edited = await put(body({ ...many(6), low: { ...low, valor: 8 } }, { frecuencia: 30 }));
    expect(edited.status).toBe(402);
    expect((await put(body({ ...many(7), low }, { frecuencia: 30 }))).status).toBe(402);
    expect((await put(body({ low }, { frecuencia: 25 }))).status).toBe(402);
  });
});

describe('a collectible with a threshold', () => {
  const fetchWatched = async (as: string) => {
    const { body: page } = await api.call({
      url: '/api/monitoring/raw?watched=true',
      as: { uid: as },
    });
    return collectiblesPage.parse(page).items.map(({ id }) => id);
  };

  it('counts as watched though its match is not, for its user alone, until the threshold is deleted', async () => {
    await signIn();
    await grant('premium');
    await save(body({ uno: below('c1') }));
    expect(await fetchWatched(uid)).toEqual(['c1']);
    expect(await fetchWatched(`${uid}-other`)).toEqual([]);
    const cheapest = (more: object) => ({
      uno: { ...below(), objetivo: { tipo: 'partido', id: 'm1', ...more } },
    });
    await save(body(cheapest({})));
    expect(await fetchWatched(uid)).toEqual(['c2', 'c1']);
    await save(body(cheapest({ categoria: 'cat-2' })));
    expect(await fetchWatched(uid)).toEqual(['c2']);
    await save(body());
    expect(await fetchWatched(uid)).toEqual([]);
  });
});

describe('another user’s data', () => {
  it('is never returned nor changed', async () => {
    await save(body({ mine: below() }, { partidos: ['m1'] }));
    const alertId = await seedAlert(api.pool, uid, 'mine');
    const other = { uid: `${uid}-other` };
    for (const url of [
      '/api/users/config',
      '/api/users/profile',
      '/api/users/alerts',
      '/api/monitoring/match?id=m1',
    ]) {
      const { text, status } = await api.call({ url, as: other });
      expect(status).toBe(200);
      expect(text).not.toContain('"mine"');
      expect(text).not.toContain(`${uid}@`);
    }
    const { body: matches } = await api.call({
      url: '/api/monitoring/matches?watched=true',
      as: other,
    });
    expect(matches).toMatchObject({ items: [] });
    await api.call({
      method: 'PUT',
      url: '/api/users/config',
      payload: body({ mine: below('c2') }),
      as: other,
    });
    await api.call({
      method: 'PATCH',
      url: '/api/users/alerts',
      payload: { read: true, all: true },
      as: other,
    });
    expect((await fetchSettings()).configuracion.umbrales.mine).toMatchObject(below());
    const { body: alerts } = await api.call({ url: '/api/users/alerts', as: { uid } });
    expect(alerts).toMatchObject({ unread: 1, items: [{ id: alertId, read: false }] });
  });
});

describe('the profile', () => {
  it('merges the document with stored settings, and PATCH writes the document', async () => {
    await save(body({ t1: below() }));
    const patch = (payload: object) =>
      api.call({ method: 'PATCH', url: '/api/users/profile', payload, as: { uid } });
    expect((await patch({ username: 'Nombre' })).status).toBe(409);
    await createDocument(uid);
    const changed = await patch({ username: 'Nombre', onboardingCompletado: true });
    expect(profile.parse(changed.body)).toMatchObject({
      username: 'Nombre',
      onboardingCompletado: true,
    });
    expect(await api.documents.read(uid)).toMatchObject({
      username: 'Nombre',
      onboardingCompletado: true,
    });
    const shown = profile.parse((await api.call({ url: '/api/users/profile', as: { uid } })).body);
    expect(Object.keys(shown.configuracion.umbrales)).toEqual(['t1']);
  });

  it('keeps its name, and asks to try again, while the document database does not answer', async () => {
    await signIn();
    await createDocument(uid);
    vi.spyOn(api.documents, 'update').mockRejectedValueOnce(new DocumentsUnavailable('away'));
    const request = { url: '/api/users/profile', as: { uid } } as const;
    const renamed = await api.call({
      ...request,
      method: 'PATCH',
      payload: { username: 'Nombre' },
    });
    vi.restoreAllMocks();
    expect([renamed.status, renamed.headers['retry-after']]).toEqual([503, '5']);
    expect((await api.call(request)).body).toMatchObject({ username: 'inicial' });
    const { rows } = await api.pool.query('select username from users where uid = $1', [uid]);
    expect(rows).not.toEqual([{ username: 'Nombre' }]);
  });

  it('is not called unavailable for a fault of ours, which is an operator’s to see', async () => {
    await signIn();
    await createDocument(uid);
    vi.spyOn(api.documents, 'update').mockRejectedValueOnce(new TypeError('a fault'));
    const renamed = await api.call({
      url: '/api/users/profile',
      as: { uid },
      method: 'PATCH',
      payload: { username: 'Nombre' },
    });
    vi.restoreAllMocks();
    expect(renamed).toMatchObject({ status: 500, body: { code: 'internal' } });
  });
});

/** Creates the profile document, as the browser does on first sign-in. */
async function createDocument(id: string): Promise<void> {
  const name = `projects/vigia-test/databases/(default)/documents/users/${id}`;
  const response = await fetch(
    `${api.servicesUrl}/v1/projects/vigia-test/databases/(default)/documents:commit`,
    {
      method: 'POST',
      headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
      body: JSON.stringify({
        writes: [{ update: { name, fields: { username: { stringValue: 'inicial' } } } }],
      }),
    },
  );
  expect(response.status).toBe(200);
}
