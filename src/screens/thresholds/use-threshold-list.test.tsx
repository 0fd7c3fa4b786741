/** The list is read again every minute, as the cheapest of a match and the order come by no stream, in a visible tab. */
import { setupListeners } from '@reduxjs/toolkit/query';
import { act, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  mockBackend,
  renderScreen,
  server,
  setupScreenTests,
} from '#tests/support/screen-harness.tsx';
import { mockSettingsBackend, settingsSample } from '#tests/support/settings-backend.ts';
import { setVisibility } from '#tests/support/visibility.ts';
import { useThresholdList } from './use-threshold-list.ts';
import { emptySearch } from './use-threshold-search-params.ts';

setupScreenTests();
beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => void vi.useRealTimers());

function List() {
  useThresholdList(emptySearch);
  return null;
}
const elapse = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

it('every minute, and not while the tab is hidden', async () => {
  mockBackend({});
  mockSettingsBackend(settingsSample());
  let reads = 0;
  server.use(
    http.get('https://vigia.example/api/users/thresholds', () => {
      reads += 1;
      return HttpResponse.json({ items: [], nextCursor: null, porEstado: {} });
    }),
  );
  const { store } = renderScreen(<List />, '/dashboard/umbrales');
  // The minute begins with the answer.
  const expectReads = (count: number) =>
    waitFor(() => {
      const queries = Object.values(store.getState().api.queries);
      const isAnswered = queries.every((query) => query?.status === 'fulfilled');
      expect([reads, isAnswered]).toEqual([count, true]);
    });
  await expectReads(1);
  await elapse(60_100);
  await expectReads(2);
  const stopListening = setupListeners(store.dispatch);
  setVisibility('hidden');
  await elapse(600_000);
  await expectReads(2);
  setVisibility('visible');
  await elapse(60_100);
  await expectReads(3);
  stopListening();
});
