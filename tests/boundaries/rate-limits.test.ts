/** Abuse: rate limits under concurrent floods, mail floods, hostile bodies and prototype names. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Claims } from '#tests/support/id-token.ts';
import { pushKeys } from '#tests/support/push-keys.ts';
import { openTestApi } from './api.harness.ts';

const requestsPerMinute = 600;
const badTokensPerMinute = 300;

const api = await openTestApi();

/** More at once than there are connections, and few enough to be answered long before the wait for one ends with 503. */
const atOnce = 60;

async function countByStatus(
  requests: number,
  send: () => Promise<{ statusCode: number; headers: Record<string, unknown> }>,
): Promise<Record<number, number>> {
  const answers: Awaited<ReturnType<typeof send>>[] = [];
  while (answers.length < requests) {
    const length = Math.min(atOnce, requests - answers.length);
    answers.push(...(await Promise.all(Array.from({ length }, send))));
  }
  for (const { statusCode, headers } of answers)
    if (statusCode === 429) expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  const byStatus = Object.groupBy(answers, ({ statusCode }) => statusCode);
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, group = []]) => [status, group.length]),
  );
}
const request = (authorization: string, address = '198.51.100.1') =>
  api.app.inject({
    url: '/api/auth/verify',
    headers: { authorization },
    remoteAddress: address,
  });
const bearer = async (as: Claims) => `Bearer ${await api.token(as)}`;

describe('floods', () => {
  // However long a busy machine takes, all requests are of one minute.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
  afterEach(() => void vi.useRealTimers());

  it('of one user are limited at exactly the same request, under concurrency and from many addresses', async () => {
    const flooder = await bearer({ uid: 'oleada' });
    let sent = 0;
    const counts = await countByStatus(requestsPerMinute + 20, () => {
      sent += 1;
      return request(flooder, `198.51.100.${sent % 250}`);
    });
    expect(counts).toEqual({ 200: requestsPerMinute, 429: 20 });
    expect((await request(await bearer({ uid: 'otra' }))).statusCode).toBe(200);
  });

  it('of invalid tokens are limited per address, not per one the request itself names, without effect on valid tokens', async () => {
    let sent = 0;
    const counts = await countByStatus(badTokensPerMinute + 20, () => {
      sent += 1;
      const headers = { authorization: 'Bearer a.b.c', 'x-forwarded-for': `192.0.2.${sent % 250}` };
      return api.app.inject({ url: '/api/auth/verify', headers, remoteAddress: '203.0.113.9' });
    });
    expect(counts).toEqual({ 401: badTokensPerMinute, 429: 20 });
    expect((await request('Bearer a.b.c', '203.0.113.10')).statusCode).toBe(401);
    expect((await request(await bearer({ uid: 'vecina' }), '203.0.113.9')).statusCode).toBe(200);
  });
});

describe('what costs a write or a call to others', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
  afterEach(() => void vi.useRealTimers());

  const endpoint = 'https://push.example.com/';
  it.each([
    ['changes of channels', 60, 'PATCH', '/api/users/channels/mail', { state: 'active' }],
    ['channels', 60, 'POST', '/api/users/channels', { kind: 'telegram', name: 'T', settings: {} }],
    ['tests of channels', 10, 'POST', '/api/users/channels/mail/test', undefined],
    ['new keys', 20, 'POST', '/api/users/keys', { name: 'Robot', scope: 'read' }],
    ['exports', 10, 'GET', '/api/users/export', undefined],
    ['imports', 20, 'POST', '/api/users/thresholds/import', {}],
    ['calls to the payment service', 60, 'POST', '/api/billing/resume', undefined],
    [
      'renewals of push subscriptions',
      30,
      'POST',
      '/api/push/renewal',
      {
        channel: crypto.randomUUID(),
        previous: { endpoint, auth: pushKeys().auth },
        next: { endpoint, keys: pushKeys() },
      },
    ],
  ] as const)(
    '%s: at most %i, of one user and address',
    async (name, most, method, url, payload) => {
      const send = async (authorization: string, remoteAddress: string) => {
        const request = { method, url, headers: { authorization }, remoteAddress };
        return (await api.app.inject({ ...request, ...(payload && { payload }) })).statusCode;
      };
      const own = await bearer({ uid: name });
      const answers: number[] = [];
      for (let n = 0; n <= most; n += 1) answers.push(await send(own, '198.51.100.2'));
      expect(answers.indexOf(429)).toBe(most);
      expect(await send(await bearer({ uid: `otra ${name}` }), '198.51.100.3')).toBe(answers[0]);
    },
  );
});
