/** API of thresholds and watched matches one by one: the diff, limits, versions and commands of a save of all settings. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { errorBody } from '#contract/errors.ts';
import {
  type ThresholdItem,
  thresholdCreated,
  thresholdItem,
  thresholdsPage,
  watchList,
} from '#contract/thresholds.ts';
import { settings } from '#contract/users.ts';
import { lockUserRow, waitForBlocked } from '#tests/support/db-locks.ts';
import { openTestApi, seedMarket } from './api.harness.ts';

const api = await openTestApi();
let uid: string;
let count = 0;
beforeAll(async () => {
  await seedMarket(api.pool);
});
beforeEach(async () => {
  count += 1;
  uid = `user${count}`;
  await api.call({ url: '/api/auth/verify', as: { uid } });
});

const below = (id = 'c1', valor = 15_000) => ({
  objetivo: { tipo: 'coleccionable', id },
  condicion: 'por_debajo',
  valor,
  moneda: 'EUR',
});
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
const send = (method: Method, path: string, payload?: object, headers = {}) =>
  api.call({
    method,
    url: `/api/users/${path}`,
    as: { uid },
    headers,
    ...(payload && { payload }),
  });
const create = (payload: object) => send('POST', 'thresholds', payload);
const change = (id: string, payload: object, headers = {}) =>
  send('PATCH', `thresholds/${id}`, payload, headers);
const itemOf = ({ body, text }: { body: unknown; text: string }): ThresholdItem => {
  expect(text).not.toContain('"code"');
  const created = thresholdCreated.safeParse(body);
  if (!created.success) return thresholdItem.parse(body);
  const { vigilancia: _vigilancia, ...item } = created.data;
  return item;
};
const codeOf = ({ status, body }: { status: number; body: unknown }) => [
  status,
  errorBody.parse(body).code,
];
const fetchSettings = async () => settings.parse((await send('GET', 'config')).body);
const grant = (plan: string) =>
  api.pool.query(
    `insert into plan_grants values ($1, $2, 'test') on conflict (uid) do update set plan = $2`,
    [uid, plan],
  );
const commands = async () => {
  const { rows } = await api.pool.query<{ command: string }>(
    `select c.action || ' ' || t.id || ' v' || c.version as command
     from threshold_commands c join thresholds t on t.key = c.threshold_key
     where t.uid = $1 order by c.seq`,
    [uid],
  );
  return rows.map(({ command }) => command);
};
const applyCommands = () =>
  api.pool.query('update threshold_commands set applied_at = now() where due_at <= now()');
const list = async (query = '') => {
  const { body, status } = await send('GET', `thresholds?${query}`);
  expect(status).toBe(200);
  return thresholdsPage.parse(body);
};

describe('creating a threshold', () => {
  it('answers it with its target, enqueues its start, and counts as a change of the settings', async () => {
    const before = await fetchSettings();
    const created = await create({ id: 't1', ...below() });
    expect(created.status).toBe(201);
    const item = itemOf(created);
    expect(item).toMatchObject({
      id: 't1',
      umbral: { ...below(), banda: 300, pausa: null, silenciadoHasta: null, version: 1 },
      estado: { status: 'activando', armed: true, episode: 0 },
      partidoId: 'm1',
      partido: 'España – Uruguay',
      parte: 'Cat 1',
      valorActual: 18_000,
      distanciaBp: 1_667,
    });
    expect(created.headers.etag).toBe(item.etag);
    expect(await commands()).toEqual(['start t1 v1']);
    const after = await fetchSettings();
    expect(after.configuracion.umbrales).toEqual({ t1: item.umbral });
    expect(after.version).toBe(before.version + 1);
    expect((await send('GET', 'thresholds/t1')).body).toEqual(item);
  });

  it('draws an id where none is sent', async () => {
    const { id } = itemOf(await create(below()));
    expect(Object.keys((await fetchSettings()).configuracion.umbrales)).toEqual([id]);
  });

  it('creates one when it is repeated, also at the same time, whatever became of it since', async () => {
    const both = await Promise.all([1, 2].map(() => create({ id: 't1', ...below() })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 201]);
    await applyCommands();
    await change('t1', { pausa: 'usuario' });
    const again = await create({ id: 't1', ...below() });
    expect([again.status, itemOf(again).umbral.pausa]).toEqual([200, 'usuario']);
    expect(await commands()).toEqual(['start t1 v1', 'stop t1 v1']);
  });

  it('rejects an id that another rule has', async () => {
    await create({ id: 't1', ...below() });
    expect(codeOf(await create({ id: 't1', ...below('c1', 1) }))).toEqual([409, 'conflict']);
  });

  it('rejects what a save would reject', async () => {
    expect(codeOf(await create(below('c4')))).toEqual([422, 'validation_failed']);
    expect(codeOf(await create(below('nope')))).toEqual([422, 'validation_failed']);
    expect(codeOf(await create({ ...below(), id: '../x' }))).toEqual([400, 'invalid_request']);
    for (let n = 0; n < 5; n += 1) expect((await create(below())).status).toBe(201);
    expect((await create(below())).body).toMatchObject({
      code: 'plan_limit',
      requiredPlan: 'premium',
    });
  });
});

describe('changing a threshold', () => {
  it('changes only what is sent, and starts a version for a rule', async () => {
    await create({ id: 't1', ...below(), banda: 0 });
    const item = itemOf(await change('t1', { valor: 14_000 }));
    expect(item.umbral).toMatchObject({ ...below('c1', 14_000), banda: 0, version: 2 });
    expect(await commands()).toEqual(['start t1 v2']);
    const moved = itemOf(await change('t1', { objetivo: { tipo: 'coleccionable', id: 'c3' } }));
    expect(moved).toMatchObject({ partidoId: 'm2', valorActual: null, distanciaBp: null });
  });

  it('pauses, resumes and snoozes it with the commands of a save', async () => {
    await create({ id: 't1', ...below() });
    await applyCommands();
    await change('t1', { pausa: 'usuario' });
    await change('t1', { pausa: null });
    await change('t1', { silenciadoHasta: new Date(Date.now() + 3_600_000).toISOString() });
    expect(await commands()).toEqual(['start t1 v1', 'stop t1 v1', 'stop t1 v3', 'start t1 v3']);
    expect(itemOf(await send('GET', 'thresholds/t1')).estado.status).toBe('silenciado');
  });

  it('leaves the others as they are', async () => {
    await create({ id: 't1', ...below() });
    await create({ id: 't2', ...below('c2') });
    const { configuracion } = await fetchSettings();
    await change('t1', { valor: 14_000 });
    expect((await fetchSettings()).configuracion.umbrales.t2).toEqual(configuracion.umbrales.t2);
    expect(await commands()).toEqual(['start t2 v1', 'start t1 v2']);
  });

  it('rejects an outdated If-Match, also after a pause by the system, and not after a crossing', async () => {
    const first = itemOf(await create({ id: 't1', ...below() }));
    const ifMatch = (etag: string) => ({ 'if-match': etag });
    await api.pool.query('update thresholds set armed = false, episode = 1 where uid = $1', [uid]);
    const second = itemOf(await change('t1', { valor: 14_000 }, ifMatch(first.etag)));
    expect(codeOf(await change('t1', { valor: 13_000 }, ifMatch(first.etag)))).toEqual([
      409,
      'conflict',
    ]);
    await api.pool.query(`update thresholds set pause_reason = 'moneda' where uid = $1`, [uid]);
    expect(codeOf(await change('t1', { valor: 13_000 }, ifMatch(second.etag)))).toEqual([
      409,
      'conflict',
    ]);
    expect(codeOf(await send('DELETE', 'thresholds/t1', undefined, ifMatch(second.etag)))).toEqual([
      409,
      'conflict',
    ]);
    expect((await change('t1', { valor: 13_000 }, ifMatch('*'))).status).toBe(200);
  });

  it('rejects what belongs to nobody, nothing to change, and fields of the server', async () => {
    await create({ id: 't1', ...below() });
    expect(codeOf(await change('t2', { valor: 1 }))).toEqual([404, 'not_found']);
    expect(codeOf(await change('t1', {}))).toEqual([400, 'invalid_request']);
    expect(codeOf(await change('t1', { version: 7 }))).toEqual([400, 'invalid_request']);
    expect(codeOf(await change('t1', { pausa: 'plan' }))).toEqual([422, 'validation_failed']);
    expect(codeOf(await change('t1', { condicion: 'minimo', valor: 7 }))).toEqual([
      402,
      'plan_limit',
    ]);
  });
});

describe('many changes at once', () => {
  const batch = (...cambios: object[]) => send('POST', 'thresholds/batch', { cambios });

  it('are one version of the settings, with the commands of each', async () => {
    await create({ id: 't1', ...below() });
    await create({ id: 't2', ...below('c2') });
    await applyCommands();
    const before = await fetchSettings();
    const answer = await batch(
      { tipo: 'cambiar', id: 't1', cambio: { pausa: 'usuario' } },
      { tipo: 'borrar', id: 't2' },
      { tipo: 'crear', id: 't3', umbral: below('c3') },
    );
    const after = settings.parse(answer.body);
    expect(after).toEqual(await fetchSettings());
    expect(after.version).toBe(before.version + 1);
    expect(after.configuracion.umbrales).toMatchObject({
      t1: { ...below(), pausa: 'usuario' },
      t3: below('c3'),
    });
    expect(Object.keys(after.configuracion.umbrales)).toEqual(['t1', 't3']);
    // Their places in the order of the commands are drawn as they are stored.
    expect((await commands()).toSorted()).toEqual(
      ['start t1 v1', 'start t2 v1', 'start t3 v1', 'stop t1 v1', 'stop t2 v1'].toSorted(),
    );
  });

  it('leave out what no longer exists, and create what was deleted again', async () => {
    await create({ id: 't1', ...below() });
    await batch({ tipo: 'borrar', id: 't1' }, { tipo: 'borrar', id: 'gone' });
    const answer = await batch(
      { tipo: 'cambiar', id: 'gone', cambio: { pausa: 'usuario' } },
      { tipo: 'crear', id: 't1', umbral: below() },
      { tipo: 'crear', id: 't1', umbral: below() },
    );
    expect(Object.keys(settings.parse(answer.body).configuracion.umbrales)).toEqual(['t1']);
  });

  it('are none when one is refused', async () => {
    await create({ id: 't1', ...below() });
    const before = await fetchSettings();
    const deletion = { tipo: 'borrar', id: 't1' };
    const creation = (id: string, umbral: object) => ({ tipo: 'crear', id, umbral });
    expect(codeOf(await batch(deletion, creation('t2', below('nope'))))).toEqual([
      422,
      'validation_failed',
    ]);
    expect(codeOf(await batch(creation('t1', below('c1', 1))))).toEqual([409, 'conflict']);
    const inDollars = creation('t1', { ...below(), moneda: 'USD' });
    expect(codeOf(await batch(inDollars))).toEqual([409, 'conflict']);
    const six = Array.from({ length: 6 }, (_, n) => creation(`n${n}`, below()));
    expect(codeOf(await batch(...six))).toEqual([402, 'plan_limit']);
    expect(codeOf(await batch())).toEqual([400, 'invalid_request']);
    expect(await fetchSettings()).toEqual(before);
  });

  it.each(['__proto__', '__id__'])('take no id that others keep for themselves: %s', async (id) => {
    const answers = [
      await batch({ tipo: 'crear', id, umbral: below() }),
      await create({ id, ...below() }),
    ];
    expect(answers.map(codeOf)).toEqual(Array(2).fill([400, 'invalid_request']));
  });
});

describe('deleting a threshold', () => {
  it('stops it, answers how it was, and resumes one that its plan had paused', async () => {
    await grant('premium');
    for (const id of ['a', 'b', 'c', 'd', 'e', 'f']) await create({ id, ...below() });
    await grant('basico');
    await api.pool.query(
      `update thresholds set pause_reason = 'plan' where uid = $1 and id = 'f'`,
      [uid],
    );
    await applyCommands();
    const deleted = itemOf(await send('DELETE', 'thresholds/a'));
    expect(deleted).toMatchObject({ id: 'a', umbral: below() });
    expect((await commands()).slice(-2)).toEqual(['stop a v1', 'start f v2']);
    expect(codeOf(await send('DELETE', 'thresholds/a'))).toEqual([404, 'not_found']);
    expect((await create({ id: 'a', ...deleted.umbral })).status).toBe(402);
  });
});

describe('a watched match', () => {
  it('is added and removed, each once, within the plan', async () => {
    const first = watchList.parse((await send('PUT', 'watched/m1')).body);
    expect(first.partidos).toEqual(['m1']);
    expect((await send('PUT', 'watched/m1')).body).toEqual(first);
    await send('PUT', 'watched/m2');
    await send('PUT', 'watched/m3');
    expect((await send('PUT', 'watched/m4')).status).toBe(402);
    const last = watchList.parse((await send('DELETE', 'watched/m1')).body);
    expect(last).toEqual({ partidos: ['m2', 'm3'], version: first.version + 3 });
    expect((await send('DELETE', 'watched/m1')).body).toEqual(last);
    expect(codeOf(await send('PUT', 'watched/nope'))).toEqual([422, 'validation_failed']);
    expect((await fetchSettings()).configuracion.partidos).toEqual(['m2', 'm3']);
  });
});

describe('with a save of all settings at the same time', () => {
  const put = (umbrales: object, headers = {}) =>
    send('PUT', 'config', { partidos: [], umbrales, frecuencia: 60 }, headers);
  /** Both wait for the user's row, in this order, when it is released. */
  async function inOrder(...requests: (() => Promise<{ status: number; body: unknown }>)[]) {
    const lock = await lockUserRow(api.pool, uid);
    const answers = [];
    for (const [index, request] of requests.entries()) {
      answers.push(request());
      await waitForBlocked(api.pool, index + 1);
    }
    await lock.release();
    return Promise.all(answers);
  }

  it('one that read the settings before the change is rejected', async () => {
    await create({ id: 't1', ...below() });
    const ifMatch = { 'if-match': `"${(await fetchSettings()).version}"` };
    const [changed, saved] = await inOrder(
      () => change('t1', { valor: 14_000 }),
      () => put({ t1: below('c1', 13_000) }, ifMatch),
    );
    expect([changed?.status, saved?.status]).toEqual([200, 409]);
    expect((await fetchSettings()).configuracion.umbrales.t1?.valor).toBe(14_000);
  });

  it('a change that read the threshold before the save is rejected', async () => {
    const { etag } = itemOf(await create({ id: 't1', ...below() }));
    const [saved, changed] = await inOrder(
      () => put({ t1: below('c1', 13_000) }),
      () => change('t1', { valor: 14_000 }, { 'if-match': etag }),
    );
    expect([saved?.status, changed?.status]).toEqual([200, 409]);
    expect((await fetchSettings()).configuracion.umbrales.t1?.valor).toBe(13_000);
  });

  it('a creation adds to what the save stored, and a change of what it deleted finds nothing', async () => {
    await create({ id: 't1', ...below() });
    const [saved, created, changed] = await inOrder(
      () => put({ t2: below() }),
      () => create({ id: 't3', ...below() }),
      () => change('t1', { valor: 1 }),
    );
    expect([saved?.status, created?.status, changed?.status]).toEqual([200, 201, 404]);
    expect(Object.keys((await fetchSettings()).configuracion.umbrales)).toEqual(['t2', 't3']);
  });

  it('does not exceed the plan together', async () => {
    for (const id of ['a', 'b', 'c', 'd']) await create({ id, ...below() });
    const answers = await inOrder(
      () => create(below()),
      () => create(below()),
    );
    expect(answers.map(({ status }) => status)).toEqual([201, 402]);
  });
});

describe('the list', () => {
  /** Values: c1 18 000, c2 9 000, c3 none. */
  async function seedFive(): Promise<void> {
    await grant('premium');
    await create({ id: 'far', ...below('c1', 9_000) });
    await create({ id: 'near', ...below('c2', 8_900) });
    await create({ id: 'unpriced', ...below('c3') });
    await create({ id: 'low', ...below(), condicion: 'minimo', valor: 7 });
    await create({ id: 'paused', ...below('c1', 17_999), pausa: 'usuario' });
  }
  const idsOf = async (query: string) => (await list(query)).items.map(({ id }) => id);

  it('comes newest first, by match, by status, or nearest first', async () => {
    await seedFive();
    expect(await idsOf('')).toEqual(['paused', 'low', 'unpriced', 'near', 'far']);
    expect(await idsOf('sort=match')).toEqual(['near', 'paused', 'low', 'far', 'unpriced']);
    await api.pool.query(
      `update thresholds set active_from = now(), armed = false where uid = $1 and id = 'far'`,
      [uid],
    );
    expect(await idsOf('sort=status')).toEqual(['far', 'near', 'low', 'unpriced', 'paused']);
    expect(await idsOf('sort=distance')).toEqual(['near', 'far', 'low', 'unpriced', 'paused']);
  });

  it('is filtered by match, status, condition and text without accents, and counts each status', async () => {
    await seedFive();
    expect(await idsOf('match=m2')).toEqual(['unpriced']);
    expect(await idsOf('status=pausado')).toEqual(['paused']);
    expect(await idsOf('condition=minimo')).toEqual(['low']);
    expect(await idsOf('q=ESPANA%20cat%202')).toEqual(['near']);
    const page = await list('match=m1&status=pausado');
    expect(page.porEstado).toEqual({
      activando: 3,
      vigilando: 0,
      cruzado: 0,
      pausado: 1,
      silenciado: 0,
      cerrado: 0,
    });
  });

  it('shows the teams, and when each fired last', async () => {
    await create({ id: 't1', ...below() });
    await create({ id: 't2', ...below() });
    const at = (day: number) => `2026-01-0${day}T12:00:00.000Z`;
    for (const [episode, day] of [
      [2, 2],
      [1, 1],
    ])
      await api.pool.query(
        `insert into alerts (uid, threshold_key, version, episode, condition, rule_value, rearm_band_bp,
           target_kind, target_id, collectible_id, match_id, value_cents, currency, observed_at, already, created_at)
         select uid, key, 1, $2, 'below', 15000, 300, 'collectible', 'c1', 'c1', 'm1', 14000, 'EUR', $3, false, $3
           from thresholds where uid = $1 and id = 't1'`,
        [uid, episode, at(day ?? 0)],
      );
    const { items } = await list('');
    expect(items.map(({ id, ultimaAlerta }) => [id, ultimaAlerta])).toEqual([
      ['t2', null],
      ['t1', at(2)],
    ]);
    const { rows } = await api.pool.query(`select home, away from matches where id = 'm1'`);
    expect(items[0]).toMatchObject({ local: rows[0].home, visitante: rows[0].away });
  });

  it('shows what is cheapest of a match, in its currency', async () => {
    await grant('premium');
    await api.pool.query(
      `insert into collectibles (id, match_id, name, category, currency, floor_cents)
       values ('dollars', 'm1', 'Cat 1', 'cat-1', 'USD', 1)`,
    );
    const target = (categoria?: string) => ({
      ...below('m1', 8_000),
      objetivo: { tipo: 'partido', id: 'm1', ...(categoria && { categoria }) },
    });
    await create({ id: 'any', ...target() });
    await create({ id: 'cat', ...target('cat-1') });
    const { items } = await list('');
    expect(items.map(({ id, parte, valorActual }) => [id, parte, valorActual])).toEqual([
      ['cat', 'cat-1', 18_000],
      ['any', null, 9_000],
    ]);
    await api.pool.query(`delete from collectibles where id = 'dollars'`);
  });

  it.each(['created', 'match', 'distance', 'status'])(
    'by %s is complete over its pages',
    async (sort) => {
      await seedFive();
      const ids: string[] = [];
      let cursor = '';
      do {
        const page = await list(`sort=${sort}&limit=2${cursor}`);
        ids.push(...page.items.map(({ id }) => id));
        cursor = page.nextCursor === null ? '' : `&cursor=${page.nextCursor}`;
      } while (cursor !== '');
      expect(ids).toEqual(await idsOf(`sort=${sort}`));
    },
  );

  it('rejects a cursor of another list', async () => {
    expect((await send('GET', 'thresholds?cursor=%F0')).status).toBe(400);
    expect((await send('GET', 'thresholds?sort=price')).status).toBe(400);
  });
});

describe('the channels of a threshold', () => {
  const addChannel = async (): Promise<string> => {
    const { rows } = await api.pool.query<{ id: string }>(
      `insert into channels (uid, kind, name, state, settings)
       values ($1, 'ntfy', 'uno', 'activo', '') returning id`,
      [uid],
    );
    return rows[0]?.id ?? '';
  };

  it('are chosen, changed and cleared, and the threshold goes on as it was', async () => {
    const channel = await addChannel();
    const { id, umbral, etag } = itemOf(await create({ ...below(), canales: [channel] }));
    expect(umbral.canales).toEqual([channel]);
    await applyCommands();
    const both = itemOf(await change(id, { canales: [channel, 'correo'] }));
    expect(both.umbral.canales).toEqual(['correo', channel]);
    expect(both.umbral.version).toBe(umbral.version);
    expect(both.etag).not.toBe(etag);
    expect(await commands()).toEqual([`start ${id} v1`]);
    expect(itemOf(await change(id, { valor: 14_000 })).umbral.canales).toEqual(['correo', channel]);
    expect((await fetchSettings()).configuracion.umbrales[id]?.canales).toEqual([
      'correo',
      channel,
    ]);
    expect(itemOf(await change(id, { canales: null })).umbral).not.toHaveProperty('canales');
  });

  it('are the user’s own, each once, and at least one', async () => {
    const channel = await addChannel();
    const { id } = itemOf(await create(below()));
    const of = uid;
    uid = `${of}-otro`;
    await api.call({ url: '/api/auth/verify', as: { uid } });
    const { id: other } = itemOf(await create(below()));
    expect(codeOf(await change(other, { canales: [channel] }))).toEqual([422, 'validation_failed']);
    uid = of;
    for (const canales of [[], ['correo', 'correo'], ['no-existe'], 'correo'])
      expect(codeOf(await change(id, { canales }))[0]).toBeGreaterThanOrEqual(400);
  });

  it('come with a batch and in files, and a file that does not name them leaves them', async () => {
    await grant('premium');
    const channel = await addChannel();
    const cambios = [
      { tipo: 'crear', id: 'uno', umbral: { ...below(), canales: [channel] } },
      { tipo: 'crear', id: 'dos', umbral: below('c2') },
      { tipo: 'cambiar', id: 'dos', cambio: { canales: ['correo'] } },
    ];
    const batch = settings.parse((await send('POST', 'thresholds/batch', { cambios })).body);
    expect(batch.configuracion.umbrales.uno?.canales).toEqual([channel]);
    expect(batch.configuracion.umbrales.dos?.canales).toEqual(['correo']);
    const csv = await send('GET', 'thresholds?formato=csv');
    const json = await send('GET', 'thresholds?formato=json');
    expect(json.body).toMatchObject({ umbrales: { uno: { canales: [channel] } } });
    const upload = (payload: string) =>
      api.call({
        method: 'POST',
        url: '/api/users/thresholds/import',
        as: { uid },
        headers: { 'content-type': 'text/csv' },
        payload,
      });
    const chosen = async () => {
      const { umbrales } = (await fetchSettings()).configuracion;
      return [umbrales.uno?.canales, umbrales.dos?.canales];
    };
    expect((await upload(csv.text)).body).toMatchObject({ total: { igual: 2 } });
    // Its last column.
    const withoutThem = csv.text.replaceAll(/;[^;\r\n]*(?=\r\n)/g, '');
    expect((await upload(withoutThem)).body).toMatchObject({ total: { igual: 2 } });
    expect(await chosen()).toEqual([[channel], ['correo']]);
    const edited = csv.text.replace(`;${channel}\r`, `;correo ${channel}\r`);
    expect((await upload(edited)).body).toMatchObject({ total: { cambiar: 1, igual: 1 } });
    expect(await chosen()).toEqual([['correo', channel], ['correo']]);
    const of = uid;
    uid = `${of}-otro`;
    await api.call({ url: '/api/auth/verify', as: { uid } });
    const foreign = await addChannel();
    uid = of;
    for (const unknown of ['00000000-0000-4000-8000-000000000000', foreign]) {
      const refused = await upload(csv.text.replace(channel, unknown));
      expect(errorBody.parse(refused.body)).toMatchObject({
        code: 'validation_failed',
        error: expect.stringMatching(
          /^Línea [23]: Ese canal no existe\. No se ha importado nada\.$/,
        ),
      });
    }
    expect(await chosen()).toEqual([['correo', channel], ['correo']]);
    await upload(csv.text.replace(`;${channel}\r`, ';\r'));
    expect(await chosen()).toEqual([undefined, ['correo']]);
  });
});

describe('the match of a new threshold', () => {
  const watchedAfter = async (payload: object) => {
    const { body } = await create(payload);
    const { vigilancia } = thresholdCreated.parse(body);
    return [vigilancia, (await fetchSettings()).configuracion.partidos];
  };

  it('is watched from then on, in one version of the settings, once', async () => {
    const { version } = await fetchSettings();
    expect(await watchedAfter({ id: 't1', ...below() })).toEqual(['nueva', ['m1']]);
    expect((await fetchSettings()).version).toBe(version + 1);
    expect(await watchedAfter({ id: 't1', ...below() })).toEqual(['ya', ['m1']]);
    expect(await watchedAfter(below('c2'))).toEqual(['ya', ['m1']]);
    await send('DELETE', 'watched/m1');
    expect(await watchedAfter({ id: 't1', ...below() })).toEqual(['no', []]);
  });

  it('is not where the plan has no room for it, nor where the request declines', async () => {
    expect(await watchedAfter({ ...below(), vigilar: false })).toEqual(['no', []]);
    await api.pool.query(`update users set partidos = '{x1,x2,x3}' where uid = $1`, [uid]);
    expect(await watchedAfter(below('c2'))).toEqual(['limite', ['x1', 'x2', 'x3']]);
  });

  it('stays as it is in a batch, a file and a save of all settings', async () => {
    const cambios = [{ tipo: 'crear', id: 'uno', umbral: below() }];
    const batch = settings.parse((await send('POST', 'thresholds/batch', { cambios })).body);
    expect(batch.configuracion.partidos).toEqual([]);
    const saved = await send('PUT', 'config', batch.configuracion);
    expect(settings.parse(saved.body).configuracion.partidos).toEqual([]);
  });
});

describe('the note of a threshold', () => {
  it('is trimmed, changed, cleared and found, and the threshold goes on as it was', async () => {
    const { id, umbral, etag } = itemOf(
      await create({ ...below(), nota: '  Para Lucía \u{1F600} ' }),
    );
    expect(umbral.nota).toBe('Para Lucía \u{1F600}');
    await create(below('c2'));
    expect((await list('q=lucia')).items.map((item) => item.id)).toEqual([id]);
    const changed = itemOf(await change(id, { nota: 'Otra' }));
    expect(changed.umbral).toMatchObject({ nota: 'Otra', version: umbral.version });
    expect(changed.etag).not.toBe(etag);
    expect(itemOf(await change(id, { valor: 14_000 })).umbral.nota).toBe('Otra');
    expect((await fetchSettings()).configuracion.umbrales[id]?.nota).toBe('Otra');
    expect(itemOf(await change(id, { nota: null })).umbral).not.toHaveProperty('nota');
  });

  it.each([
    ['is empty', '   '],
    ['is too long', 'x'.repeat(141)],
    ['has lines', 'una\notra'],
    ['has a line separator', 'una\u2028otra'],
    ['has a control character', 'a\u0000b'],
    ['turns the text around it', 'a\u202Eb'],
    ['is half a character', 'a\uD83D'],
    ['is no text', 7],
  ])('is rejected when it %s', async (_what, nota) => {
    expect(codeOf(await create({ ...below(), nota }))).toEqual([400, 'invalid_request']);
  });
});

describe('the expiry of a threshold', () => {
  const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();
  const start = async (extra: object): Promise<ThresholdItem> => {
    const item = itemOf(await create({ ...below(), ...extra }));
    await applyCommands();
    await api.pool.query(`update thresholds set active_from = now() where uid = $1`, [uid]);
    return item;
  };
  /** It passes. */
  const expire = () =>
    api.pool.query(
      `update thresholds set expires_at = now() - interval '1 second' where uid = $1`,
      [uid],
    );

  it('is set, changed and cleared without a new version; the worker looks whether it still runs', async () => {
    const caducaEn = inMs(3_600_000);
    const { id, umbral, etag } = await start({ caducaEn });
    expect(umbral.caducaEn).toBe(caducaEn);
    const later = itemOf(await change(id, { caducaEn: inMs(7_200_000) }));
    expect([later.umbral.version, later.etag === etag]).toEqual([umbral.version, false]);
    expect(itemOf(await change(id, { caducaEn: null })).umbral).not.toHaveProperty('caducaEn');
    expect(await commands()).toEqual(Array(3).fill(`start ${id} v1`));
  });

  it('is in the future, as an instant', async () => {
    expect(codeOf(await create({ ...below(), caducaEn: inMs(-1_000) }))).toEqual([
      422,
      'validation_failed',
    ]);
    const { id } = await start({});
    expect(codeOf(await change(id, { caducaEn: inMs(-1_000) }))).toEqual([
      422,
      'validation_failed',
    ]);
    for (const caducaEn of ['mañana', '2026-13-01T00:00:00Z', 5])
      expect(codeOf(await change(id, { caducaEn }))).toEqual([400, 'invalid_request']);
  });

  it('has the same tag before and after the worker stores what is shown already', async () => {
    const { id } = await start({ caducaEn: inMs(3_600_000) });
    await expire();
    const { etag } = itemOf(await send('GET', `thresholds/${id}`));
    await api.pool.query(`update thresholds set pause_reason = 'caducado' where uid = $1`, [uid]);
    const answer = await change(id, { caducaEn: inMs(60_000), pausa: null }, { 'if-match': etag });
    expect(itemOf(answer).umbral.pausa).toBeNull();
  });

  it('closes it at once; neither an edit nor a resume opens it, and it does not count as running', async () => {
    const { id } = await start({ caducaEn: inMs(3_600_000) });
    await expire();
    const closed = itemOf(await send('GET', `thresholds/${id}`));
    expect([closed.umbral.pausa, closed.estado.status]).toEqual(['caducado', 'cerrado']);
    expect(itemOf(await change(id, { pausa: null })).umbral.pausa).toBe('caducado');
    const edited = itemOf(await change(id, { valor: 12_000 }));
    expect(edited.umbral).toMatchObject({ valor: 12_000, pausa: 'caducado' });
    expect(itemOf(await change(id, { nota: 'Tarde' })).umbral.pausa).toBe('caducado');
    expect((await commands()).filter((command) => command.endsWith('v2'))).toEqual([
      `stop ${id} v2`,
    ]);
    // What a client read before comes back as it was.
    const { configuracion } = await fetchSettings();
    const saved = await send('PUT', 'config', configuracion);
    expect(settings.parse(saved.body).configuracion.umbrales[id]?.pausa).toBe('caducado');
  });

  it.each([
    ['another date', () => inMs(3_600_000)],
    ['none', () => null],
  ])('starts it again with %s, as a resume does', async (_what, next) => {
    const { id, umbral } = await start({ caducaEn: inMs(3_600_000) });
    await expire();
    const again = itemOf(await change(id, { caducaEn: next() }));
    expect(again.umbral).toMatchObject({ pausa: null, version: umbral.version + 1 });
    expect(again.estado.status).toBe('activando');
    expect((await commands()).at(-1)).toBe(`start ${id} v2`);
  });

  it('brings a deleted one back as it was, and comes with files', async () => {
    await grant('premium');
    await start({ id: 't1', caducaEn: inMs(3_600_000), nota: '=1+1' });
    await expire();
    const csv = await send('GET', 'thresholds?formato=csv');
    expect(csv.text).toContain("'=1+1");
    const deleted = itemOf(await send('DELETE', 'thresholds/t1'));
    const { version: _version, creadoEn: _creadoEn, ...umbral } = deleted.umbral;
    const restored = itemOf(await create({ id: 't1', ...umbral }));
    expect(restored.umbral).toMatchObject({ pausa: 'caducado', caducaEn: umbral.caducaEn });
    expect(codeOf(await create({ ...below('c2'), pausa: 'caducado' }))).toEqual([
      422,
      'validation_failed',
    ]);
    await send('DELETE', 'thresholds/t1');
    const imported = await api.call({
      method: 'POST',
      url: '/api/users/thresholds/import',
      as: { uid },
      headers: { 'content-type': 'text/csv' },
      payload: csv.text,
    });
    expect(imported.status).toBe(200);
    expect((await fetchSettings()).configuracion.umbrales.t1).toMatchObject({
      nota: '=1+1',
      pausa: 'caducado',
    });
  });
});
