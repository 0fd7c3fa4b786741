/** API of threshold import and export: round trip, dry run, all lines or none, plan limits. */
import { beforeAll, describe, expect, it } from 'vitest';
import { errorBody } from '#contract/errors.ts';
import {
  importReport,
  thresholdColumns,
  thresholdsFile,
} from '#contract/threshold-import-export.ts';
import { openTestApi, seedMarket } from './api.harness.ts';
import { below, codeOf, openApiUser } from './api-user.ts';

const api = await openTestApi();
const me = openApiUser(api);
beforeAll(async () => {
  await seedMarket(api.pool);
  await api.pool.query(`update collectibles set category = '=Cat, 2' where id = 'c2'`);
});

const cheapest = {
  objetivo: { tipo: 'partido', id: 'm1', categoria: '=Cat, 2' },
  condicion: 'variacion',
  valor: 500,
  moneda: 'EUR',
  banda: 0,
  pausa: 'usuario',
};
const settings = { partidos: ['m1'], frecuencia: 120 };
const idsNow = async () => Object.keys((await me.settings()).configuracion.umbrales).sort();
const importFile = (
  payload: string | object,
  { dryRun = false, skip = false, type = 'text/csv; charset=utf-8' } = {},
) =>
  me.send(
    'POST',
    `thresholds/import?prueba=${dryRun ? 1 : 0}&omitir=${skip ? 1 : 0}`,
    payload,
    typeof payload === 'string' ? { 'content-type': type } : {},
  );
const report = async (...args: Parameters<typeof importFile>) => {
  const answer = await importFile(...args);
  expect([answer.status, answer.text.slice(0, 300)]).toEqual([200, expect.anything()]);
  return importReport.parse(answer.body);
};
const header = thresholdColumns.join(',');
const csv = (...lines: string[]) => [header, ...lines].join('\n');
const line = (id: string, collectible = 'c1', valor = 15_000) =>
  `${id},coleccionable,${collectible},,por_debajo,${valor},EUR,,,`;

describe('a round trip', () => {
  it.each(['csv', 'json'])(
    'through %s changes nothing, and restores what was deleted',
    async (formato) => {
      await me.grant('premium');
      await me.put({ t1: below(), '-t2': cheapest }, settings);
      const before = await me.settings();
      const { text, body, headers } = await me.send('GET', `thresholds?formato=${formato}`);
      expect(headers['content-disposition']).toContain(`umbrales.${formato}`);
      const file = formato === 'json' ? thresholdsFile.parse(body) : text;
      if (formato === 'csv')
        expect(text).toContain(`'-t2;partido;m1;'=Cat, 2;variacion;500;EUR;0;usuario;`);
      const same = await report(file);
      expect(same.total).toEqual({ crear: 0, cambiar: 0, igual: 2, rechazar: 0 });
      expect((await me.settings()).configuracion).toEqual(before.configuracion);
      await me.put({}, settings);
      expect((await report(file)).total).toEqual({ crear: 2, cambiar: 0, igual: 0, rechazar: 0 });
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
    const expected = {
      total: { crear: 2, cambiar: 1, igual: 1, rechazar: 0 },
      limite: null,
      lineas: [
        { linea: 2, id: 't1', umbral: below('c1', 15_000), resultado: 'igual', errores: [] },
        { linea: 3, id: 't2', umbral: below('c2', 8_000), resultado: 'cambiar', errores: [] },
        { linea: 4, id: null, umbral: below('c1', 9_000), resultado: 'crear', errores: [] },
        { linea: 5, id: 'n1', umbral: below('c1', 15_000), resultado: 'crear', errores: [] },
      ],
    };
    expect(await report(file, { dryRun: true })).toEqual({ aplicado: false, ...expected });
    expect(await me.settings()).toEqual(before);
    expect(await report(file)).toEqual({ aplicado: true, ...expected });
    const { configuracion, version } = await me.settings();
    expect(version).toBe(before.version + 1);
    expect(Object.keys(configuracion.umbrales)).toHaveLength(5);
    expect(configuracion.umbrales).toMatchObject({
      t1: { version: 1 },
      t2: { version: 2, valor: 8_000 },
      t3: { version: 1, valor: 7_000 },
      n1: { valor: 15_000 },
    });
    const { rows } = await api.pool.query('select 1 from projection_jobs where uid = $1', [me.uid]);
    expect(rows).toHaveLength(1);
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
    expect(dry.total).toEqual({ crear: 1, cambiar: 0, igual: 0, rechazar: 4 });
    expect(dry.lineas.map(({ linea, errores }) => [linea, errores[0]])).toEqual([
      [2, undefined],
      [3, 'No existe lo que quieres vigilar.'],
      [4, 'El partido ya empezó.'],
      [5, 'El valor debe estar entre 1 y 1000000000.'],
      [6, 'El id lleva de 1 a 64 letras, cifras, guiones o guiones bajos.'],
    ]);
    const rejected = await importFile(file);
    expect(rejected.status).toBe(422);
    const { error, code, fields } = errorBody.parse(rejected.body);
    expect([code, error]).toEqual([
      'validation_failed',
      'Línea 3: No existe lo que quieres vigilar. No se ha importado nada.',
    ]);
    expect(fields?.map(({ path }) => path)).toEqual(['linea 3', 'linea 4', 'linea 5', 'linea 6']);
    expect(await idsNow()).toEqual(['t1']);
  });

  it('leaves out invalid lines where asked to, and keeps to the plan’s limit with the others', async () => {
    await me.put({ t1: below() });
    const file = csv(line('n1'), line('n2', 'nope'), 'n3,coleccionable,c1,,minimo,7,EUR,,,');
    const total = { crear: 1, cambiar: 0, igual: 0, rechazar: 2 };
    expect(await report(file, { dryRun: true, skip: true })).toMatchObject({ total, limite: null });
    expect(await report(file, { skip: true })).toMatchObject({ aplicado: true, total });
    expect(await idsNow()).toEqual(['n1', 't1']);
    const five = csv(...[2, 3, 4, 5, 6].map((n) => line(`m${n}`)), line('m7', 'nope'));
    expect((await importFile(five, { skip: true })).status).toBe(402);
    expect(await idsNow()).toHaveLength(2);
  });

  it('says in the dry run which limit it exceeds, of number or of kind', async () => {
    const six = csv(...[1, 2, 3, 4, 5, 6].map((n) => line(`n${n}`)));
    const limite = { error: 'El plan Básico admite hasta 5 umbrales.', requiredPlan: 'premium' };
    expect((await report(six, { dryRun: true })).limite).toEqual(limite);
    expect(await importFile(six)).toMatchObject({ status: 402, body: limite });
    const premiumOnly = csv(line('n1'), 'n2,coleccionable,c1,,minimo,7,EUR,,,');
    const dry = await report(premiumOnly, { dryRun: true });
    const error = 'El plan Básico no incluye esa condición.';
    expect(dry.limite).toEqual({ error, requiredPlan: 'premium' });
    expect(dry.lineas[1]).toMatchObject({ resultado: 'rechazar', errores: [error] });
    expect(await idsNow()).toEqual([]);
  });

  it('knows a category by its letters, whatever spaces and accents a spreadsheet wrote', async () => {
    await me.grant('premium');
    const line = 'x,partido,m1,"=Cat,\u00A02",por_debajo,100,EUR,,,';
    const { lineas } = await report(csv(line), { dryRun: true });
    expect(lineas[0]).toMatchObject({
      resultado: 'crear',
      umbral: { objetivo: { categoria: '=Cat, 2' } },
    });
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
