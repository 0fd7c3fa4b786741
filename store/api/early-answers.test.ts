/** An answer that was asked for early is given once, to the same read of the same session, and only when it is good. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fetchOrTakeEarly } from './early-answers.ts';

const url = '/api/users/alerts?limit=1';
const ask = async (path = url, init: RequestInit = {}, token = 'own') => {
  const headers = { authorization: `Bearer ${token}` };
  const request = new Request(`https://vigia.example${path}`, { headers, ...init });
  return (await fetchOrTakeEarly(request)).text();
};
const ready = (answer: Response | null) => {
  globalThis.earlyAnswers = { token: 'own', byUrl: new Map([[url, Promise.resolve(answer)]]) };
};

beforeEach(() => {
  vi.stubGlobal('fetch', async () => new Response('fetched'));
  ready(new Response('early'));
});
afterEach(() => {
  globalThis.earlyAnswers = undefined;
  vi.unstubAllGlobals();
});

it('is taken by the first request alone', async () => {
  expect([await ask(), await ask()]).toEqual(['early', 'fetched']);
});

it.each([
  ['another query', '/api/users/alerts?limit=2', {}],
  ['a change', url, { method: 'PATCH', body: '{}' }],
])('is left by %s', async (_which, path, init) => {
  expect([await ask(path, init), await ask()]).toEqual(['fetched', 'early']);
});

it('is thrown away once a request has another token', async () => {
  expect([await ask(url, {}, 'other'), await ask()]).toEqual(['fetched', 'fetched']);
});

it.each([
  ['refused', new Response('no', { status: 401 })],
  ['lost', null],
])('is asked for again when it was %s', async (_how, answer) => {
  ready(answer);
  expect(await ask()).toBe('fetched');
});
