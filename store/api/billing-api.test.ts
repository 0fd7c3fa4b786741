/** The plan that was paid or has ended is fetched for the rest of the page too: until then it holds back what was paid for. */
import { expect, it } from 'vitest';
import { subscription } from '#tests/support/billing-samples.ts';
import { mockBackend, profile, setupScreenTests } from '#tests/support/screen-harness.tsx';
import { storeSession } from '#tests/support/store-session.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { createAppStore } from '../app-store.ts';
import { baseApi } from './base-api.ts';
import { billingApi, getBillingState } from './billing-api.ts';

setupScreenTests();
const stateOf = (plan: 'basico' | 'premium') => ({
  plan,
  granted: false,
  subscription: subscription({ status: plan === 'basico' ? 'ended' : 'active' }),
});

async function fetchBoth(plan: 'basico' | 'premium') {
  const calls = mockBackend({
    'GET users/profile': [
      { ...profile(), plan: 'premium' },
      { ...profile(), plan: 'basico' },
    ],
    'GET billing/state': [stateOf(plan)],
  });
  const store = createAppStore({ session: storeSession() });
  const { getProfile } = baseApi.endpoints;
  await store.dispatch(getProfile.initiate());
  await store.dispatch(getBillingState.initiate(undefined));
  const heldPlan = () => getProfile.select()(store.getState()).data?.plan;
  return { calls, heldPlan };
}

it.each([
  ['a subscription that has ended takes its plan from the profile that is held', 'basico', 2],
  ['the same plan fetches nothing again', 'premium', 1],
] as const)('%s', async (_what, plan, reads) => {
  const { calls, heldPlan } = await fetchBoth(plan);
  await waitFor(() => expect(heldPlan()).toBe(plan));
  expect(calls.filter((call) => call.startsWith('GET users/profile'))).toHaveLength(reads);
});

it('a checkout fetches the plan once it is in force, here and in other tabs, and not before', async () => {
  const open = { outcome: 'paid', plan: 'premium', synced: false };
  mockBackend({
    'GET users/profile': [
      { ...profile(), plan: 'basico' },
      { ...profile(), plan: 'premium' },
    ],
    'GET billing/checkout': [open, { ...open, synced: true }],
  });
  const published: (readonly string[])[] = [];
  const store = createAppStore({ session: storeSession() }, (tags) => published.push(tags));
  const { getCheckout } = billingApi.endpoints;
  const poll = () => store.dispatch(getCheckout.initiate('cs_1', { forceRefetch: true }));
  const heldPlan = () => baseApi.endpoints.getProfile.select()(store.getState()).data?.plan;
  await store.dispatch(baseApi.endpoints.getProfile.initiate());
  await poll();
  expect(heldPlan()).toBe('basico');
  expect(published).toEqual([]);
  await poll();
  await waitFor(() => expect(heldPlan()).toBe('premium'));
  expect(published).toEqual([expect.arrayContaining(['Billing', 'Profile'])]);
});
