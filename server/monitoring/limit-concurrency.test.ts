/** One user's burst of requests: four run, twenty wait, the rest is refused, and others notice nothing. */
import { PassThrough } from 'node:stream';
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { waitFor } from '#tests/support/wait-for.ts';
import { AppError } from '../base/errors.ts';
import { limitConcurrency } from './limit-concurrency.ts';

let app: FastifyInstance;
let open: (() => void)[];
let errors: unknown[];
beforeEach(() => {
  open = [];
  errors = [];
  app = Fastify();
  app.decorateRequest('session', null);
  app.addHook('onRequest', async (request) => {
    Object.assign(request, { session: { user: { uid: request.headers.uid } } });
  });
  app.setErrorHandler((error, _request, reply) => {
    errors.push(error);
    return reply.code(error instanceof AppError ? 429 : 500).send({});
  });
  limitConcurrency(app);
  app.get('/slow', () => new Promise((resolve) => open.push(() => resolve({ ok: true }))));
  app.get('/broken', async () => {
    throw new Error('broken');
  });
});
afterEach(async () => {
  for (const end of open) end();
  await app.close();
});

const get = (uid: string, url = '/slow', method: 'GET' | 'HEAD' = 'GET') =>
  app.inject({ method, url, headers: { uid } });

it('lets four run and twenty wait; the twenty-fifth is told to come back', async () => {
  const burst = Array.from({ length: 24 }, () => get('ana'));
  await waitFor(() => expect(open).toHaveLength(4));
  expect((await get('ana')).statusCode).toBe(429);
  expect(errors).toMatchObject([{ code: 'too_many_requests', extras: { retryAfterSeconds: 2 } }]);
  const other = get('eva');
  await waitFor(() => expect(open).toHaveLength(5));
  for (let ended = 0; ended < 25; ended += 1) {
    await waitFor(() => expect(open.length).toBeGreaterThan(ended));
    open[ended]?.();
  }
  const answers = await Promise.all([...burst, other]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(25).fill(200));
});

it('counts a file until it has been sent, and routes that take no turns not at all', async () => {
  const files: PassThrough[] = [];
  const others = Fastify();
  others.addHook('onRequest', async (request) => {
    Object.assign(request, { session: { user: { uid: 'ana' } } });
  });
  limitConcurrency(others, ({ takesTurns }) => takesTurns === true);
  const send = (reply: FastifyReply) => reply.send(files[files.push(new PassThrough()) - 1]);
  others.get('/file', { config: { takesTurns: true } }, async (_request, reply) => send(reply));
  others.get('/other', async () => ({ ok: true }));
  const five = Array.from({ length: 5 }, () => others.inject('/file'));
  await waitFor(() => expect(files).toHaveLength(4));
  expect((await others.inject('/other')).statusCode).toBe(200);
  files[0]?.end('fin');
  await waitFor(() => expect(files).toHaveLength(5));
  for (const file of files) file.end('fin');
  const bodies = (await Promise.all(five)).map(({ body }) => body);
  expect(bodies).toEqual(Array(5).fill('fin'));
  await others.close();
});
