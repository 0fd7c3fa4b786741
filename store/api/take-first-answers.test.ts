/** What the page's head has asked for is in the store before the first screen, and nothing is asked for twice. */
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { origin } from '#tests/support/origin-request.ts';
import { server, setupScreenTests } from '#tests/support/screen-harness.tsx';
import { storeSession } from '#tests/support/store-session.ts';
import { createAppStore } from '../app-store.ts';
import { baseApi } from './base-api.ts';
import { takeFirstAnswers } from './take-first-answers.ts';

setupScreenTests();

const profileUrl = '/api/users/profile';
let asked: string[];
beforeEach(() => {
  asked = [];
  server.use(
    http.all(`${origin}/api/*`, ({ request }) => {
      asked.push(new URL(request.url).pathname);
      return HttpResponse.json({}, { status: 403 });
    }),
  );
});
afterEach(() => {
  globalThis.earlyAnswers = undefined;
});

async function take(profile: Promise<Response | null>) {
  globalThis.earlyAnswers = { token: 'token', byUrl: new Map([[profileUrl, profile]]) };
  const store = createAppStore({ session: storeSession() });
  await takeFirstAnswers(store, '/dashboard/plan');
  return baseApi.endpoints.getProfile.select()(store.getState());
}

it('puts them into the store', async () => {
  const { data } = await take(Promise.resolve(Response.json({ username: 'ana' })));
  expect(data).toMatchObject({ username: 'ana' });
  expect(asked).not.toContain(profileUrl);
});

it.each([
  ['refused', Response.json({}, { status: 403 })],
  ['lost', null],
])('leaves them to the screen when one was %s', async (_how, answer) => {
  expect(await take(Promise.resolve(answer))).toMatchObject({ isUninitialized: true });
  expect(asked).toEqual([]);
});

it('waits for late ones a moment', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const taken = take(new Promise(() => {}));
  await vi.runAllTimersAsync();
  expect(await taken).toMatchObject({ isUninitialized: true });
});
