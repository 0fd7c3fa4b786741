/** Random requests to the API: no 500, and every error has the contract's shape. */
import fc from 'fast-check';
import type { HTTPMethods } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorBody } from '#contract/errors.ts';
import type { OpenApi } from '#server/openapi/build-document.ts';
import { byCampaignSize, report } from '../faults/support/campaign-size.ts';
import { openTestApi, seedMarket } from './api.harness.ts';

/** 1 700 requests in `npm test`, over ten thousand in the fault campaign (row 17). */
const times = byCampaignSize({ quick: 1, full: 6 });
const timeoutMs = 120_000 * times;
const statuses = new Map<number, number>();
const api = await openTestApi();
let requestCount = 0;
let authorization: string;
beforeAll(async () => {
  await seedMarket(api.pool);
});
/** Switches to a new user before the limits would refuse every request. */
async function nextUser(): Promise<void> {
  if (requestCount % 100 === 0)
    authorization = `Bearer ${await api.token({ uid: `fuzz-${requestCount / 100}` })}`;
  requestCount += 1;
}
afterAll(() => {
  const answers = [...statuses].sort(([a], [b]) => a - b);
  const all = answers.reduce((sum, [, times]) => sum + times, 0);
  report(`${all} random requests`, answers.map(([status, n]) => `${status}: ${n}`).join(', '));
});

const reads = ['matches', 'match', 'raw', 'stats'].map((name) => `/api/monitoring/${name}`);
const queried = [...reads, '/api/users/alerts', '/api/users/thresholds'];
const written: readonly [HTTPMethods, string][] = [
  ['PUT', '/api/users/config'],
  ['POST', '/api/users/thresholds'],
  ['POST', '/api/users/thresholds/batch'],
  ['PATCH', '/api/users/thresholds/t1'],
  ['PATCH', '/api/users/alerts'],
  ['PUT', '/api/users/notifications'],
  ['PATCH', '/api/users/profile'],
  ['POST', '/api/monitoring/preview'],
  ['POST', '/api/users/test-mail'],
  ['POST', '/api/users/thresholds/import'],
  ['POST', '/api/users/thresholds/import?prueba=1'],
  ['DELETE', '/api/users/profile'],
];
const names = [
  'id',
  'q',
  'match',
  'category',
  'cursor',
  'limit',
  'sort',
  'range',
  'points',
  'unread',
  'threshold',
];
const hostileText = fc.oneof(
  fc.constantFrom(
    'm1',
    'c1',
    '\0',
    '\ud800',
    '__proto__',
    '9'.repeat(30),
    '-1',
    'true',
    '',
    '%',
    'bTE',
    'a\nb',
    '٣',
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
);
const query = fc
  .array(fc.tuple(fc.constantFrom(...names), hostileText), { maxLength: 4 })
  .map((pairs) =>
    pairs.map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`).join('&'),
  );
const umbral = fc.record(
  {
    objetivo: fc.oneof(
      fc.record({ tipo: fc.constant('coleccionable'), id: fc.constantFrom('c1', 'c2', 'nope') }),
      fc.record(
        { tipo: fc.constant('partido'), id: fc.constantFrom('m1', 'm2'), categoria: hostileText },
        { requiredKeys: ['tipo', 'id'] },
      ),
    ),
    condicion: fc.constantFrom('por_debajo', 'por_encima', 'variacion', 'minimo'),
    valor: fc.oneof(
      fc.integer(),
      fc.integer({ min: 1, max: 400 }),
      fc.maxSafeInteger(),
      fc.double(),
    ),
    moneda: fc.constantFrom('EUR', 'USD', 'eur'),
    banda: fc.integer({ min: -1, max: 6_000 }),
    pausa: fc.constantFrom(null, 'usuario', 'plan', 'inicio', 'caducado'),
    silenciadoHasta: fc.oneof(
      fc.constantFrom(
        null,
        '9999-12-31T23:59:59Z',
        '9999-12-31T23:59:59-23:59',
        '0001-01-01T00:00:00Z',
      ),
      fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
    ),
    nota: fc.oneof(fc.constant(null), hostileText),
    caducaEn: fc.oneof(
      fc.constantFrom(
        null,
        '9999-12-31T23:59:59Z',
        '9999-12-31T23:59:59-23:59',
        '0000-01-01T00:00:00Z',
      ),
      fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
    ),
    version: fc.maxSafeInteger(),
  },
  { requiredKeys: ['objetivo', 'condicion', 'valor', 'moneda'] },
);
const settings = fc.record({
  partidos: fc.array(fc.constantFrom('m1', 'm2', 'm3', '__proto__', 'constructor'), {
    maxLength: 4,
  }),
  umbrales: fc.dictionary(
    fc.constantFrom('t1', 't2', 'constructor', 'toString', '__proto__'),
    umbral,
    { maxKeys: 3 },
  ),
  frecuencia: fc.constantFrom(0, 1, 60, 86_400, 86_401, 1.5, 2 ** 40),
});
const payload = fc.oneof(
  settings.map((value) => JSON.stringify(value)),
  settings.map(({ umbrales }) => JSON.stringify({ umbrales })),
  fc
    .record({ umbral, dias: fc.integer({ min: 0, max: 400 }) })
    .map((value) => JSON.stringify(value)),
  fc
    .record({ read: fc.constant(true), ids: fc.array(hostileText, { minLength: 1, maxLength: 3 }) })
    .map((value) => JSON.stringify(value)),
  fc.record({ username: hostileText }).map((value) => JSON.stringify(value)),
  fc.json(),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom(
    '['.repeat(5_000),
    '{"frecuencia":1e999}',
    '{"__proto__":{"x":1}}',
    '{"a":NaN}',
    '',
  ),
);
const contentType = fc.constantFrom(
  'application/json',
  'application/json; charset=utf-16',
  'text/plain',
  'text/csv',
  '',
);

/** Documented responses of a route; null for unknown paths. */
function documentedResponses(method: HTTPMethods, url: string): object | null {
  const paths = new Map(Object.entries((api.app.swagger() as unknown as OpenApi).paths));
  const operations = new Map(Object.entries(paths.get(url.split('?')[0] ?? '') ?? {}));
  const responses = operations.get(method.toLowerCase())?.responses;
  return typeof responses === 'object' ? responses : null;
}

async function sendAndAssert(options: {
  method: HTTPMethods;
  url: string;
  payload?: string;
  headers?: Record<string, string>;
}): Promise<void> {
  await nextUser();
  const response = await api.app.inject({
    ...options,
    headers: { authorization, ...options.headers },
  });
  statuses.set(response.statusCode, (statuses.get(response.statusCode) ?? 0) + 1);
  expect([options.url, response.statusCode >= 500, response.body.slice(0, 200)]).toEqual([
    options.url,
    false,
    expect.anything(),
  ]);
  if (response.statusCode >= 400) errorBody.parse(response.json());
  const route = documentedResponses(options.method, options.url);
  if (route !== null)
    expect([options.url, Object.keys(route)]).toEqual([
      options.url,
      expect.arrayContaining([String(response.statusCode)]),
    ]);
}

describe('the API', () => {
  it(
    'survives any query',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...queried), query, (path, text) =>
          sendAndAssert({ method: 'GET', url: `${path}?${text}` }),
        ),
        { numRuns: 500 * times },
      );
    },
    timeoutMs,
  );

  it(
    'survives any body',
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(...written),
          payload,
          contentType,
          ([method, url], text, type) =>
            sendAndAssert({
              method,
              url,
              payload: text,
              headers: type === '' ? {} : { 'content-type': type },
            }),
        ),
        { numRuns: 800 * times },
      );
    },
    timeoutMs,
  );

  it(
    'survives any path and If-Match',
    async () => {
      const header = fc.string({ maxLength: 20 }).map((text) => text.replace(/[^\x20-\x7e]/g, ''));
      await fc.assert(
        fc.asyncProperty(fc.webPath({ size: 'small' }), header, async (path, ifMatch) => {
          await sendAndAssert({ method: 'DELETE', url: `/api${path}` });
          const body = '{"partidos":[],"umbrales":{},"frecuencia":60}';
          const headers = { 'if-match': ifMatch, 'content-type': 'application/json' };
          await sendAndAssert({ method: 'PUT', url: '/api/users/config', payload: body, headers });
          const notices = '{"silencio":null,"correo":"activo","navegador":false}';
          await sendAndAssert({
            method: 'PUT',
            url: '/api/users/notifications',
            payload: notices,
            headers,
          });
        }),
        { numRuns: 200 * times },
      );
    },
    timeoutMs,
  );
});
