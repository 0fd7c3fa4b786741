import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRevocationCheck } from './token-revocation.ts';

type Reply = { status: number; body: object } | 'silence';
let issuer: FastifyInstance;
let origin: string;
let reply: Reply;
let asked: string[];
let now: number;
let away: number;

beforeEach(async () => {
  issuer = Fastify();
  asked = [];
  now = 0;
  away = 0;
  reply = { status: 200, body: { users: [{}] } };
  issuer.post('/identitytoolkit.googleapis.com/v1/accounts::lookup', async (request, answer) => {
    asked.push((request.body as { idToken: string }).idToken);
    if (reply === 'silence') return request.raw.socket.destroy();
    return answer.code(reply.status).send(reply.body);
  });
  origin = await issuer.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(() => issuer.close());

const refusal = (message: string): Reply => ({ status: 400, body: { error: { message } } });
const check = () =>
  createRevocationCheck({
    origin,
    apiKey: 'k',
    clock: () => now,
    onUnreachable: () => (away += 1),
  });

describe('the issuer’s word', () => {
  it('is asked for once in half a minute and token, however many ask at the same time', async () => {
    const isTokenActive = check();
    expect(await Promise.all([isTokenActive('a'), isTokenActive('a'), isTokenActive('b')])).toEqual(
      [true, true, true],
    );
    now = 29_999;
    expect(await isTokenActive('a')).toBe(true);
    expect(asked).toEqual(['a', 'b']);
    now = 30_000;
    expect(await isTokenActive('a')).toBe(true);
    expect(asked).toEqual(['a', 'b', 'a']);
  });

  it.each(['USER_DISABLED', 'USER_NOT_FOUND', 'TOKEN_EXPIRED', 'INVALID_ID_TOKEN : x'])(
    'ends a session that was good, within half a minute: %s',
    async (message) => {
      const isTokenActive = check();
      expect(await isTokenActive('a')).toBe(true);
      reply = refusal(message);
      now = 30_000;
      expect(await isTokenActive('a')).toBe(false);
      expect(away).toBe(0);
    },
  );

  it.each<[string, Reply]>([
    ['breaks off', 'silence'],
    ['fails', { status: 503, body: {} }],
    ['is asked too much', refusal('QUOTA_EXCEEDED')],
  ])('is waited for when it %s, and nobody is shut out meanwhile', async (_, trouble) => {
    const isTokenActive = check();
    reply = trouble;
    expect(await isTokenActive('a')).toBe(true);
    now = 4_999;
    expect(await isTokenActive('a')).toBe(true);
    expect([asked.length, away]).toEqual([1, 1]);
    reply = refusal('USER_DISABLED');
    now = 5_000;
    expect(await isTokenActive('a')).toBe(false);
  });

  it('is not sought from an issuer that is away by one person after the other', async () => {
    const isTokenActive = check();
    reply = 'silence';
    expect(await isTokenActive('a')).toBe(true);
    for (let nth = 0; nth < 100; nth += 1) expect(await isTokenActive(`token-${nth}`)).toBe(true);
    expect([asked, away]).toEqual([['a'], 1]);
    // One finds it still away, and it is left alone as long again.
    now = 5_000;
    await Promise.all(['b', 'c', 'd'].map(isTokenActive));
    expect([asked, away]).toEqual([['a', 'b'], 2]);
    now = 10_000;
    reply = refusal('USER_DISABLED');
    expect(await isTokenActive('b')).toBe(false);
    expect(await isTokenActive('c')).toBe(false);
  });

  it('is final once it has taken a token back, even when it is away later', async () => {
    const isTokenActive = check();
    reply = refusal('USER_DISABLED');
    expect(await isTokenActive('a')).toBe(false);
    reply = 'silence';
    now = 30_000;
    expect(await isTokenActive('a')).toBe(false);
    expect(await isTokenActive('b')).toBe(true);
    expect(await isTokenActive('a')).toBe(false);
    reply = { status: 200, body: { users: [{}] } };
    now = 3_600_000;
    expect([await isTokenActive('a'), asked]).toEqual([false, ['a', 'b']]);
  });
});
