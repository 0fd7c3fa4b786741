/** What changes elsewhere meanwhile is fetched again, here and in the other tabs. */
import { expect, it, vi } from 'vitest';
import {
  errorResponse,
  mockRoute,
  profile,
  setupScreenTests,
} from '#tests/support/screen-harness.tsx';
import { storeSession } from '#tests/support/store-session.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { createAppStore } from '../app-store.ts';
import { baseApi } from './base-api.ts';

setupScreenTests();
const { getProfile, verify, patchProfile } = baseApi.endpoints;

/** A store that shows its profile, and how often it was asked for. */
async function showProfile(answer: unknown, publish = vi.fn()) {
  const asked = mockRoute('GET users/profile', profile());
  mockRoute('GET auth/verify', answer);
  const store = createAppStore({ session: storeSession() }, publish);
  await store.dispatch(getProfile.initiate());
  return { store, asked };
}
const verification = (part: object) => ({
  uid: 'ana',
  plan: 'premium',
  emailConfirmed: true,
  ...part,
});
const refusal = errorResponse(500, 'internal', 'No.');

it.each([
  ['the plan is another', verification({ plan: 'elite' }), 2],
  ['the address is not confirmed any more', verification({ emailConfirmed: false }), 2],
  ['nothing has changed', verification({}), 1],
  ['nothing is known', refusal, 1],
])(
  'where %s the profile has been fetched as often as needed: %3$i',
  async (_what, answer, times) => {
    const { store, asked } = await showProfile(answer);
    await store.dispatch(verify.initiate());
    // What is fetched again is asked for in the next task.
    await new Promise((resolve) => setTimeout(resolve));
    await waitFor(() => expect(asked).toHaveLength(times));
  },
);

it('other tabs are told of a change once it is saved, and not of what was only read', async () => {
  const publish = vi.fn();
  const { store, asked } = await showProfile(verification({}), publish);
  mockRoute('PATCH users/profile', profile(), refusal);
  expect(publish).not.toHaveBeenCalled();
  await store.dispatch(patchProfile.initiate({ username: 'Ana' }));
  expect(publish).toHaveBeenCalledExactlyOnceWith(['Profile']);
  await store.dispatch(patchProfile.initiate({ username: '' }));
  expect(publish).toHaveBeenCalledOnce();
  // After either answer it is fetched again, here too.
  await waitFor(() => expect(asked).toHaveLength(3));
});

it('a name is changed in the browser’s own document first, and by the API though that fails', async () => {
  const order: unknown[] = [];
  mockRoute('PATCH users/profile', async (request: Request) => {
    order.push(['api', await request.json()]);
    return profile();
  });
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
