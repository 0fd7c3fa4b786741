/** Posts to a receiver on this machine: what is read of its answer, and what is said of one that fails. */
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createGuardedPost, type GuardedPost, parseTarget } from './guarded-post.ts';

let server: Server;
let answer: RequestListener;
let origin: string;
let post: GuardedPost;
beforeEach(async () => {
  answer = (_request, response) => response.end('ok');
  server = createServer((request, response) => answer(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  post = createGuardedPost({ allowLocal: true });
});
afterEach(async () => {
  await post.close();
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});
const send = (readBody?: boolean) =>
  post.send({ url: `${origin}/`, headers: { 'x-one': '1' }, body: 'hola' }, readBody);
const answerWith =
  (status: number, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) =>
    response.writeHead(status, headers).end('words');

it('sends the body as it is, uncompressed and under our name', async () => {
  const received: unknown[] = [];
  answer = async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    received.push([request.method, body, request.headers]);
    response.end();
  };
  await send();
  const headers = { 'x-one': '1', 'accept-encoding': 'identity', 'user-agent': 'Vigia' };
  expect(received).toEqual([['POST', 'hola', expect.objectContaining(headers)]]);
});

it.each([
  [200, undefined, ''],
  [200, true, 'words'],
  [399, undefined, ''],
  [400, undefined, 'words'],
  [500, false, 'words'],
])('of a %i, asked to read it %s, it has the words %j', async (status, readBody, text) => {
  answer = answerWith(status);
  expect(await send(readBody)).toEqual({ kind: 'answer', status, retryAfter: undefined, text });
});

it('an answer that nobody reads and that does not end is cut off at once, not at the deadline', async () => {
  const withoutDeadline = createGuardedPost({ allowLocal: true, exchangeTimeoutMs: 600_000 });
  const { promise: cutOff, resolve } = Promise.withResolvers<void>();
  answer = (_request, response) => {
    response.on('close', resolve);
    response.write('x'.repeat(1_000_000));
  };
  const received = await withoutDeadline.send({ url: `${origin}/`, headers: {}, body: '' });
  expect(received).toMatchObject({ kind: 'answer', status: 200 });
  await cutOff;
  await withoutDeadline.close();
});

it('of a long answer 64 kB are read', async () => {
  answer = (_request, response) => response.writeHead(400).end('x'.repeat(200_000));
  expect(await send()).toMatchObject({ status: 400, text: 'x'.repeat(65_536) });
});

it('a receiver that never answers is left', async () => {
  answer = () => {};
  const hasty = createGuardedPost({ allowLocal: true, exchangeTimeoutMs: 200 });
  const request = { url: `${origin}/`, headers: {}, body: '' };
  expect(await hasty.send(request)).toEqual({ kind: 'unreachable', reason: 'timeout' });
  await hasty.close();
});

it.each([['10.1.2.3'], ['93.184.216.34', '::ffff:10.0.0.1'], []])(
  'in production a name that resolves to %s %s is refused; it is resolved once, so that what was checked is connected to',
  async (...addresses) => {
    let lookups = 0;
    const production = createGuardedPost({
      allowLocal: false,
      resolve: async () => {
        lookups += 1;
        return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
      },
    });
    const request = { url: 'https://rebinding.example/', headers: {}, body: '' };
    expect([await production.send(request), lookups]).toEqual([{ kind: 'blocked' }, 1]);
    await production.close();
  },
);

it('in production nothing on this machine is connected to', async () => {
  let isReached = false;
  answer = () => {
    isReached = true;
  };
  const production = createGuardedPost({ allowLocal: false });
  const request = { url: `${origin}/`, headers: {}, body: '' };
  expect(await production.send(request)).toEqual({ kind: 'blocked' });
  await production.close();
  expect(isReached).toBe(false);
});

it.each([
  ['http://127.0.0.1:8080/', true],
  ['https://ntfy.example:8443/', true],
  ['ftp://127.0.0.1/', false],
  ['http://u@127.0.0.1/', false],
  ['http://:p@127.0.0.1/', false],
])('on the operator’s own machine %s is allowed: %s', (url, isAllowed) => {
  expect(parseTarget(url, { allowLocal: true }) !== null).toBe(isAllowed);
});
