/** API of thresholds and watched matches one by one: the diff, limits, versions and commands of a save of all settings. */
import { describe, expect, it } from 'vitest';
import { errorBody } from '#contract/errors.ts';
import {
  type ThresholdItem,
  thresholdCreated,
  thresholdItem,
  thresholdsPage,
  watchList,
} from '#contract/thresholds.ts';
import { settings } from '#contract/users.ts';
import { openTestApi, seedAlert } from './api.harness.ts';
import { below, codeOf, type Method, openApiUser } from './api-user.ts';

const api = await openTestApi();
const me = openApiUser(api);

const create = (payload: object) => me.send('POST', 'thresholds', payload);
const change = (id: string, payload: object, headers = {}) =>
  me.send('PATCH', `thresholds/${id}`, payload, headers);
const batch = (...changes: object[]) => me.send('POST', 'thresholds/batch', { changes });
const creation = (id: string, threshold: object = below()) => ({ kind: 'create', id, threshold });
const itemOf = ({ body, text }: { body: unknown; text: string }): ThresholdItem => {
  expect(text).not.toContain('"code"');
  const created = thresholdCreated.safeParse(body);
  if (!created.success) return thresholdItem.parse(body);
  const { watch: _vigilancia, ...item } = created.data;
  return item;
};
const list = async (query = '') =>
  thresholdsPage.parse((await me.send('GET', `thresholds?${query}`)).body);
const idsOf = async (query: string) => (await list(query)).items.map(({ id }) => id);

const noMatch = { partidos: ['nope'], umbrales: {}, frecuencia: 60 };

describe('refused, with nothing changed', () => {
  it.each<[Method, string, object | undefined, number, string]>([
    ['POST', 'thresholds', below('c4'), 422, 'validation_failed'],
    ['POST', 'thresholds', { id: '__proto__', ...below() }, 400, 'invalid_request'],
    ['POST', 'thresholds', { id: 't1', ...below('c1', 1) }, 409, 'conflict'],
    ['POST', 'thresholds', { ...below(), note: 'x'.repeat(141) }, 400, 'invalid_request'],
    ['PATCH', 'thresholds/t2', { value: 1 }, 404, 'not_found'],
    ['PATCH', 'thresholds/t1', { version: 7 }, 400, 'invalid_request'],
    ['PATCH', 'thresholds/t1', { pause: 'plan' }, 422, 'validation_failed'],
    ['PATCH', 'thresholds/t1', { condition: 'low', value: 7 }, 402, 'plan_limit'],
    ['DELETE', 'thresholds/t2', undefined, 404, 'not_found'],
    ['PUT', 'watched/nope', undefined, 422, 'validation_failed'],
    ['PUT', 'config', noMatch, 422, 'validation_failed'],
    ['GET', 'thresholds?cursor=%F0', undefined, 400, 'invalid_request'],
    ['GET', 'thresholds?sort=price', undefined, 400, 'invalid_request'],
  ])('%s %s %o: %i %s', async (method, path, payload, status, code) => {
    await create({ id: 't1', ...below() });
    const before = await me.settings();
    expect(codeOf(await me.send(method, path, payload))).toEqual([status, code]);
    expect(await me.settings()).toEqual(before);
  });

  it.each<[number, string, object[]]>([
    [400, 'invalid_request', []],
    [400, 'invalid_request', [creation('__id__')]],
    [409, 'conflict', [creation('t1', below('c1', 1))]],
    [409, 'conflict', [creation('t1', { ...below(), currency: 'USD' })]],
    [422, 'validation_failed', [{ kind: 'delete', id: 't1' }, creation('t2', below('nope'))]],
    [402, 'plan_limit', [1, 2, 3, 4, 5].map((n) => creation(`n${n}`))],
  ])('a batch, wholly: %i %s', async (status, code, changes) => {
    await create({ id: 't1', ...below() });
    const before = await me.settings();
    expect(codeOf(await batch(...changes))).toEqual([status, code]);
    expect(await me.settings()).toEqual(before);
  });
});

describe('a threshold', () => {
  it('is answered with its target, enqueues its start, and counts as a change of the settings', async () => {
    const before = await me.settings();
    const created = await create({ id: 't1', ...below() });
    expect(created.status).toBe(201);
    const item = itemOf(created);
    expect(item).toMatchObject({
      id: 't1',
      threshold: { ...below(), bandBp: 300, pause: null, snoozedUntil: null, version: 1 },
      state: { status: 'starting', armed: true, base: null, episode: 0 },
      matchId: 'm1',
      matchName: 'España – Uruguay',
      part: 'Cat 1',
      currentCents: 18_000,
      distanceBp: 1_667,
    });
    expect(created.headers.etag).toBe(item.threshold.etag);
    expect(await me.commands()).toEqual(['start t1 v1']);
    const { configuracion, version } = await me.settings();
    expect([configuracion.umbrales, version]).toEqual([{ t1: item.threshold }, before.version + 1]);
    expect((await me.send('GET', 'thresholds/t1')).body).toEqual(item);
    // One sent without an id gets one.
    expect(await idsOf('')).toEqual(['t1']);
    const { id } = itemOf(await create(below()));
    expect(await idsOf('')).toEqual([id, 't1']);
  });

  it('is created once when that is repeated, also at the same time, whatever became of it since', async () => {
    const both = await Promise.all([1, 2].map(() => create({ id: 't1', ...below() })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 201]);
    await me.applyCommands();
    await change('t1', { pause: 'user' });
    const again = await create({ id: 't1', ...below() });
    expect([again.status, itemOf(again).threshold.pause]).toEqual([200, 'user']);
    expect(await me.commands()).toEqual(['start t1 v1', 'stop t1 v1']);
  });

  it('changes only in what is sent, with a version for a rule, and alone', async () => {
    await create({ id: 't1', ...below(), bandBp: 0 });
    const { threshold: other } = itemOf(await create({ id: 't2', ...below('c2') }));
    const item = itemOf(await change('t1', { value: 14_000 }));
    expect(item.threshold).toMatchObject({ ...below('c1', 14_000), bandBp: 0, version: 2 });
    expect(await me.commands()).toEqual(['start t2 v1', 'start t1 v2']);
    const moved = itemOf(await change('t1', { target: { kind: 'collectible', id: 'c3' } }));
    expect(moved).toMatchObject({ matchId: 'm2', currentCents: null, distanceBp: null });
    expect((await me.settings()).configuracion.umbrales.t2).toEqual(other);
  });

  it('rejects an outdated If-Match, also after a pause by the system, and not after a crossing', async () => {
    const first = itemOf(await create({ id: 't1', ...below() }));
    const ifMatch = (etag: string) => ({ 'if-match': etag });
    await me.updateThresholds('armed = false, episode = 1');
    const second = itemOf(await change('t1', { value: 14_000 }, ifMatch(first.threshold.etag)));
    const conflict = [409, 'conflict'];
    const outdated = await change('t1', { value: 13_000 }, ifMatch(first.threshold.etag));
    expect(codeOf(outdated)).toEqual(conflict);
    expect(errorBody.parse(outdated.body).stored).toEqual(second);
    const taken = await create({ id: 't1', ...below('c1', 1) });
    expect(errorBody.parse(taken.body).stored).toEqual(second);
    await me.updateThresholds(`pause_reason = 'currency'`);
    const late = ifMatch(second.threshold.etag);
    expect(codeOf(await change('t1', { value: 13_000 }, late))).toEqual(conflict);
    expect(codeOf(await me.send('DELETE', 'thresholds/t1', undefined, late))).toEqual(conflict);
    expect((await change('t1', { value: 13_000 }, ifMatch('*'))).status).toBe(200);
  });

  it('deleted, is stopped and answered as it was, and one that the plan had paused resumes', async () => {
    await me.grant('premium');
    for (const id of ['a', 'b', 'c', 'd', 'e', 'f']) await create({ id, ...below() });
    await me.grant('basico');
    await me.updateThresholds(`pause_reason = 'plan'`, `id = 'f'`);
    await me.applyCommands();
    const deleted = itemOf(await me.send('DELETE', 'thresholds/a'));
    expect(deleted).toMatchObject({ id: 'a', threshold: below() });
    expect((await me.commands()).slice(-2)).toEqual(['stop a v1', 'start f v2']);
    expect((await create({ id: 'a', ...deleted.threshold })).status).toBe(402);
  });
});

describe('many changes at once', () => {
  it('are one version of the settings, with the commands of each', async () => {
    await create({ id: 't1', ...below() });
    await create({ id: 't2', ...below('c2') });
    await me.applyCommands();
    const before = await me.settings();
    const answer = await batch(
      { kind: 'change', id: 't1', patch: { pause: 'user' } },
      { kind: 'delete', id: 't2' },
      creation('t3', below('c3')),
    );
    const after = await me.settings();
    expect(watchList.parse(answer.body)).toEqual({
      partidos: after.configuracion.partidos,
      version: before.version + 1,
    });
    expect(after.configuracion.umbrales).toMatchObject({
      t1: { ...below(), pause: 'user' },
      t3: below('c3'),
    });
    expect(Object.keys(after.configuracion.umbrales)).toEqual(['t1', 't3']);
    // Their places in the order of the commands are drawn as they are stored.
    expect((await me.commands()).toSorted()).toEqual(
      ['start t1 v1', 'start t2 v1', 'start t3 v1', 'stop t1 v1', 'stop t2 v1'].toSorted(),
    );
  });

  it('leave out what no longer exists, and create what was deleted again, once', async () => {
    await create({ id: 't1', ...below() });
    await batch({ kind: 'delete', id: 't1' }, { kind: 'delete', id: 'gone' });
    const gone = { kind: 'change', id: 'gone', patch: { pause: 'user' } };
    expect(codeOf(await batch(gone))).toEqual([404, 'not_found']);
    await batch(gone, creation('t1'), creation('t1'));
    await batch({ kind: 'delete', id: 't1' }, creation('t1', below('c1', 1)));
    expect(Object.keys((await me.settings()).configuracion.umbrales)).toEqual(['t1']);
  });

  const seen = { ...below(), bandBp: 300 };
  const edit = { kind: 'change', id: 't1', patch: { value: 14_000 }, seen };
  it.each<[string, object, object, number]>([
    ['an edit over a pause', { pause: 'user' }, edit, 200],
    ['an edit to what it is already', { value: 14_000 }, edit, 200],
    ['an edit of another rule', { value: 13_000 }, edit, 409],
    ['a deletion of another rule', { bandBp: 100 }, { kind: 'delete', id: 't1', seen }, 409],
    ['a creation as another rule', { value: 13_000 }, creation('t1'), 409],
  ])('overwrite no rule that was not seen: %s', async (_what, elsewhere, change_, status) => {
    await create({ id: 't1', ...below() });
    const stored = itemOf(await change('t1', elsewhere));
    const answer = await batch(change_);
    expect(answer.status).toBe(status);
    if (status === 409) expect(errorBody.parse(answer.body).stored).toEqual(stored);
  });
});

describe('a watched match', () => {
  it('is added and removed, each once, within the plan', async () => {
    const first = watchList.parse((await me.send('PUT', 'watched/m1')).body);
    expect(first.partidos).toEqual(['m1']);
    expect((await me.send('PUT', 'watched/m1')).body).toEqual(first);
    await me.send('PUT', 'watched/m2');
    await me.send('PUT', 'watched/m3');
    expect((await me.send('PUT', 'watched/m4')).status).toBe(402);
    const last = watchList.parse((await me.send('DELETE', 'watched/m1')).body);
    expect(last).toEqual({ partidos: ['m2', 'm3'], version: first.version + 3 });
    expect((await me.send('DELETE', 'watched/m1')).body).toEqual(last);
    expect((await me.settings()).configuracion.partidos).toEqual(['m2', 'm3']);
  });

  const watchedAfter = async (payload: object) => {
    const { watch } = thresholdCreated.parse((await create(payload)).body);
    return [watch, (await me.settings()).configuracion.partidos];
  };

  it('is that of a new threshold, in one version of the settings, once', async () => {
    const { version } = await me.settings();
    expect(await watchedAfter({ id: 't1', ...below() })).toEqual(['added', ['m1']]);
    expect((await me.settings()).version).toBe(version + 1);
    expect(await watchedAfter(below('c2'))).toEqual(['already', ['m1']]);
    await me.send('DELETE', 'watched/m1');
    expect(await watchedAfter({ id: 't1', ...below() })).toEqual(['none', []]);
  });

  it('is not where the plan has no room for it, nor where the request declines', async () => {
    expect(await watchedAfter({ ...below(), watch: false })).toEqual(['none', []]);
    const declined = await batch({ ...creation('uno'), watch: false });
    expect(declined.body).toMatchObject({ partidos: [] });
    await api.pool.query(`update users set partidos = '{x1,x2,x3}' where uid = $1`, [me.uid]);
    expect(await watchedAfter(below('c2'))).toEqual(['limit', ['x1', 'x2', 'x3']]);
  });

  it.each([
    ['a batch', () => batch(creation('uno'))],
    ['a file', () => me.send('POST', 'thresholds/import', { umbrales: { uno: below() } })],
  ])('is that of one that %s creates, not changes, while the plan has room', async (_by, add) => {
    const watchedAmong = async (partidos: string) => {
      await api.pool.query('update users set partidos = $2 where uid = $1', [me.uid, partidos]);
      expect((await add()).status).toBe(200);
      return (await me.settings()).configuracion.partidos;
    };
    expect(await watchedAmong('{x1,x2,x3}')).toEqual(['x1', 'x2', 'x3']);
    expect(await watchedAmong('{x1,x2}')).toEqual(['x1', 'x2']);
    await me.send('DELETE', 'thresholds/uno');
    expect(await watchedAmong('{x1,x2}')).toEqual(['x1', 'x2', 'm1']);
  });

  it('are left with the batch that undoes theirs', async () => {
    await batch(creation('uno'));
    const changes = [{ kind: 'delete', id: 'uno' }];
    const undone = await me.send('POST', 'thresholds/batch', { changes, unwatch: ['m1', 'x1'] });
    expect(undone.body).toMatchObject({ partidos: [] });
    expect((await me.settings()).configuracion.umbrales).toEqual({});
  });
});

describe('the list', () => {
  /** Values: c1 18 000, c2 9 000, c3 none. */
  async function seedFive(): Promise<void> {
    await me.grant('premium');
    await create({ id: 'far', ...below('c1', 9_000) });
    await create({ id: 'near', ...below('c2', 8_900) });
    await create({ id: 'unpriced', ...below('c3') });
    await create({ id: 'low', ...below(), condition: 'low', value: 7 });
    await create({ id: 'paused', ...below('c1', 17_999), pause: 'user' });
    await me.updateThresholds('active_from = now(), armed = false', `id = 'far'`);
  }

  it('is complete over its pages in each order and with each filter, and counts each status', async () => {
    await seedFive();
    const page = ['c2', 'https://mercado.example/2'];
    await api.pool.query('insert into market_pages (collectible_id, url) values ($1, $2)', page);
    for (const [query, expected] of [
      ['sort=created', ['paused', 'low', 'unpriced', 'near', 'far']],
      ['sort=match', ['near', 'paused', 'low', 'far', 'unpriced']],
      ['sort=status', ['far', 'near', 'low', 'unpriced', 'paused']],
      ['sort=distance', ['near', 'far', 'low', 'unpriced', 'paused']],
      ['match=m2', ['unpriced']],
      ['status=paused', ['paused']],
      ['condition=low', ['low']],
      ['q=ESPANA%20cat%202', ['near']],
      ['q=https://Mercado.example/2', ['near']],
      ['q=mercado', []],
    ] as const) {
      const ids: string[] = [];
      let cursor = '';
      do {
        const page = await list(`${query}&limit=2${cursor}`);
        ids.push(...page.items.map(({ id }) => id));
        cursor = page.nextCursor === null ? '' : `&cursor=${page.nextCursor}`;
      } while (cursor !== '');
      expect([query, ids]).toEqual([query, expected]);
    }
    // Whichever is shown.
    expect((await list('match=m1&status=paused')).byStatus).toEqual({
      starting: 2,
      watching: 0,
      crossed: 1,
      paused: 1,
      snoozed: 0,
      closed: 0,
    });
  });

  it('has what each collectible cost on each day of a month, where that is asked for', async () => {
    await me.grant('premium');
    await create({ id: 'priced', ...below('c1') });
    await create({ id: 'unpriced', ...below('c3') });
    await create({ id: 'match', ...below('m1'), target: { kind: 'match', id: 'm1' } });
    const months = async (query: string) =>
      (await list(query)).items.map(({ id, month }) => [id, month?.length, month?.at(-2)]);
    expect(await months('month=30d')).toEqual([
      ['match', undefined, undefined],
      ['unpriced', 0, undefined],
      ['priced', 30, 16_500],
    ]);
    expect(await months('')).toContainEqual(['priced', undefined, undefined]);
  });

  it('shows the teams, and when each fired last', async () => {
    await create({ id: 't1', ...below() });
    await create({ id: 't2', ...below() });
    const at = (day: number) => `2026-01-0${day}T12:00:00.000Z`;
    for (const [episode, day] of [
      [2, 2],
      [1, 1],
    ] as const) {
      const id = await seedAlert(api.pool, me.uid, 't1', episode);
      await api.pool.query('update alerts set created_at = $2 where id = $1', [id, at(day)]);
    }
    const { items } = await list('');
    expect(items.map(({ id, lastAlertAt }) => [id, lastAlertAt])).toEqual([
      ['t2', null],
      ['t1', at(2)],
    ]);
    const { rows } = await api.pool.query(`select home, away from matches where id = 'm1'`);
    expect(items[0]).toMatchObject({ home: rows[0].home, away: rows[0].away });
  });
});

describe('the channels of a threshold', () => {
  const addChannel = async (): Promise<string> => {
    const { rows } = await api.pool.query<{ id: string }>(
      `insert into channels (uid, kind, name, state, settings)
       values ($1, 'ntfy', 'uno', 'active', '') returning id`,
      [me.uid],
    );
    return rows[0]?.id ?? '';
  };

  it('are chosen, changed and cleared, and the threshold goes on as it was', async () => {
    const channel = await addChannel();
    const { id, threshold } = itemOf(await create({ ...below(), channels: [channel] }));
    expect(threshold.channels).toEqual([channel]);
    await me.applyCommands();
    const both = itemOf(await change(id, { channels: [channel, 'mail'] }));
    expect(both.threshold).toMatchObject({
      channels: ['mail', channel],
      version: threshold.version,
    });
    expect(both.threshold.etag).not.toBe(threshold.etag);
    expect(await me.commands()).toEqual([`start ${id} v1`]);
    expect(itemOf(await change(id, { value: 14_000 })).threshold.channels).toEqual([
      'mail',
      channel,
    ]);
    expect(itemOf(await change(id, { channels: null })).threshold.channels).toBeNull();
  });
});

it('a note is trimmed, changed, cleared and found, and the threshold goes on as it was', async () => {
  const { id, threshold } = itemOf(await create({ ...below(), note: '  Para Lucía \u{1F600} ' }));
  expect(threshold.note).toBe('Para Lucía \u{1F600}');
  await create(below('c2'));
  expect(await idsOf('q=lucia')).toEqual([id]);
  const changed = itemOf(await change(id, { note: 'Otra' }));
  expect(changed.threshold).toMatchObject({ note: 'Otra', version: threshold.version });
  expect(changed.threshold.etag).not.toBe(threshold.etag);
  expect(itemOf(await change(id, { value: 14_000 })).threshold.note).toBe('Otra');
  expect(itemOf(await change(id, { note: null })).threshold.note).toBeNull();
});

describe('the expiry of a threshold', () => {
  const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();
  const start = async (extra: object): Promise<ThresholdItem> => {
    const item = itemOf(await create({ ...below(), ...extra }));
    await me.applyCommands();
    await me.updateThresholds('active_from = now()');
    return item;
  };
  /** It passes. */
  const expire = () => me.updateThresholds(`expires_at = now() - interval '1 second'`);

  it('is set, changed and cleared without a new version; the worker looks whether it still runs', async () => {
    const expiresAt = inMs(3_600_000);
    const { id, threshold } = await start({ expiresAt });
    expect(threshold.expiresAt).toBe(expiresAt);
    const later = itemOf(await change(id, { expiresAt: inMs(7_200_000) }));
    expect([later.threshold.version, later.threshold.etag === threshold.etag]).toEqual([
      threshold.version,
      false,
    ]);
    expect(itemOf(await change(id, { expiresAt: null })).threshold.expiresAt).toBeNull();
    expect(await me.commands()).toEqual(Array(3).fill(`start ${id} v1`));
  });

  it('closes it at once; neither an edit nor a resume opens it, and it does not count as running', async () => {
    const { id } = await start({ expiresAt: inMs(3_600_000) });
    await expire();
    const closed = itemOf(await me.send('GET', `thresholds/${id}`));
    expect([closed.threshold.pause, closed.state.status]).toEqual(['expired', 'closed']);
    expect(itemOf(await change(id, { pause: null })).threshold.pause).toBe('expired');
    const edited = itemOf(await change(id, { value: 12_000 }));
    expect(edited.threshold).toMatchObject({ value: 12_000, pause: 'expired' });
    expect(itemOf(await change(id, { note: 'Tarde' })).threshold.pause).toBe('expired');
    expect((await me.commands()).filter((command) => command.endsWith('v2'))).toEqual([
      `stop ${id} v2`,
    ]);
    // What a client read before comes back as it was.
    const { configuracion } = await me.settings();
    const saved = await me.send('PUT', 'config', configuracion);
    expect(settings.parse(saved.body).configuracion.umbrales[id]?.pause).toBe('expired');
  });

  it.each([
    ['another date', () => inMs(3_600_000)],
    ['none', () => null],
  ])('starts it again with %s, as a resume does', async (_what, next) => {
    const { id, threshold } = await start({ expiresAt: inMs(3_600_000) });
    await expire();
    const again = itemOf(await change(id, { expiresAt: next() }));
    expect(again.threshold).toMatchObject({ pause: null, version: threshold.version + 1 });
    expect(again.state.status).toBe('starting');
    expect((await me.commands()).at(-1)).toBe(`start ${id} v2`);
  });
});
