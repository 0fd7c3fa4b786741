/** What an account's requests may handle in a minute: nobody's process is taken by one account, and no answer is cut off. */
import { Readable } from 'node:stream';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AppError } from '../base/errors.ts';
import { limitConcurrency } from '../monitoring/limit-concurrency.ts';
import { limitRows } from './row-budget.ts';

let app: FastifyInstance;
let open: (() => void)[];
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  open = [];
  app = Fastify();
  app.decorateRequest('session', null);
  app.addHook('onRequest', async (request) => {
    Object.assign(request, { session: { user: { uid: request.headers.uid } } });
  });
  app.setErrorHandler((error, _request, reply) => {
    const { extras } = error instanceof AppError ? error : {};
    return reply.code(extras === undefined ? 500 : 429).send(extras);
  });
  limitRows(app);
  app.get('/some/:rows', async (request) => {
    request.countRows(Number((request.params as { rows: string }).rows));
    return { ok: true };
  });
  app.get('/file', async (request, reply) =>
    reply.send(
      Readable.from(
        (function* () {
          for (const page of ['uno', 'dos']) {
            request.countRows(100_000);
            yield page;
          }
        })(),
      ),
    ),
  );
  app.post('/body', { bodyLimit: 128_000 }, async () => {
    throw new AppError('too_many_requests', undefined, {});
  });
  await app.register(async (inTurns) => {
    limitConcurrency(inTurns);
    inTurns.get('/turn', async (request) => {
      await new Promise<void>((resolve) => open.push(resolve));
      request.countRows(30_000);
      return { ok: true };
    });
  });
});
afterEach(async () => {
  vi.useRealTimers();
  await app.close();
});

const get = (url: string, uid = 'ana') => app.inject({ url, headers: { uid } });
const statusOf = async (...request: Parameters<typeof get>) => (await get(...request)).statusCode;

it('refuses an account whose rows are spent until the minute is over, whatever it asks, and no other', async () => {
  // Fifty more for each request.
  expect(await statusOf('/some/99850')).toBe(200);
  vi.advanceTimersByTime(20_000);
  expect(await statusOf('/some/0')).toBe(200);
  const refused = await get('/file');
  expect([refused.statusCode, refused.json()]).toEqual([429, { retryAfterSeconds: 40 }]);
  expect(await statusOf('/some/0', 'eva')).toBe(200);
  vi.advanceTimersByTime(40_000);
  expect(await statusOf('/some/0')).toBe(200);
});

it('lets a file that is being sent end', async () => {
  const file = await get('/file');
  expect([file.statusCode, file.body]).toEqual([200, 'unodos']);
  expect(await statusOf('/file')).toBe(429);
});

it.each([
  ['as it announces it', {}, 150],
  ['as the longest where it announces none', { 'transfer-encoding': 'chunked' }, 1_050],
])('counts a body that is refused, %s', async (_, headers, rows) => {
  await app.inject({
    method: 'POST',
    url: '/body',
    headers: { uid: 'ana', 'content-type': 'text/plain', ...headers },
    payload: 'x'.repeat(12_800),
  });
  expect(await statusOf(`/some/${100_000 - rows - 101}`)).toBe(200);
  expect(await statusOf('/some/0')).toBe(200);
  expect(await statusOf('/some/0')).toBe(429);
});
