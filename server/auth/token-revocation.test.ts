/** Revocation check: caching, revoked tokens, and an unreachable issuer. */
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRevocationCheck } from './token-revocation.ts';

type Reply = { status: number; body: object } | 'no response';
let issuer: FastifyInstance;
let origin: string;
let reply: Reply;
let requestedTokens: string[];
let traceparents: unknown[];
let nowMs: number;
let unreachableCount: number;

beforeEach(async () => {
  issuer = Fastify();
  requestedTokens = [];
  traceparents = [];
  nowMs = 0;
  unreachableCount = 0;
  reply = { status: 200, body: { users: [{}] } };
  issuer.post('/identitytoolkit.googleapis.com/v1/accounts::lookup', async (request, answer) => {
    traceparents.push(request.headers.traceparent);
    requestedTokens.push((request.body as { idToken: string }).idToken);
    if (reply === 'no response') return request.raw.socket.destroy();
    return answer.code(reply.status).send(reply.body);
  });
  origin = await issuer.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(() => issuer.close());

const errorReply = (message: string): Reply => ({ status: 400, body: { error: { message } } });
const check = (options: { readonly maxTokens?: number } = {}) =>
  createRevocationCheck({
    ...options,
    origin,
    apiKey: 'k',
    clock: () => nowMs,
    onUnreachable: () => (unreachableCount += 1),
  });

describe('the revocation check', () => {
  it('asks the issuer once per token and half minute, also under concurrent requests', async () => {
    const isTokenActive = check();
    expect(await Promise.all([isTokenActive('a'), isTokenActive('a'), isTokenActive('b')])).toEqual(
      [true, true, true],
    );
    nowMs = 29_999;
    expect(await isTokenActive('a')).toBe(true);
    expect(requestedTokens).toEqual(['a', 'b']);
    nowMs = 30_000;
    expect(await isTokenActive('a')).toBe(true);
    expect(requestedTokens).toEqual(['a', 'b', 'a']);
  });

  it.each(['USER_DISABLED', 'USER_NOT_FOUND', 'TOKEN_EXPIRED', 'INVALID_ID_TOKEN : x'])(
    'rejects a token that was active, within half a minute: %s',
    async (message) => {
      const isTokenActive = check();
      expect(await isTokenActive('a')).toBe(true);
      reply = errorReply(message);
      nowMs = 30_000;
      expect(await isTokenActive('a')).toBe(false);
      expect(unreachableCount).toBe(0);
    },
  );

  it.each<[string, Reply]>([
    ['breaks off', 'no response'],
    ['fails', { status: 503, body: {} }],
    ['is over its quota', errorReply('QUOTA_EXCEEDED')],
  ])('accepts tokens while the issuer %s, and asks again later', async (_, trouble) => {
    const isTokenActive = check();
    reply = trouble;
    expect(await isTokenActive('a')).toBe(true);
    nowMs = 4_999;
    expect(await isTokenActive('a')).toBe(true);
    expect([requestedTokens.length, unreachableCount]).toEqual([1, 1]);
    reply = errorReply('USER_DISABLED');
    nowMs = 5_000;
    expect(await isTokenActive('a')).toBe(false);
  });

  it('sends one request to an unreachable issuer, not one per user', async () => {
    const isTokenActive = check();
    reply = 'no response';
    expect(await isTokenActive('a')).toBe(true);
    for (let nth = 0; nth < 100; nth += 1) expect(await isTokenActive(`token-${nth}`)).toBe(true);
    expect([requestedTokens, unreachableCount]).toEqual([['a'], 1]);
    // One request finds it still unreachable, and the pause starts again.
    nowMs = 5_000;
    await Promise.all(['b', 'c', 'd'].map(isTokenActive));
    expect([requestedTokens, unreachableCount]).toEqual([['a', 'b'], 2]);
    nowMs = 10_000;
    reply = errorReply('USER_DISABLED');
    expect(await isTokenActive('b')).toBe(false);
    expect(await isTokenActive('c')).toBe(false);
  });

  it('keeps rejecting a revoked token while the issuer is unreachable', async () => {
    const isTokenActive = check();
    reply = errorReply('USER_DISABLED');
    expect(await isTokenActive('a')).toBe(false);
    reply = 'no response';
    nowMs = 30_000;
    expect(await isTokenActive('a')).toBe(false);
    expect(await isTokenActive('b')).toBe(true);
    expect(await isTokenActive('a')).toBe(false);
    reply = { status: 200, body: { users: [{}] } };
    nowMs = 3_600_000;
    expect([await isTokenActive('a'), requestedTokens]).toEqual([false, ['a', 'b']]);
  });
});
