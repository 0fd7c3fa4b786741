// @vitest-environment jsdom
/** The plan of a billing state that differs from the profile's is fetched for the rest of the page too. */
import { expect, it } from 'vitest';
import { subscription } from '#tests/support/billing-samples.ts';
import { mockBackend, profile, setupScreenTests } from '#tests/support/screen-harness.tsx';
import { storeSession } from '#tests/support/store-session.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { createAppStore } from '../app-store.ts';
import { baseApi } from './base-api.ts';
import { getBillingState } from './billing-api.ts';

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
  const store = createAppStore({ session: storeSession });
  const { getProfile } = baseApi.endpoints;
  await store.dispatch(getProfile.initiate());
  await store.dispatch(getBillingState.initiate(undefined));
  const heldPlan = () => store.getState().profile.profile?.plan;
  return { calls, heldPlan };
}

it('a subscription that has ended takes its plan from the profile that is held', async () => {
  const { heldPlan } = await fetchBoth('basico');
  await waitFor(() => expect(heldPlan()).toBe('basico'));
});

it('the same plan fetches nothing again', async () => {
  const { calls, heldPlan } = await fetchBoth('premium');
  expect(heldPlan()).toBe('premium');
  expect(calls.filter((call) => call.startsWith('GET users/profile'))).toHaveLength(1);
});
