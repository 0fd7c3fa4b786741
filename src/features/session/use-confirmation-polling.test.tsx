/** The profile is polled only while the address is unconfirmed, and only in a visible tab. */
import { setupListeners } from '@reduxjs/toolkit/query';
import { act, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { baseApi } from '#store/api/base-api.ts';
import {
  mockBackend,
  profile,
  renderScreen,
  setupScreenTests,
} from '#tests/support/screen-harness.tsx';
import { setVisibility } from '#tests/support/visibility.ts';
import { useConfirmationPolling } from './use-confirmation-polling.ts';

setupScreenTests();
beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => void vi.useRealTimers());

const unconfirmed = { ...profile(), emailConfirmed: false };

function Poller() {
  useConfirmationPolling();
  return null;
}

async function startPolling(answers: readonly unknown[]) {
  const requests = mockBackend({ 'GET users/profile': answers });
  const { store } = renderScreen(<Poller />, '/dashboard');
  const isAnswered = () =>
    baseApi.endpoints.getProfile.select()(store.getState()).status === 'fulfilled';
  // The half minute begins with the answer.
  const expectReads = (count: number) =>
    waitFor(() => expect([requests.length, isAnswered()]).toEqual([count, true]));
  await expectReads(1);
  return { store, expectReads };
}
const elapse = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

it('every half minute, until it is confirmed', async () => {
  const { expectReads } = await startPolling([unconfirmed, unconfirmed, profile()]);
  for (const reads of [2, 3]) {
    await elapse(30_100);
    await expectReads(reads);
  }
  await elapse(600_000);
  await expectReads(3);
});

it('not while the tab is hidden', async () => {
  const { store, expectReads } = await startPolling([unconfirmed]);
  const stopListening = setupListeners(store.dispatch);
  setVisibility('hidden');
  await elapse(600_000);
  await expectReads(1);
  setVisibility('visible');
  await elapse(30_100);
  await expectReads(2);
  stopListening();
});
