/** What one request may make the process do: each route's largest bodies are counted before a schema or a parser reads them. */
import type { InjectOptions } from 'fastify';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { errorBody } from '#contract/errors.ts';
import { maxNoteLength } from '#domain/threshold.ts';
import { drawKey } from '#server/auth/api-key.ts';
import { InMemoryRateLimitStore } from '#server/auth/rate-limit-store.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { createKey, openTestApi } from './api.harness.ts';
import { below } from './api-user.ts';
import { samples } from './authorisation-samples.ts';

const api = await openTestApi();
afterEach(() => void vi.useRealTimers());

const send = async (uid: string, options: InjectOptions) => {
  const authorization = `Bearer ${await api.token({ uid })}`;
  const response = await api.app.inject({
    ...options,
    headers: { 'content-type': 'application/json', authorization, ...options.headers },
  });
  return { status: response.statusCode, text: response.body };
};
const numbered = (count: number, value: unknown) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`u${index}`, value]));

/** Bodies of the largest size that any route reads, of what costs most for its bytes. */
const hostile = {
  'forty thousand thresholds': { partidos: [], umbrales: numbered(40_000, {}), frecuencia: 60 },
  'fifty thousand unknown fields': numbered(50_000, 1),
};
const hostileBodies = Object.values(hostile).map((body) => JSON.stringify(body));
const written = Object.keys(samples).filter((route) => /^(POST|PUT|PATCH) /.test(route));

describe('every route that reads a body', () => {
  it.each(written)(
    '%s answers the costliest ones without failing, and with at most twenty errors',
    async (route) => {
      const [method = '', path = ''] = route.split(' ');
      const url = path.replace(/\{\w+\}/g, 'mail');
      for (const [index, payload] of hostileBodies.entries()) {
        const answer = await send(`coste-${index}`, { method: method as 'POST', url, payload });
        expect([answer.status, answer.text.slice(0, 200)]).not.toEqual([500, expect.anything()]);
        if (answer.status < 300) continue;
        const { fields = [] } = errorBody.parse(JSON.parse(answer.text));
        expect(fields.length).toBeLessThanOrEqual(20);
      }
    },
  );

  it('reads 64 kB, and a megabyte where it carries all thresholds', async () => {
    const post = (url: string, bytes: number) =>
      send('bytes', {
        method: url.endsWith('config') ? 'PUT' : 'POST',
        url,
        payload: JSON.stringify({ partidos: ['x'.repeat(bytes)] }),
      });
    const tooLarge = 'La petición es demasiado grande.';
    expect((await post('/api/users/thresholds', 60_000)).text).not.toContain(tooLarge);
    expect((await post('/api/users/thresholds', 70_000)).text).toContain(tooLarge);
    expect((await post('/api/users/config', 1_000_000)).text).not.toContain(tooLarge);
    expect((await post('/api/users/config', 1_100_000)).text).toContain(tooLarge);
  });

  it('takes what the largest plan may hold', async () => {
    await api.call({ url: '/api/auth/verify', as: { uid: 'elite' } });
    await api.pool.query(`insert into plan_grants values ('elite', 'elite', 'test')`);
    const threshold = { ...below(), note: 'ñ'.repeat(maxNoteLength), channels: ['mail'] };
    const saved = await send('elite', {
      method: 'PUT',
      url: '/api/users/config',
      payload: { partidos: ['m1'], umbrales: numbered(1_000, threshold), frecuencia: 60 },
    });
    expect([saved.status, saved.text.slice(0, 100)]).toEqual([200, expect.any(String)]);
    const changes = Object.keys(numbered(1_000, 0)).map((id) => ({
      kind: 'change',
      id,
      patch: { value: 4_000 },
    }));
    const changed = await send('elite', {
      method: 'POST',
      url: '/api/users/thresholds/batch',
      payload: JSON.stringify({ changes }),
    });
    expect([changed.status, changed.text.slice(0, 100)]).toEqual([200, expect.any(String)]);
    const file = await send('elite', { url: '/api/users/thresholds?format=json' });
    const read = await send('elite', {
      method: 'POST',
      url: '/api/users/thresholds/import?dryRun=1',
      payload: file.text,
    });
    expect(JSON.parse(read.text)).toMatchObject({ total: { same: 1_000, reject: 0 } });
  });
});

describe('what is sent in a list', () => {
  const config = (more: object) => ({ partidos: [], umbrales: {}, frecuencia: 60, ...more });
  const ids = (count: number) => Object.keys(numbered(count, 0));
  const channels = { u: { ...below(), channels: Array(200_000).fill(0) } };
  const routes = {
    config: ['PUT', '/api/users/config'],
    batch: ['POST', '/api/users/thresholds/batch'],
    file: ['POST', '/api/users/thresholds/import?dryRun=1'],
    alerts: ['PATCH', '/api/users/alerts'],
  } as const;
  const answerTo = async (route: keyof typeof routes, payload: unknown) => {
    const [method, url] = routes[route];
    const { status, text } = await send('listas', {
      method,
      url,
      payload: JSON.stringify(payload),
    });
    return { status, ...errorBody.parse(JSON.parse(text)) };
  };

  it.each<[string, keyof typeof routes, unknown, string]>([
    ['many', 'config', config({ umbrales: numbered(1_001, 1) }), ' en «umbrales»: caben 1000'],
    ['10 001 matches', 'config', config({ partidos: ids(10_001) }), ' en «partidos»: caben 10000'],
    ['200 000 channels', 'config', config({ umbrales: channels }), ' en «channels»: caben 21'],
    ['101 fields', 'config', config({ umbrales: { u: numbered(101, 1) } }), ': caben 100'],
    ['1 001 changes', 'batch', { changes: Array(1_001).fill(1) }, ' en «changes»: caben 1000'],
    ['501 alerts', 'alerts', { read: true, ids: ids(501) }, ' en «ids»: caben 500'],
  ])('is counted before its schema reads it: %s', async (_, route, payload, where) => {
    const { status, error, fields } = await answerTo(route, payload);
    expect([status, error, fields]).toEqual([400, `Hay demasiados datos${where}.`, undefined]);
  });
});

describe('rows that an account handles', () => {
  const uid = 'filas';
  const umbrales = numbered(1_000, below());
  const config = JSON.stringify({ partidos: [], umbrales, frecuencia: 60 });
  const put: InjectOptions = { method: 'PUT', url: '/api/users/config', payload: config };
  const post = (url: string, payload: object): InjectOptions => ({
    method: 'POST',
    url,
    payload: JSON.stringify(payload),
  });
  beforeAll(async () => {
    await api.call({ url: '/api/auth/verify', as: { uid } });
    await api.pool.query(`insert into plan_grants values ($1, 'elite', 'test')`, [uid]);
    expect((await send(uid, put)).status).toBe(200);
    // Its client loads its code with the first request, on a busy machine for longer than that one may take.
    await waitFor(() => api.documents.export(uid));
  });
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));

  const one = '/api/users/thresholds/u1';
  const changes = [{ kind: 'delete', id: 'no' }];
  it.each<[string, number, InjectOptions]>([
    ['its settings', 1_000, { url: '/api/users/config' }],
    ['its thresholds', 1_000, { url: '/api/users/thresholds?limit=1' }],
    ['a page of an export', 500, { url: '/api/users/export' }],
    ['a match, with its chart', 1_502, { url: '/api/monitoring/match?id=m1&points=500' }],
    ['a batch of one', 3, post('/api/users/thresholds/batch', { changes })],
    ['all where one is changed', 1_000, { method: 'PATCH', url: one, payload: '{"note":"x"}' }],
    ['an import', 3_000, post('/api/users/thresholds/import?dryRun=1', { umbrales })],
  ])('are those of %s: %i', async (_, rows, request) => {
    const add = vi.spyOn(InMemoryRateLimitStore.prototype, 'add');
    expect((await send(uid, request)).status).toBe(200);
    const counted = add.mock.calls.map(([, count]) => count);
    add.mockRestore();
    expect(counted).toContain(rows);
  });
});

describe('a program', () => {
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  async function connect(uid: string) {
    await api.call({ url: '/api/auth/verify', as: { uid } });
    await api.pool.query(`insert into plan_grants values ($1, 'elite', 'test')`, [uid]);
    return createKey(api.pool, uid);
  }
  const post = (key: string, payload: unknown, remoteAddress = '198.51.100.7') =>
    api.app.inject({
      method: 'POST',
      url: '/mcp',
      remoteAddress,
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      payload: JSON.stringify(payload),
    });

  it('sends one message a request', async () => {
    const answer = await post(await connect('lotes'), Array(100).fill(message));
    expect([answer.statusCode, answer.json()]).toMatchObject([400, { error: { code: -32_600 } }]);
  });

  it('is let in beside one that tries wrong keys, which cost no query after the three hundredth', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const key = await connect('vecino');
    const address = '203.0.113.77';
    const wrong = () => post(drawKey('vigia_').key, message, address);
    expect((await post(key, message, address)).statusCode).toBe(200);
    for (let n = 0; n < 301; n += 1) await wrong();
    const query = vi.spyOn(api.pool, 'query');
    expect((await wrong()).statusCode).toBe(429);
    expect(query).not.toHaveBeenCalled();
    query.mockRestore();
    expect((await post(key, message, address)).statusCode).toBe(200);
  });
});
