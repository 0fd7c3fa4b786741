/** API of threshold import and export: round trip, dry run, all lines or none, plan limits. */
import { beforeAll, describe, expect, it } from 'vitest';
import { errorBody } from '#contract/errors.ts';
import {
  importReport,
  thresholdFileColumns,
  thresholdsFile,
} from '#contract/threshold-import-export.ts';
import { openTestApi } from './api.harness.ts';
import { below, codeOf, openApiUser } from './api-user.ts';

const api = await openTestApi();
const me = openApiUser(api);
beforeAll(async () => {
  await api.pool.query(`update collectibles set category = '=Cat, 2' where id = 'c2'`);
});

const ruled = (target: string, value: number) => ({ ...below(target, value), bandBp: 300 });
const cheapest = {
  target: { kind: 'match', id: 'm1', category: '=Cat, 2' },
  condition: 'change',
  value: 500,
  currency: 'EUR',
  bandBp: 0,
  pause: 'user',
};
const settings = { partidos: ['m1'], frecuencia: 120 };
const idsNow = async () => Object.keys((await me.settings()).configuracion.umbrales).sort();
const importFile = (
  payload: string | object,
  { dryRun = false, skip = false, type = 'text/csv; charset=utf-8' } = {},
) =>
  me.send(
    'POST',
    `thresholds/import?dryRun=${dryRun ? 1 : 0}&skipInvalid=${skip ? 1 : 0}`,
    payload,
    typeof payload === 'string' ? { 'content-type': type } : {},
  );
const report = async (...args: Parameters<typeof importFile>) => {
  const answer = await importFile(...args);
  expect([answer.status, answer.text.slice(0, 300)]).toEqual([200, expect.anything()]);
  return importReport.parse(answer.body);
};
const header = thresholdFileColumns.join(',');
const csv = (...lines: string[]) => [header, ...lines].join('\n');
const line = (id: string, collectible = 'c1', value = 15_000) =>
  `${id},coleccionable,${collectible},,por_debajo,${value / 100},EUR,,,`;

describe('a round trip', () => {
  it.each(['csv', 'json'])(
    'through %s changes nothing, and restores what was deleted',
    async (format) => {
      await me.grant('premium');
      await me.put({ t1: below(), '-t2': cheapest }, settings);
      const before = await me.settings();
      const { text, body, headers } = await me.send('GET', `thresholds?format=${format}`);
      expect(headers['content-disposition']).toContain(`umbrales.${format}`);
      const file = format === 'json' ? thresholdsFile.parse(body) : text;
      if (format === 'csv')
        expect(text).toContain(`'-t2;partido;m1;'=Cat, 2;variacion;5 %;EUR;0 %;usuario;`);
      const same = await report(file);
      expect(same.total).toEqual({ create: 0, change: 0, same: 2, reject: 0 });
      expect((await me.settings()).configuracion).toEqual(before.configuracion);
      await me.put({}, settings);
      expect((await report(file)).total).toEqual({ create: 2, change: 0, same: 0, reject: 0 });
      const after = await me.settings();
      expect(after.configuracion.umbrales).toMatchObject({ t1: below(), '-t2': cheapest });
      expect(after.configuracion).toMatchObject({ partidos: ['m1'], frecuencia: 120 });
    },
  );
});

describe('an import', () => {
  it('creates, changes or skips each line and reports it; a dry run reports the same and changes nothing', async () => {
    await me.put({ t1: below(), t2: below('c2'), t3: below('c2', 7_000) });
    const before = await me.settings();
    const file = csv(line('t1'), line('t2', 'c2', 8_000), line('', 'c1', 9_000), line('n1'));
    const of = (id: 'c1' | 'c2', value: number) => ({
      threshold: ruled(id, value),
      matchName: 'España – Uruguay',
      ...(id === 'c1'
        ? { part: 'Cat 1', category: 'cat-1' }
        : { part: '=Cat, 2', category: '=Cat, 2' }),
      errors: [],
    });
    const expected = {
      total: { create: 2, change: 1, same: 1, reject: 0 },
      limit: null,
      lines: [
        { line: 2, id: 't1', outcome: 'same', ...of('c1', 15_000) },
        { line: 3, id: 't2', outcome: 'change', ...of('c2', 8_000) },
        { line: 4, id: null, outcome: 'create', ...of('c1', 9_000) },
        { line: 5, id: 'n1', outcome: 'create', ...of('c1', 15_000) },
      ],
    };
    expect(await report(file, { dryRun: true })).toEqual({ applied: false, ...expected });
    expect(await me.settings()).toEqual(before);
    expect(await report(file)).toEqual({ applied: true, ...expected });
    const { configuracion, version } = await me.settings();
    expect(version).toBe(before.version + 1);
    expect(Object.keys(configuracion.umbrales)).toHaveLength(5);
    expect(configuracion.umbrales).toMatchObject({
      t1: { version: 1 },
      t2: { version: 2, value: 8_000 },
      t3: { version: 1, value: 7_000 },
      n1: { value: 15_000 },
    });
    const { rows } = await api.pool.query('select 1 from projection_jobs where uid = $1', [me.uid]);
    expect(rows).toHaveLength(1);
  });

  it('of the same file again, its answer lost, creates nothing twice', async () => {
    await me.grant('premium');
    await me.put({}, settings);
    const file = csv(line(''), line('', 'c1', 16_000));
    expect((await report(file)).total).toMatchObject({ create: 2 });
    expect((await report(file)).total).toMatchObject({ create: 0, same: 2 });
    expect(Object.keys((await me.settings()).configuracion.umbrales)).toHaveLength(2);
    expect((await report(csv(line('')))).total).toMatchObject({ create: 1 });
  });

  it('imports nothing when a line is invalid, and names every such line', async () => {
    await me.put({ t1: below() });
    const file = csv(
      line('n1'),
      line('n2', 'nope'),
      line('n3', 'c4'),
      line('n4', 'c1', 0),
      'x y,,,,,,,,,',
    );
    const dry = await report(file, { dryRun: true });
    expect(dry.total).toEqual({ create: 1, change: 0, same: 0, reject: 4 });
    expect(dry.lines.map(({ line, errors }) => [line, errors[0]])).toEqual([
      [2, undefined],
      [3, 'No existe lo que quieres vigilar.'],
      [4, 'El partido ya empezó.'],
      [5, 'El precio debe estar entre 0,01\u00a0€ y 10.000.000\u00a0€.'],
      [6, 'El id lleva de 1 a 64 letras, cifras, guiones o guiones bajos.'],
    ]);
    const rejected = await importFile(file);
    expect(rejected.status).toBe(422);
    const { error, code, fields } = errorBody.parse(rejected.body);
    expect([code, error]).toEqual([
      'validation_failed',
      'Línea 3: No existe lo que quieres vigilar. No se ha importado nada.',
    ]);
    expect(fields?.map(({ path }) => path)).toEqual(['line 3', 'line 4', 'line 5', 'line 6']);
    expect(await idsNow()).toEqual(['t1']);
  });

  it('leaves out invalid lines where asked to, and keeps to the plan’s limit with the others', async () => {
    await me.put({ t1: below() });
    const file = csv(line('n1'), line('n2', 'nope'), 'n3,coleccionable,c1,,minimo,7,EUR,,,');
    const total = { create: 1, change: 0, same: 0, reject: 2 };
    expect(await report(file, { dryRun: true, skip: true })).toMatchObject({ total, limit: null });
    expect(await report(file, { skip: true })).toMatchObject({ applied: true, total });
    expect(await idsNow()).toEqual(['n1', 't1']);
    const five = csv(...[2, 3, 4, 5, 6].map((n) => line(`m${n}`)), line('m7', 'nope'));
    expect((await importFile(five, { skip: true })).status).toBe(402);
    expect(await idsNow()).toHaveLength(2);
  });

  it('says in the dry run which limit it exceeds, of number or of kind', async () => {
    const six = csv(...[1, 2, 3, 4, 5, 6].map((n) => line(`n${n}`)));
    const limit = { error: 'El plan Básico admite hasta 5 umbrales.', requiredPlan: 'premium' };
    expect((await report(six, { dryRun: true })).limit).toEqual(limit);
    expect(await importFile(six)).toMatchObject({ status: 402, body: limit });
    const premiumOnly = csv(line('n1'), 'n2,coleccionable,c1,,minimo,7,EUR,,,');
    const dry = await report(premiumOnly, { dryRun: true });
    const error = 'El plan Básico no incluye esa condición.';
    expect(dry.limit).toEqual({ error, requiredPlan: 'premium' });
    expect(dry.lines[1]).toMatchObject({ outcome: 'reject', errors: [error] });
    expect(await idsNow()).toEqual([]);
  });

  it.each([
    ['no body', '', 'application/json'],
    ['an unknown field', '{"umbrales":{},"partidos":[]}', 'application/json'],
    ['a list', '[]', 'application/json'],
    ['a file in another encoding', 'id,categor\xeda', 'text/csv'],
    ['another kind of file', '<a/>', 'application/xml'],
  ])('rejects %s with a message', async (_name, payload, type) => {
    const body = payload.includes('\xed') ? Buffer.from(payload, 'latin1') : payload;
    const response = await api.app.inject({
      method: 'POST',
      url: '/api/users/thresholds/import',
      payload: body,
      headers: {
        authorization: `Bearer ${await api.token({ uid: me.uid })}`,
        'content-type': type,
      },
    });
    expect(codeOf({ status: response.statusCode, body: response.json() })).toEqual([
      400,
      'invalid_request',
    ]);
  });
});
