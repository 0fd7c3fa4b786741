/** The profile is polled only while the address is unconfirmed, and only in a visible tab. */
import { setupListeners } from '@reduxjs/toolkit/query';
import { act, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { baseApi } from '#store/api/base-api.ts';
import { mockBackend, profile, renderScreen } from '#tests/support/screen-harness.tsx';
import { setVisibility } from '#tests/support/visibility.ts';
import { useConfirmationPolling } from './use-confirmation-polling.ts';

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));

const unconfirmed = { ...profile(), emailConfirmed: false };

function Poller() {
  useConfirmationPolling();
  return null;
}

it('every half minute until it is confirmed, and not while the tab is hidden', async () => {
  const requests = mockBackend({ 'GET users/profile': [unconfirmed, unconfirmed, profile()] });
  const { store } = renderScreen(<Poller />, '/dashboard');
  const stopListening = setupListeners(store.dispatch);
  /** The half minute begins with the answer. */
  const expectReadsAfter = async (ms: number, count: number) => {
    await act(() => vi.advanceTimersByTimeAsync(ms));
    await waitFor(() => {
      const { status } = baseApi.endpoints.getProfile.select()(store.getState());
      expect([requests.length, status]).toEqual([count, 'fulfilled']);
    });
  };
  await expectReadsAfter(0, 1);
  setVisibility('hidden');
  await expectReadsAfter(600_000, 1);
  setVisibility('visible');
  await expectReadsAfter(30_100, 2);
  await expectReadsAfter(30_100, 3);
  await expectReadsAfter(600_000, 3);
  stopListening();
});
