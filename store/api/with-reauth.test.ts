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

const none = { rejected: [], revoked: [] };
it.each([
  ['answered 401 is sent again with the new token', ['old', 'new'], [401, 200], {}],
  ['answered 403 is, too', ['old', 'new'], [403, 200], {}],
  ['offline is not sent a second time', ['old', 'old'], [401, 401], { status: 401, sent: ['old'] }],
  ['answered 401 twice ends it', ['old', 'new'], [401, 401], { status: 401, revoked: ['new'] }],
  ['answered 403 twice is refused alone', ['old', 'new'], [403, 403], { status: 403 }],
  ['is not sent without a token', [null], [], { ...none, status: null, sent: [] }],
  ['is not sent again without one', ['old', null], [401], { status: null, sent: ['old'] }],
])('a request %s', async (_what, tokens, statuses, part) => {
  const expected = { status: 200, sent: ['old', 'new'], rejected: ['old'], revoked: [], ...part };
  expect(await request(tokens, statuses)).toEqual(expected);
});
