// @vitest-environment jsdom
/** What changes elsewhere meanwhile is fetched again, here and in the other tabs; prices in their order. */
import { HttpResponse, http } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { profile, server, setupScreenTests } from '#tests/support/screen-harness.tsx';
import { storeSession } from '#tests/support/store-session.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { createAppStore } from '../app-store.ts';
import { baseApi } from './base-api.ts';
import { matchListApi, selectLiveFloor } from './match-list-api.ts';
import { createPriceBatcher } from './price-batcher.ts';

setupScreenTests();
const { getProfile, verify, patchProfile } = baseApi.endpoints;

/** A store that shows its profile, and how often it was asked for. */
async function showProfile(answer: () => Response, publish = vi.fn()) {
  let asked = 0;
  server.use(
    http.get('https://vigia.example/api/users/profile', () => {
      asked += 1;
      return HttpResponse.json({ ...profile(), plan: 'premium', emailConfirmed: true });
    }),
    http.get('https://vigia.example/api/auth/verify', answer),
  );
  const store = createAppStore({ session: storeSession() }, publish);
  await store.dispatch(getProfile.initiate());
  return { store, asked: () => asked };
}
const verification = (part: object) => () =>
  HttpResponse.json({ uid: 'ana', plan: 'premium', emailConfirmed: true, ...part });

it.each([
  ['the plan is another', { plan: 'elite' }],
  ['the address is not confirmed any more', { emailConfirmed: false }],
])('the profile is fetched again where %s', async (_what, part) => {
  const { store, asked } = await showProfile(verification(part));
  await store.dispatch(verify.initiate());
  await waitFor(() => expect(asked()).toBe(2));
});

it.each([
  ['nothing has changed', verification({})],
  ['nothing is known', () => HttpResponse.json({ error: 'No.' }, { status: 500 })],
])('the profile is not fetched again where %s', async (_what, answer) => {
  const { store, asked } = await showProfile(answer);
  await store.dispatch(verify.initiate());
  await new Promise((resolve) => setTimeout(resolve));
  expect(asked()).toBe(1);
});

it('other tabs are told of a change once it is saved, and not of what was only read', async () => {
  const publish = vi.fn();
  const { store } = await showProfile(verification({}), publish);
  server.use(
    http.patch('https://vigia.example/api/users/profile', () => HttpResponse.json(profile())),
  );
  expect(publish).not.toHaveBeenCalled();
  await store.dispatch(patchProfile.initiate({ username: 'Ana' }));
  expect(publish).toHaveBeenCalledExactlyOnceWith(['Profile']);
  server.use(
    http.patch('https://vigia.example/api/users/profile', () =>
      HttpResponse.json({ error: 'No.' }, { status: 400 }),
    ),
  );
  await store.dispatch(patchProfile.initiate({ username: '' }));
  expect(publish).toHaveBeenCalledOnce();
});

it('a name is changed in the browser’s own document first, and by the API though that fails', async () => {
  const order: unknown[] = [];
  server.use(
    http.patch('https://vigia.example/api/users/profile', async ({ request }) => {
      order.push(['api', await request.json()]);
      return HttpResponse.json(profile());
    }),
  );
  const updateOwnDocument = vi.fn(async (change: object) => {
    order.push(['document', change]);
  });
  const store = createAppStore({ session: storeSession(), updateOwnDocument });
  const change = { username: 'Ana' };
  await store.dispatch(patchProfile.initiate(change));
  expect(order).toEqual([
    ['document', change],
    ['api', change],
  ]);
  updateOwnDocument.mockRejectedValueOnce(new Error('offline'));
  const { data } = await store.dispatch(patchProfile.initiate(change));
  expect(data).toMatchObject({ uid: 'ana' });
  expect(order).toHaveLength(3);
});

const price = (collectibleId: string, floorCents: number | null, minute = 0) => ({
  collectibleId,
  matchId: 'm1',
  floorCents,
  observedAt: `2026-11-21T17:${String(minute).padStart(2, '0')}:00.000Z`,
});

describe('live prices', () => {
  it('keep the lowest of a match, until it rises or is sold', async () => {
    const batcher = createPriceBatcher(queueMicrotask);
    const store = createAppStore({ session: storeSession(), priceBatcher: batcher });
    await store.dispatch(matchListApi.endpoints.getLiveFloors.initiate());
    const lowestAfter = async (...prices: ReturnType<typeof price>[]) => {
      batcher.push(prices);
      await Promise.resolve();
      return selectLiveFloor(store.getState(), 'm1')?.cents;
    };
    expect(await lowestAfter(price('c1', 100))).toBe(100);
    expect(await lowestAfter(price('c2', 120))).toBe(100);
    expect(await lowestAfter(price('c2', null, 1))).toBe(100);
    expect(await lowestAfter(price('c2', 100, 2))).toBe(100);
    // c2 is the lowest now; where it rises, the lowest is not known.
    expect(await lowestAfter(price('c1', 150, 3))).toBe(100);
    expect(await lowestAfter(price('c2', 110, 4))).toBeUndefined();
    expect(await lowestAfter(price('c1', 90, 5))).toBe(90);
    expect(await lowestAfter(price('c1', null, 6))).toBeUndefined();
  });
});
