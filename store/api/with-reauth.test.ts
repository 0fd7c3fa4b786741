/** Retrying a rejected request with a refreshed token: at most once, and never with the token that was rejected. */
import { expect, it, vi } from 'vitest';
import { storeSession } from '#tests/support/store-session.ts';
import { withReauth } from './with-reauth.ts';

/** A session that gives these tokens one after the other, and a backend that answers these statuses. */
async function request(tokens: readonly (string | null)[], statuses: readonly number[]) {
  const given = [...tokens];
  const answers = [...statuses];
  const rejectToken = vi.fn();
  const rejectRefreshedToken = vi.fn();
  const session = {
    ...storeSession(),
    usableToken: async () => given.shift() ?? null,
    rejectToken,
    rejectRefreshedToken,
  };
  const send = vi.fn(async (_token: string) => ({ status: answers.shift() }));
  const { signal } = new AbortController();
  const answer = await withReauth(session, signal, send, ({ status }) => status);
  const sent = send.mock.calls.map(([token]) => token);
  return {
    status: answer === null ? null : answer.status,
    sent,
    rejected: rejectToken.mock.calls.flat(),
    revoked: rejectRefreshedToken.mock.calls.flat(),
  };
}

it.each([401, 403])('a request answered %i is sent again with the new token', async (rejection) => {
  expect(await request(['old', 'new'], [rejection, 200])).toEqual({
    status: 200,
    sent: ['old', 'new'],
    rejected: ['old'],
    revoked: [],
  });
});

it('offline the rejected token is not used a second time, and nobody is signed out', async () => {
  expect(await request(['old', 'old'], [401, 401])).toEqual({
    status: 401,
    sent: ['old'],
    rejected: ['old'],
    revoked: [],
  });
});

it('a second 401 ends the session, a second 403 refuses the request alone', async () => {
  expect(await request(['old', 'new'], [401, 401])).toMatchObject({ revoked: ['new'] });
  expect(await request(['old', 'new'], [403, 403])).toMatchObject({ status: 403, revoked: [] });
});

it('without a token nothing is sent', async () => {
  expect(await request([null], [])).toMatchObject({ status: null, sent: [] });
  expect(await request(['old', null], [401])).toMatchObject({ status: null, sent: ['old'] });
});
