/** API of the settings: replaced as a whole, If-Match; restarts only changed thresholds (docs/alerts.md, rule 5). */
import { describe, expect, it, vi } from 'vitest';
import { errorBody } from '#contract/errors.ts';
import { profile } from '#contract/users.ts';
import { DocumentsUnavailable } from '#server/profile/profile-documents.ts';
import { createDocument, openTestApi } from './api.harness.ts';
import { below, codeOf, openApiUser } from './api-user.ts';

const api = await openTestApi();
const me = openApiUser(api);

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

describe('replacing settings', () => {
  it('stores them, enqueues commands for the worker, and returns the stored settings', async () => {
    const saved = await me.save({ t1: below() }, { partidos: ['m1', 'm1'], frecuencia: 120 });
    expect(saved.configuracion).toMatchObject({
      partidos: ['m1'],
      frecuencia: 120,
      umbrales: { t1: { ...below(), bandBp: 300, pause: null, snoozedUntil: null, version: 1 } },
    });
    expect(saved.states.t1).toEqual({ status: 'starting', armed: true, base: null, episode: 0 });
    expect(await me.settings()).toEqual(saved);
    expect(await me.commands()).toEqual(['start t1 v1']);
  });

  it('changes nothing when the same thresholds are sent, whatever their version and creadoEn', async () => {
    const { configuracion } = await me.save({ t1: below() });
    const threshold = {
      ...configuracion.umbrales.t1,
      version: 99,
      createdAt: '2000-01-01T00:00:00Z',
    };
    const again = await me.save({ t1: threshold }, { frecuencia: 300 });
    expect(again.configuracion.umbrales).toEqual(configuracion.umbrales);
    expect(await me.commands()).toEqual(['start t1 v1']);
  });

  it('starts a new version of what changes its rule, and leaves the others', async () => {
    await me.save({ t1: below(), t2: below('c2') });
    await me.applyCommands();
    await me.updateThresholds('active_from = now(), armed = false, base = 5, episode = 3');
    const saved = await me.save({ t1: below('c1', 14_000), t2: below('c2') });
    expect(saved.configuracion.umbrales).toMatchObject({ t1: { version: 2 }, t2: { version: 1 } });
    expect(saved.states).toEqual({
      t1: { status: 'starting', armed: true, base: null, episode: 0 },
      t2: { status: 'crossed', armed: false, base: 5, episode: 3 },
    });
    expect(await me.commands()).toEqual(['start t1 v1', 'start t2 v1', 'start t1 v2']);
  });

  const paused = { pause: 'user' };
  it.each<[string, (object | null)[], string[]]>([
    ['pauses without a new version and resumes with one', [paused, {}], ['stop v1', 'start v2']],
    // Without it the worker would go on evaluating, and mail a paused threshold.
    ['stops one edited right after its pause', [paused, { ...paused, value: 1 }], ['stop v1']],
    ['deletes, and the id can be used again', [null, {}], ['stop v1', 'start v1']],
    ['snoozes with a delayed start', [{ snoozedUntil: inAnHour() }], ['stop v2', 'start v2 later']],
    [
      'pauses one that is snoozed: its delayed start is cancelled',
      [{ snoozedUntil: inAnHour() }, { ...paused, snoozedUntil: inAnHour() }],
      ['stop v2'],
    ],
    ['wakes one early', [{ snoozedUntil: inAnHour() }, {}], ['stop v2', 'start v3']],
  ])('%s', async (_name, edits, expected) => {
    await me.save({ t1: below() });
    await me.applyCommands();
    for (const edit of edits) await me.save(edit === null ? {} : { t1: { ...below(), ...edit } });
    const commands = await me.commands();
    expect(commands.map((command) => command.replace(' t1', '')).slice(1)).toEqual(expected);
  });

  it('keeps pauses set by the system until the user edits the threshold', async () => {
    await me.save({ t1: below(), t2: below('c2') });
    await me.updateThresholds(`pause_reason = 'currency'`);
    const same = await me.save({ t1: below(), t2: { ...below('c2'), pause: 'currency' } });
    const byMarket = { pause: 'currency', version: 1 };
    expect(same.configuracion.umbrales).toMatchObject({ t1: byMarket, t2: byMarket });
    const edited = await me.save({ t1: below('c1', 100), t2: below('c2') });
    expect(edited.configuracion.umbrales).toMatchObject({
      t1: { pause: null, version: 2 },
      t2: byMarket,
    });
  });

  it('rejects an outdated If-Match, and accepts one of two saves at once with the same', async () => {
    const tag = async () => ({
      'if-match': String((await me.send('GET', 'config')).headers.etag),
    });
    const first = await tag();
    expect((await me.put({}, {}, first)).status).toBe(200);
    const outdated = await me.put({}, {}, first);
    expect(codeOf(outdated)).toEqual([409, 'conflict']);
    expect(errorBody.parse(outdated.body).stored).toEqual(await me.settings());
    const frequency = (more: object) => me.send('PATCH', 'config', { frecuencia: 90 }, more);
    expect(errorBody.parse((await frequency(first)).body).stored).toMatchObject({ frecuencia: 60 });
    expect((await frequency(await tag())).body).toMatchObject({ frecuencia: 90 });
    expect((await me.settings()).configuracion).toMatchObject({ frecuencia: 90, umbrales: {} });
    expect((await me.put({}, {}, { 'if-match': '*' })).status).toBe(200);
    const now = await tag();
    const both = await Promise.all([
      me.put({ a: below() }, {}, now),
      me.put({ b: below() }, {}, now),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('moves a pending check forward, never back', async () => {
    await api.pool.query(`insert into pending_checks values ($1, now() + interval '60 seconds')`, [
      me.uid,
    ]);
    const due = async () => {
      const { rows } = await api.pool.query<{ s: number }>(
        'select extract(epoch from due_at - now())::float as s from pending_checks where uid = $1',
        [me.uid],
      );
      return rows[0]?.s;
    };
    await me.save({}, { frecuencia: 86_400 });
    expect(await due()).toBeLessThan(61);
    await me.grant('elite');
    await me.save({}, { frecuencia: 5 });
    expect(await due()).toBeLessThan(6);
  });
});

describe('the profile', () => {
  const rename = (more: object = {}) =>
    me.send('PATCH', 'profile', { username: 'Nombre', ...more });
  const read = async () => profile.parse((await me.send('GET', 'profile')).body);

  it('merges the document with stored settings, and PATCH writes the document', async () => {
    await me.save({ t1: below() });
    expect((await rename()).status).toBe(409);
    await createDocument(api, me.uid);
    const changed = { username: 'Nombre', onboardingCompletado: true };
    expect((await rename(changed)).body).toMatchObject(changed);
    expect(await api.documents.read(me.uid)).toMatchObject(changed);
    expect(Object.keys((await read()).configuracion.umbrales)).toEqual(['t1']);
  });

  it.each([
    ['unavailable', new DocumentsUnavailable('away'), 503, '5'],
    // An operator's to see.
    ['internal', new TypeError('a fault'), 500, undefined],
  ])('keeps its name while the document database is at fault: %s', async (code, error, ...rest) => {
    await createDocument(api, me.uid);
    vi.spyOn(api.documents, 'update').mockRejectedValueOnce(error);
    const answer = await rename();
    vi.restoreAllMocks();
    expect(codeOf(answer)).toEqual([rest[0], code]);
    expect(answer.headers['retry-after']).toBe(rest[1]);
    expect((await read()).username).toBe('inicial');
    const { rows } = await api.pool.query('select username from users where uid = $1', [me.uid]);
    expect(rows).not.toEqual([{ username: 'Nombre' }]);
  });
});
