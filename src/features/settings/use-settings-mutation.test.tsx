/** A threshold not adopted by the engine yet: the settings are polled often, then rarely, and never in a hidden tab. */
import { setupListeners } from '@reduxjs/toolkit/query';
import { act, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { mockRoute, renderScreen } from '#tests/support/screen-harness.tsx';
import { settingsSample } from '#tests/support/settings-backend.ts';
import { umbralSample } from '#tests/support/threshold-samples.ts';
import { setVisibility } from '#tests/support/visibility.ts';
import { useSettingsMutation } from './use-settings-mutation.ts';

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));

function Settings() {
  useSettingsMutation();
  return null;
}

async function startPolling() {
  const backend = { status: 'starting', reads: 0 };
  mockRoute('GET users/config', () => {
    backend.reads += 1;
    const { t1 } = settingsSample({ t1: umbralSample() }).states;
    return { ...settingsSample(), states: { t1: { ...t1, status: backend.status } } };
  });
  const { store } = renderScreen(<Settings />, '/dashboard');
  await waitFor(() => expect(backend.reads).toBe(1));
  /** @returns how often the settings were read meanwhile, and the time that passed: on a busy machine it is more */
  const pass = async (seconds: number) => {
    const [before, fromMs] = [backend.reads, Date.now()];
    for (let second = 0; second < seconds; second += 1)
      await act(() => vi.advanceTimersByTimeAsync(1_000));
    return { reads: backend.reads - before, seconds: (Date.now() - fromMs) / 1_000 };
  };
  const readsIn = async (seconds: number) => (await pass(seconds)).reads;
  return { backend, store, pass, readsIn };
}

it('each second at first, every quarter of a minute later, and no more once it is adopted', async () => {
  const { backend, pass, readsIn } = await startPolling();
  expect(await readsIn(10)).toBeGreaterThan(4);
  await readsIn(20);
  const later = await pass(31);
  expect(later.reads).toBeGreaterThan(0);
  expect(later.reads).toBeLessThan(3 + later.seconds / 15);
  backend.status = 'watching';
  await readsIn(17);
  expect(await readsIn(17)).toBe(0);
});

it('not while the tab is hidden', async () => {
  const { store, readsIn } = await startPolling();
  const stopListening = setupListeners(store.dispatch);
  setVisibility('hidden');
  await readsIn(2);
  expect(await readsIn(17)).toBe(0);
  setVisibility('visible');
  expect(await readsIn(17)).toBeGreaterThan(0);
  stopListening();
});
